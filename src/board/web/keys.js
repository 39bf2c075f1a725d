// The keyboard. The arrows move over the board if it was reached by keyboard, and over the plies
// otherwise.
import { $ } from './dom.js';

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const COMMANDS = {
  z: 'undo', y: 'redo', h: 'hint', f: 'flip', '/': 'type', '?': 'keys', F: 'full', ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'before', ArrowDown: 'behind', c: 'note', Home: 'first', End: 'last',
};

/** `on`: `run(command)`, `click(thing)`, `escape()`; nothing is heard while it is not `ready()`. */
export function keyboard(board, on) {
  let keyed = true;
  let pressing = false;
  addEventListener('pointerdown', () => (pressing = true), true);
  addEventListener('pointerup', () => (pressing = false), true);
  addEventListener('focusin', () => (keyed = !pressing));

  /** Chooses the thing that has the focus, which stays where the eyes are. */
  function choose({ dataset: { thing } }) {
    on.click(thing);
    const entry = document.querySelector('.chooser .entry');
    if (entry) entry.focus();
    else if (board.cells.has(thing)) board.focus(thing);
    else board.stop?.focus();
  }

  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    // A field of a dialog that has just closed keeps the focus until the next frame.
    const typing = target.closest('input, textarea, select')?.checkVisibility();
    if (event.ctrlKey || event.metaKey || event.altKey || !on.ready() || typing) return;
    if (key === 'Escape') return on.escape();
    const cell = target.closest('.hit, .entry');
    if (cell && keyed && ARROWS[key]) {
      const thing = board.beside(cell, ...ARROWS[key]);
      if (thing) board.focus(thing);
    } else if (cell && (key === 'Enter' || key === ' ')) choose(cell);
    else if (COMMANDS[key]) on.run(COMMANDS[key]);
    else return;
    event.preventDefault();
  });
}
