// Shapes as text, the keyed update of a layer, and the flight of pieces. The shapes are pure.

const short = (n) => Math.round(n * 10) / 10;

export const points = (list) => list.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

export const polygon = (list, attributes = '') => `<polygon ${attributes} points="${points(list)}"/>`;

/** The corners of a hexagon: flat-topped, or with its first corner turned by some degrees. */
export const hexagon = (radius, turn = 0) => Array.from({ length: 6 }, (_, i) => {
  const angle = ((60 * i + turn) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});

const NS = 'http://www.w3.org/2000/svg';

export function element(tag, attributes = {}, inside = '') {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.innerHTML = inside;
  return made;
}

const set = (target, name, value) => {
  if (value === undefined || value === null || value === false) target.removeAttribute(name);
  else if (target.getAttribute(name) !== `${value}`) target.setAttribute(name, value);
};

/** Makes a layer show these items, in this order, and keeps the elements whose key stays. An item has `key`, `x`, `y`,
    `body`, and perhaps `scale`, `cls` and attributes. Returns the elements by key. */
export function sync(layer, items) {
  const old = layer.keyed ?? new Map();
  const now = new Map();
  let before = null;
  for (const item of items) {
    let el = old.get(item.key);
    if (!el) {
      el = element('g', {}, '<g></g>');
      layer.append(el);
    }
    now.set(item.key, el);
    set(el, 'transform', `translate(${short(item.x)} ${short(item.y)})${item.scale && item.scale !== 1 ? ` scale(${item.scale})` : ''}`);
    set(el, 'class', item.cls || null);
    for (const [name, value] of Object.entries(item.attributes ?? {})) set(el, name, value);
    if (el.drawn !== item.body) {
      el.firstChild.innerHTML = item.body;
      el.drawn = item.body;
    }
    if (el.previousElementSibling !== before) layer.insertBefore(el, before ? before.nextSibling : layer.firstChild);
    before = el;
  }
  for (const [key, el] of old) if (!now.has(key)) el.remove();
  layer.keyed = now;
  return now;
}

/** Gives each piece of a new position the key of the piece that it was: the same look on the same place, then the same
    look elsewhere (the nearest first), then the same kind (a stack that changed its size, a tile that changed sides). */
export function match(old, now, fresh) {
  const free = new Map(old.map((piece) => [piece.key, piece]));
  const place = (piece) => `${piece.on ?? 'board'} ${piece.at}`;
  const still = new Map();
  for (const piece of old) {
    const id = `${place(piece)} ${piece.look}`;
    if (!still.has(id)) still.set(id, []);
    still.get(id).push(piece.key);
  }
  for (const piece of now) {
    piece.key = still.get(`${place(piece)} ${piece.look}`)?.shift();
    if (piece.key !== undefined) free.delete(piece.key);
  }
  const near = (same) => {
    for (const piece of now) {
      if (piece.key !== undefined || free.size === 0) continue;
      let best;
      for (const candidate of free.values()) {
        if (!same(candidate, piece)) continue;
        const far = (candidate.on === piece.on ? 0 : 1e6) + Math.hypot(candidate.x - piece.x, candidate.y - piece.y);
        if (!best || far < best.far) best = { far, key: candidate.key };
      }
      if (best) {
        piece.key = best.key;
        free.delete(best.key);
      }
    }
  };
  near((a, b) => a.look === b.look);
  near((a, b) => a.kind === b.kind && place(a) === place(b));
  near((a, b) => a.kind === b.kind);
  for (const piece of now) piece.key ??= fresh();
  return now;
}

/** Where an item of a surface stands on the screen, and how many pixels its unit is. */
export function onScreen(svg, item) {
  const m = svg.getScreenCTM();
  return { x: m.a * item.x + m.e, y: m.d * item.y + m.f, unit: m.a * (item.scale ?? 1) };
}

export const EASE = 'cubic-bezier(.2,.7,.3,1)';

/** Lets an element arrive from where it was on the screen. */
export function arrive(el, from, to, ms) {
  const dx = (from.x - to.x) / to.unit;
  const dy = (from.y - to.y) / to.unit;
  el.firstChild.animate([{ transform: `translate(${dx}px,${dy}px) scale(${from.unit / to.unit})` }, { transform: 'none' }], { duration: ms, easing: EASE });
}
