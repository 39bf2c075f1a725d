// The lines of the search for the position that is shown: each in a row, cut at the end of it or whole.
import { $, h } from './dom.js';
import { tell } from './graph.js';
import { moveNodes } from './moves.js';
import { words } from './scene.js';
import { t } from './words.js';

/** So many moves of a line that is not shown whole. */
const SOME = 12;

const whole = new Set();
let pressed = false;

/** A row: its score, its moves, each a button that shows the position behind it, and the button that shows all of them. */
function row(app, line, names) {
  const { k, pv, ply } = line;
  const open = whole.has(k);
  const made = h('div', { class: open ? 'pv whole' : 'pv' }, h('button', { class: 'more', 'data-whole': k, 'aria-expanded': `${open}`, 'aria-label': t('line.whole', { k }) }, open ? '▾' : '▸'), h('b', {}, tell(line, names)));
  const { players } = app.state;
  const first = players.indexOf(app.shown().turn);
  pv.slice(0, open ? pv.length : SOME).forEach((move, i) => {
    made.append(h('button', { 'data-line': [...words(line.line), ...pv.slice(0, i + 1)].join(' '), 'data-from': ply }, ...moveNodes(app.game, move, players[(first + i) % 2])), ' ');
  });
  return made;
}

export function lines(app) {
  const box = $('lines');
  const found = app.openly() && !app.retry ? app.lines.filter((line) => line && app.leads(line)) : [];
  box.hidden = !found.length;
  // What is under a finger stays there.
  if (!found.length || pressed) return;
  const names = app.state.players.map(app.name);
  const [best] = found;
  const speed = best.nps >= 1e6 ? `${(best.nps / 1e6).toFixed(1)} M/s` : `${Math.round(best.nps / 1e3)} k/s`;
  const mate = best.score.mate !== undefined;
  const nums = h('div', { class: 'nums' }, h('b', {}, tell(best, names)), mate ? (best.score.mate ? h('span', {}, t('line.moves', { n: Math.abs(best.score.mate) })) : null) : h('span', {}, t('line.for', { player: names[0] })), h('span', {}, t('line.depth', { depth: best.depth })), h('span', {}, speed), h('span', { class: 'space' }), h('span', {}, best.from?.startsWith('seat') ? t('line.ai') : app.analysing ? '' : t('line.done')));
  const rows = found.map((line) => {
    const key = `${app.game.name} ${line.ply} ${line.line} ${tell(line, names)} ${whole.has(line.k)} ${line.pv}`;
    const old = [...box.children].find((el) => el.key === key);
    const made = old ?? row(app, line, names);
    made.key = key;
    return made;
  });
  box.replaceChildren(nums, ...rows);
}

/** Lets the button of a line show all of it; `changed` draws the lines. */
export function unfold(changed) {
  const box = $('lines');
  box.addEventListener('pointerdown', () => (pressed = true));
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => setTimeout(() => (pressed = false)));
  box.addEventListener('click', ({ target }) => {
    const el = target.closest('[data-whole]');
    if (!el) return;
    const k = +el.dataset.whole;
    if (!whole.delete(k)) whole.add(k);
    pressed = false;
    changed();
    box.querySelector(`[data-whole="${k}"]`)?.focus();
  });
}
