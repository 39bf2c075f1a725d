// The board on the screen: surfaces (the board, racks, hands), their layers, and what lies on them.
// It knows no game: a game defines where its cells and pieces are, the picker which of them can be
// clicked.
import { needed, paths, position } from './scene.js';
import { EASE, arrive, element, match, onScreen, sync } from './svg.js';
import { t } from './words.js';

const LAYERS = ['base', 'ground', 'under', 'pieces', 'over', 'marks', 'fx', 'hits', 'top', 'choice'];
const NONE = new Map();
/** The size of a choice in its bubble. */
const ENTRY = 150;
const TALL = 144;

/** A ring where something goes, perhaps with a faint picture of it. */
const spot = ({ x, y, frame }, piece) => `<g class="spot" transform="translate(${x} ${y})">${piece ? `<g class="ghost">${piece.body}</g>` : ''}${frame}</g>`;

/** The middle of an element on the screen. */
function middle(el) {
  const { x, y, width, height } = el.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** What is clicked, focused and read aloud. */
function target(cell, { mine, able, on, piece, picked, tint, empty }) {
  const { thing, x, y, title, button, frame } = cell;
  const can = able && (picked.length ? t('cell.target') : t('cell.able'));
  return {
    key: thing, x, y,
    cls: `hit${able ? ' can' : ''}${button ? ' push' : ''}${on ? ' on' : ''}`,
    body: (title ? `<title>${title}</title>` : '') + (button ? `${frame}<text>${button}</text>` : cell.hit ?? frame),
    attributes: {
      'data-thing': mine ? thing : null, 'data-can': able ? '' : null, 'data-on': on ? '' : null,
      role: 'button', tabindex: '-1', 'aria-disabled': able ? null : 'true',
      'aria-label': [cell.label ?? thing, piece?.label ?? (empty && t('cell.empty')), picked.includes(thing) && t('cell.chosen'), can, tint?.word].filter(Boolean).join(', '),
    },
  };
}

export class Board {
  /** `host(surface)` gives the element that a surface's drawing goes into. */
  constructor(svg, host) {
    this.main = svg;
    this.host = host;
    this.surfaces = new Map();
    this.pieces = [];
    this.count = 0;
    this.active = null;
  }

  fresh = () => (this.count += 1);

  surface({ id, box, ground }, player) {
    let made = this.surfaces.get(id);
    if (!made) {
      const svg = id === 'board' ? this.main : element('svg');
      svg.replaceChildren();
      svg.setAttribute('data-surface', id);
      const layers = Object.fromEntries(LAYERS.map((name) => [name, svg.appendChild(element('g', { class: `layer-${name}` }))]));
      made = { id, svg, layers, drawn: null };
      this.surfaces.set(id, made);
    }
    if (id !== 'board') {
      const host = this.host(id, player);
      if (made.svg.parentNode !== host) host.append(made.svg);
    }
    if (made.box !== `${box}`) {
      made.box = `${box}`;
      made.matrix = null;
      made.svg.setAttribute('viewBox', box.join(' '));
    }
    if (made.drawn !== ground) {
      made.drawn = ground;
      made.layers.base.innerHTML = ground;
    }
    return made;
  }

  /** Another game: nothing of the old one stays. */
  clear() {
    for (const { id, svg } of this.surfaces.values()) if (id !== 'board') svg.remove();
    this.main.replaceChildren();
    this.surfaces.clear();
    this.pieces = [];
    this.active = null;
  }

  /** Draws everything but marks. `scene`: game, model (as it looks while a move is picked), real (as it is), view, picked, next (things
      that may follow), fits (things beside the board that can be played, if it matters), last (things of the last turn), animate, from (where a dropped piece comes from). */
  show(scene) {
    const { game, model, view, picked, next } = scene;
    const layout = game.drawing.cells(view, model);
    const kept = new Set(layout.map(({ id }) => id));
    for (const [id, { svg }] of this.surfaces) {
      if (kept.has(id)) continue;
      svg.remove();
      this.surfaces.delete(id);
    }
    const before = scene.animate ? this.where(true) : NONE;
    const old = this.pieces;
    const pieces = match(old, game.drawing.draw(model, view), this.fresh);
    this.pieces = pieces;
    const standing = new Map(pieces.filter((piece) => piece.label).map((piece) => [`${piece.on ?? 'board'} ${piece.at}`, piece]));
    const can = new Set(next);
    const chosen = new Set(picked);
    this.cells = new Map();
    this.scene = scene;
    const elements = new Map();
    for (const area of layout) {
      const surface = this.surface(area, area.player);
      const here = (thing) => standing.get(`${area.id} ${thing}`);
      const under = [];
      const over = [];
      const hits = [];
      for (const cell of area.cells) {
        // A piece that fills its cell would hide what is under it.
        const cover = cell.full ? over : under;
        const mine = scene.edits || cell.player === undefined || cell.player === model.turn;
        if (mine) this.cells.set(cell.thing, { ...cell, on: area.id });
        const { thing, x, y } = cell;
        const able = mine && can.has(thing);
        const piece = here(thing);
        if (area.id === 'board' && !cell.button && scene.last.has(thing)) {
          cover.push({ key: `last ${thing}`, x, y, cls: !piece ? 'lastfrom' : cell.full ? 'last full' : 'last', body: (!piece && cell.from) || cell.frame });
        }
        const on = mine && chosen.has(thing);
        const left = model !== scene.real && picked.length > 1 && thing === picked[0];
        if (on && !cell.button && !left) cover.push({ key: `sel ${thing}`, x, y, cls: 'sel', body: cell.frame });
        if (able && picked.length > 0 && !cell.button && !scene.edits) {
          if (piece || !cell.dot) over.push({ key: `ring ${thing}`, x, y, cls: 'ring', body: cell.ring ?? cell.frame });
          else {
            if (cell.soft) under.push({ key: `soft ${thing}`, x, y, cls: 'soft', body: cell.soft });
            over.push({ key: `dot ${thing}`, x, y, cls: 'dot', body: `<circle r="${cell.dot}"/>` });
          }
        }
        const tint = able && scene.tints?.get(thing);
        if (tint) {
          const [dx, r] = piece ? [22, 13] : [0, 17];
          const unit = (game.drawing.step ?? 100) / 100;
          over.push({ key: `tint ${thing}`, x, y, cls: `tint ${tint.result}`, body: `<g transform="translate(${dx * unit} ${-dx * unit}) scale(${Math.max(unit, 0.45)})"><circle r="${r}"/><text>${tint.sign}</text></g>` });
        }
        if (!cell.button || able || on) hits.push(target(cell, { mine, able, on, piece, picked, tint, empty: !piece && cell.dot && !cell.gone }));
      }
      const own = pieces.filter((piece) => (piece.on ?? 'board') === area.id);
      // What lies beside the board and cannot be played now is faint.
      for (const piece of own) if (piece.on) piece.cls = scene.fits && area.player === model.turn && !scene.fits.has(piece.at) ? 'idle' : '';
      const first = picked.length > 0 ? picked[0] : null;
      for (const layer of ['ground', 'pieces']) {
        const drawn = sync(surface.layers[layer], own.filter((piece) => (piece.layer ?? 'pieces') === layer));
        for (const [key, el] of drawn) elements.set(key, el);
      }
      sync(surface.layers.under, under);
      sync(surface.layers.over, over);
      sync(surface.layers.hits, hits);
      sync(surface.layers.marks, area.id === 'board' ? this.ghost(scene, first) : []);
    }
    this.elements = elements;
    this.choose(scene);
    this.rove();
    if (scene.animate) this.animate(old, before, scene);
  }

  /** A faint piece on the place it leaves while the rest of its move is picked. */
  ghost({ game, real, view, picked }, first) {
    if (picked.length < 2 || !real || !this.cells.get(first) || this.cells.get(first).on !== 'board') return [];
    const piece = game.drawing.draw(real, view).find((piece) => piece.at === first && (piece.on ?? 'board') === 'board');
    return piece ? [{ ...piece, key: 'ghost', cls: 'ghost' }] : [];
  }

  /** Where each piece is on the screen. After a change the surfaces count as where they were: to look anew would cost a
      layout of the page, and soon another. */
  where(anew = false) {
    const places = new Map();
    if (anew) for (const surface of this.surfaces.values()) surface.matrix = null;
    for (const piece of this.pieces) {
      const surface = this.surfaces.get(piece.on ?? 'board');
      if (!surface) continue;
      surface.matrix ??= surface.svg.getScreenCTM();
      const m = surface.matrix;
      if (m) places.set(piece.key, { x: m.a * piece.x + m.e, y: m.d * piece.y + m.f, unit: m.a * (piece.scale ?? 1), el: this.elements.get(piece.key) });
    }
    return places;
  }

  animate(old, before, { game, from, origin }) {
    const was = new Map(old.map((piece) => [piece.key, piece]));
    const after = this.where();
    const centre = origin && this.cells.get(origin);
    for (const piece of this.pieces) {
      const el = this.elements.get(piece.key);
      const start = from?.key === piece.key ? from : before.get(piece.key);
      const end = after.get(piece.key);
      if (!end) continue;
      const past = was.get(piece.key);
      if (!past) {
        el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
        continue;
      }
      if (start && Math.hypot(start.x - end.x, start.y - end.y) > 1) arrive(el, start, end, piece.ms ?? 180);
      else if (past.look !== piece.look && piece.kind !== 'note') {
        const delay = centre ? (40 * Math.hypot(piece.x - centre.x, piece.y - centre.y)) / (game.drawing.step ?? 100) : 0;
        this.fade(past, delay);
      }
      was.delete(piece.key);
    }
    for (const past of was.values()) if (!this.elements.has(past.key) && past.kind !== 'note') this.fade(past, 60);
  }

  /** The last picture of a piece, which goes. */
  fade(piece, delay) {
    const layer = this.surfaces.get(piece.on ?? 'board')?.layers.fx;
    if (!layer) return;
    const el = element('g', { transform: `translate(${piece.x} ${piece.y}) scale(${piece.scale ?? 1})` }, piece.body);
    layer.append(el);
    el.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 200, delay, fill: 'both', easing: EASE }).onfinish = () => el.remove();
  }

  /** Arrows, rings and translucent pieces for moves: `{things, rank}`, the best first. Several have numbers. */
  mark(marks) {
    const layer = this.surfaces.get('board').layers.top;
    layer.innerHTML = '';
    for (const surface of this.surfaces.values()) if (surface.id !== 'board') surface.layers.marks.replaceChildren();
    const unit = (this.scene.game.drawing.step ?? 100) / 100;
    const badge = (at, rank) => (marks.length > 1 ? rankBadge(at, unit < 0.5 ? 0.75 : 1, rank) : '');
    for (const { things, rank } of [...marks].reverse()) {
      const cells = things.map((thing) => this.cells.get(thing)).filter(Boolean);
      // A pass has no place on the board.
      if (!cells.length) continue;
      const onBoard = cells.filter((cell) => cell.on === 'board' && !cell.button);
      const g = element('g', { class: `mark rank${rank}` });
      if (onBoard.length >= 2) {
        const [from, to] = onBoard;
        g.innerHTML = arrow(from, to, unit, [13, 9, 6][rank - 1]) + onBoard.slice(2).map((cell) => spot(cell)).join('')
          + badge(onArrow(from, to, unit, rank), rank);
      } else if (onBoard.length === 1) {
        const [cell] = onBoard;
        const source = things.find((thing) => this.cells.get(thing)?.on !== 'board');
        const piece = this.pieces.find((piece) => piece.at === source && piece.on === this.cells.get(source)?.on);
        const turn = ((240 * (rank - 1) - 60) * Math.PI) / 180;
        g.innerHTML = spot(cell, piece) + badge({ x: cell.x + 44 * unit * Math.cos(turn), y: cell.y + 44 * unit * Math.sin(turn) }, rank);
      } else {
        g.innerHTML = spot(cells[0]) + (marks.length > 1 ? rankBadge({ x: cells[0].x + 13, y: cells[0].y - 13 }, 0.5, rank) : '');
        this.surfaces.get(cells[0].on).layers.marks.append(g);
        continue;
      }
      layer.append(g);
    }
  }

  /** The bubble that asks how a move goes on: one entry for each choice. */
  choose({ game, real, picked, next }) {
    const layer = this.surfaces.get('board').layers.choice;
    layer.replaceChildren();
    const cell = this.cells.get(picked.at(-1));
    const choices = next.map((thing) => game.things.get(thing)).filter((thing) => thing?.area === 'choice');
    if (!cell || !choices.length) return;
    const first = real.pieces.findLast(({ at }) => at === picked[0])?.kind;
    const entries = choices.map(({ id, name, shows }) => {
      const kind = game.kinds.get(shows) ?? first;
      return { thing: id, label: name, body: kind ? game.drawing.portrait?.(game, kind) ?? '' : '' };
    });
    const [left, top, width] = this.surfaces.get('board').box.split(',').map(Number);
    const wide = Math.min(ENTRY, (width - 8) / entries.length);
    const w = wide * entries.length;
    const x = Math.min(Math.max(cell.x - w / 2, left + 4), left + width - w - 4);
    const above = cell.y - 66 - TALL > top;
    const y = above ? cell.y - 62 - TALL : cell.y + 62;
    const tip = above ? `M${cell.x - 14} ${y + TALL - 1}l14 16l14 -16z` : `M${cell.x - 14} ${y + 1}l14 -16l14 16z`;
    const g = element('g', { class: 'chooser', role: 'group', 'aria-labelledby': 'help' }, `<rect x="${x}" y="${y}" width="${w}" height="${TALL}" rx="14"/><path d="${tip}"/>`);
    entries.forEach(({ thing, label, body }, i) => {
      g.append(element('g', { class: 'entry', 'data-thing': thing, 'data-can': '', role: 'button', tabindex: '0', 'aria-label': label, transform: `translate(${x + wide * (i + 0.5)} ${y + 58})` },
        `<rect x="${8 - wide / 2}" y="-50" width="${wide - 16}" height="${TALL - 16}" rx="10"/><g class="still">${body}</g><text class="co" y="68">${label}</text>`));
    });
    layer.append(g);
  }

  hits() {
    return [...this.surfaces.values()].flatMap(({ layers }) => [...layers.hits.children]).filter((el) => el.hasAttribute('data-thing'));
  }

  /** One stop of the tab key for the whole board: the thing used last, or the first that can be chosen. */
  rove() {
    const all = this.hits();
    const stop = all.find((el) => el.getAttribute('data-thing') === this.active) ?? all.find((el) => el.hasAttribute('data-can')) ?? all[0];
    stop?.setAttribute('tabindex', '0');
    this.stop = stop;
  }

  focus(thing) {
    this.active = thing;
    const el = this.hits().find((hit) => hit.getAttribute('data-thing') === thing);
    if (!el) return;
    this.stop?.setAttribute('tabindex', '-1');
    el.setAttribute('tabindex', '0');
    this.stop = el;
    el.focus({ preventScroll: false });
  }

  /** Where an arrow leads from an element: on a rack, left and right to the one before or behind in the order of reading, so that none is
      passed over, and from the ends off the rack; else to the nearest in that direction, small angles first: along a line rather than to what lies as near off it. */
  beside(el, dx, dy) {
    const all = this.hits().map((el) => ({ el, ...middle(el) }));
    const from = middle(el);
    const row = dx && !el.closest('[data-surface=board]') ? all.filter((one) => one.el.parentNode === el.parentNode) : [];
    row.sort((a, b) => Math.abs(a.y - b.y) > 1 ? a.y - b.y : a.x - b.x);
    let best = row[row.findIndex((one) => one.el === el) + dx];
    let least = best ? 0 : Infinity;
    for (const other of all) {
      const along = (other.x - from.x) * dx + (other.y - from.y) * dy;
      const across = Math.abs((other.x - from.x) * dy - (other.y - from.y) * dx);
      const cost = along + 2.1 * across;
      if (cost >= least || along <= 1 || across > along * 1.8 || row.includes(other)) continue;
      [best, least] = [other, cost];
    }
    return best?.el.getAttribute('data-thing');
  }

  /** The piece that lies on a thing, with its element, for dragging. */
  pieceAt(thing) {
    const cell = this.cells.get(thing);
    const piece = cell && [...this.pieces].reverse().find((piece) => piece.at === thing && (piece.on ?? 'board') === cell.on && piece.label !== undefined);
    const alike = piece ?? (cell && this.pieces.find((piece) => piece.at === thing && piece.on === cell.on));
    if (!alike) return null;
    return { piece: alike, el: this.elements.get(alike.key), place: onScreen(this.surfaces.get(cell.on).svg, alike) };
  }
}

