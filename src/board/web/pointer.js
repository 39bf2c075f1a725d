// Mouse, pen and touch on the board: clicks, drags, cancelled drags. It identifies things by their
// `data-thing` only.
import { EASE, element } from './svg.js';

const LIFT = 30;

/** `on`: `grab(thing)` -> `{piece, el, place}` or null; `click(thing)`, `drop(thing, carried)`, `cancel()`, `hover(thing)`. */
export function pointer(area, layer, on) {
  let held = null;

  const thingAt = (x, y) => document.elementFromPoint(x, y)?.closest('[data-thing]')?.getAttribute('data-thing') ?? null;

  function carry(event) {
    const dy = held.touch ? -LIFT : 0;
    held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY + dy}px) scale(${held.unit * 1.08})`;
    const under = thingAt(event.clientX, event.clientY + dy);
    if (under !== held.under) on.hover((held.under = under));
  }

  function lift() {
    const grabbed = on.grab(held.thing);
    if (!grabbed) return false;
    held.piece = grabbed;
    held.unit = grabbed.place.unit;
    held.ghost = element('g', { class: 'lifted' }, grabbed.piece.body);
    layer.append(held.ghost);
    layer.classList.add('on');
    grabbed.el.classList.add('ghost');
    return true;
  }

  /** Takes the carried picture away; the piece itself is again what it was. */
  function put(was) {
    was.ghost?.remove();
    was.piece?.el.classList.remove('ghost');
    if (!layer.firstChild) layer.classList.remove('on');
  }

  // A finger on a movable thing drags it instead of scrolling the page; elsewhere it scrolls. Not
  // all browsers honour `touch-action` inside an SVG.
  area.addEventListener('touchstart', (event) => {
    if (event.target.closest('[data-can], [data-on]')) event.preventDefault();
  }, { passive: false });

  area.addEventListener('pointerdown', (event) => {
    if (held || !event.isPrimary || event.button !== 0) return;
    const el = event.target.closest('[data-thing]');
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, thing: el?.getAttribute('data-thing') ?? null, can: el?.hasAttribute('data-can'), touch: event.pointerType !== 'mouse', empty: !event.target.closest('button, a, input, select') };
    if (el && event.pointerType !== 'mouse') el.setPointerCapture?.(event.pointerId);
  });

  addEventListener('pointermove', (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (held.ghost) return carry(event);
    if (held.still || Math.hypot(event.clientX - held.x, event.clientY - held.y) < (held.touch ? 8 : 4)) return;
    held.still = !held.thing || !lift();
    if (!held.still) carry(event);
  });

  addEventListener('pointerup', (event) => {
    if (!held || event.pointerId !== held.id) return;
    const was = held;
    held = null;
    if (!was.ghost) {
      // A press that moved away without a piece is a scroll or a slip, not a click.
      const far = Math.hypot(event.clientX - was.x, event.clientY - was.y) > (was.touch ? 12 : 8);
      if (far) return;
      if (was.thing) on.click(was.thing);
      else if (was.empty) on.click(null);
      return;
    }
    const y = event.clientY - (was.touch ? LIFT : 0);
    const thing = thingAt(event.clientX, y);
    if (thing === null || thing === was.thing) {
      back(was, event.clientX, y);
      on.cancel();
      return;
    }
    on.drop(thing, {
      key: was.piece.piece.key, x: event.clientX, y, unit: was.unit,
      done: () => put(was),
      refuse: () => back(was, event.clientX, y),
    });
  });

  function back(was, x, y) {
    const { place } = was.piece;
    const ms = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150;
    was.ghost.animate([{ transform: `translate(${x}px, ${y}px) scale(${was.unit * 1.08})` }, { transform: `translate(${place.x}px, ${place.y}px) scale(${was.unit})` }], { duration: ms, easing: EASE, fill: 'forwards' })
      .onfinish = () => put(was);
  }

  /** A drag that something else ends: the system, Esc, a new position. */
  function cancel() {
    if (!held) return false;
    const was = held;
    held = null;
    put(was);
    on.cancel();
    return true;
  }

  addEventListener('pointercancel', (event) => {
    if (held?.id === event.pointerId) cancel();
  });
  addEventListener('blur', cancel);
  return { cancel, carrying: () => Boolean(held?.ghost) };
}
