// After a game: how it ended, how well both played, and what may follow.
import { h } from './dom.js';
import { blunder } from './graph.js';

/** How well moves were played in percent, from the chances they lost: lichess.org's formula. */
export function accuracy(losses) {
  if (!losses.length) return null;
  const one = (loss) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
  return losses.reduce((sum, loss) => sum + one(loss), 0) / losses.length;
}

const WORDS = [['?!', 'slip', 'slips'], ['?', 'mistake', 'mistakes'], ['??', 'blunder', 'blunders']];

/** The accuracy of each player, and how many moves cost how much. */
function played({ state, judged, name }, player) {
  const index = state.players.indexOf(player);
  const losses = [...state.movers].slice(0, state.ply).map((mover, i) => (+mover === index ? judged.get(i)?.loss ?? null : null)).filter((loss) => loss !== null);
  const found = accuracy(losses);
  const faults = WORDS.map(([mark, one, many]) => [losses.filter((loss) => blunder(loss) === mark).length, one, many]).filter(([count]) => count);
  return h('tr', {}, h('th', { scope: 'row' }, name(player)), h('td', {}, found === null ? 'no move' : h('b', {}, `${Math.round(found)} %`)),
    h('td', {}, faults.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(', ') || (found === null ? '' : 'no fault')));
}

/** The part of the status card that a finished game has. `act`: `again(swap)`, `review()`, `save()`, `start()`. */
export function over(app, act) {
  const { state, judging, judgedAll } = app;
  const button = (label, run, attributes = {}) => h('button', { ...attributes, onclick: run }, label);
  const report = judgedAll && !judging
    ? h('table', { class: 'report' }, h('caption', { class: 'hidden' }, 'Accuracy'), ...state.players.map((player) => played(app, player)))
    : h('p', { class: 'note' }, judging ? `Looking at every move: ${judging.done} of ${state.plies + 1}` : 'Review the game to see how well both played.');
  const alike = JSON.stringify(state.seats[0]) === JSON.stringify(state.seats[1]);
  return [report,
    button('Rematch', () => act.again(false), { class: 'primary' }), alike ? null : button('Swap sides', () => act.again(true)),
    button(judging ? 'Stop' : judgedAll ? 'Review again' : 'Review', act.review), button('Save', act.save), button('New game', act.start)].filter(Boolean);
}