/** How far along its arrow the number of a move stands: those of the same move, or of two that cross, lie side by side. */
const ALONG = [0.52, 0.36, 0.68];

/** Where the number of a move stands: on its arrow or, if that is short, before its head. */
function onArrow(from, to, unit, rank) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length < 90 * unit ? 1 + (14 * unit) / length : ALONG[rank - 1];
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const rankBadge = ({ x, y }, size, rank) => `<g class="badge" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})"><circle r="15"/><text>${rank}</text></g>`;

function arrow(from, to, unit, width) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const ux = (to.x - from.x) / length;
  const uy = (to.y - from.y) / length;
  const at = (along, aside) => `${(from.x + ux * along - uy * aside).toFixed(1)},${(from.y + uy * along + ux * aside).toFixed(1)}`;
  const start = Math.min(30 * unit, 0.2 * length);
  const head = Math.min(30 * unit, 0.45 * length);
  const w = (width * unit) / 2;
  return `<polygon points="${[at(start, w), at(length - head, w), at(length - head, 2.7 * w), at(length, 0), at(length - head, -2.7 * w), at(length - head, -w), at(start, -w)].join(' ')}"/>`;
}

/** The part of a large board where something lies, with some room around it. */
function part(places, room) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return [left, top, Math.max(...xs) + room - left, Math.max(...ys) + room - top];
}

/** A small still picture of a position, for the start dialog and the rules, with moves as arrows or rings. */
export function picture(game, sketch, box) {
  const model = position(game, sketch);
  const looks = { flip: false, near: game.players[0], columns: 7 };
  const [area, ...others] = game.drawing.cells(looks, model);
  const own = others.filter(({ player }) => !player || player === model.turn).map(({ id }) => id);
  const all = game.drawing.draw(model, looks);
  const pieces = all.filter((piece) => (piece.on ?? 'board') === 'board');
  const cells = new Map(area.cells.map((cell) => [cell.thing, cell]));
  const step = game.drawing.step ?? 100;
  const put = (list) => list.map(({ x, y, scale = 1, body, cls = '' }) => `<g class="${cls}" transform="translate(${x} ${y}) scale(${scale})">${body}</g>`).join('');
  const sequences = paths(sketch.paths).map((path) => needed(game, path));
  const onBoard = (things) => things.map((thing) => cells.get(thing)).filter((cell) => cell && !cell.button);
  const over = sequences.map((things) => {
    const spots = onBoard(things);
    if (spots.length > 1) return `<g class="rank1">${arrow(spots[0], spots[1], step / 100, 9)}</g>${spots.slice(2).map((cell) => spot(cell)).join('')}`;
    const source = all.find((piece) => things.includes(piece.at) && own.includes(piece.on));
    return spots.map((cell) => spot(cell, source)).join('');
  }).join('');
  const seen = box ?? (area.zoom ? part([...pieces, ...onBoard(sequences.flat())], 3 * step) : area.box);
  return element('svg', { viewBox: seen.join(' '), 'aria-hidden': 'true', 'data-step': step < 50 ? 'small' : null },
    `${area.ground}${put(pieces.filter((piece) => piece.layer === 'ground'))}${put(pieces.filter((piece) => piece.layer !== 'ground'))}<g class="mark">${over}</g>`);
}
