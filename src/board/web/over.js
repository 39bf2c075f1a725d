// After a game: how it ended, how well both played, and what may follow.
import { h } from './dom.js';
import { t } from './words.js';

/** How well moves were played in percent, from the chances they lost: lichess.org's formula. */
export function accuracy(losses) {
  if (!losses.length) return null;
  const one = (loss) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
  return losses.reduce((sum, loss) => sum + one(loss), 0) / losses.length;
}

const FAULTS = { '?!': 'over.slips', '?': 'over.mistakes', '??': 'over.blunders' };

/** The accuracy of each player, and how many moves cost how much. */
function played({ state, judged, name }, player) {
  const index = state.players.indexOf(player);
  const moves = [...state.movers].slice(0, state.ply).map((mover, i) => (+mover === index ? judged.get(i) : null)).filter((one) => (one?.loss ?? null) !== null);
  const found = accuracy(moves.map(({ loss }) => loss));
  const faults = Object.entries(FAULTS).map(([mark, name]) => [name, moves.filter((one) => one.mark === mark).length]).filter(([, count]) => count);
  return h('tr', {}, h('th', { scope: 'row' }, name(player)), h('td', {}, found === null ? t('over.unmoved') : h('b', {}, `${Math.round(found)} %`)),
    h('td', {}, faults.map(([name, n]) => t(name, { n })).join(', ') || (found === null ? '' : t('review.clean'))));
}

/** The part of the status card that a finished game has. `act`: `again(swap)`, `review()`, `save()`, `start()`. */
export function over(app, act) {
  const { state, judging, judgedAll } = app;
  const button = (label, run, attributes = {}) => h('button', { ...attributes, onclick: run }, label);
  const report = judgedAll && !judging
    ? h('table', { class: 'report' }, h('caption', { class: 'hidden' }, t('review.accuracy')), ...state.players.map((player) => played(app, player)))
    : h('p', { class: 'note' }, judging ? t('over.judging', { done: judging.done, total: state.plies + 1 }) : t('over.hint'));
  const alike = JSON.stringify(state.seats[0]) === JSON.stringify(state.seats[1]);
  return [report,
    button(t('over.again'), () => act.again(false), { class: 'primary' }), alike ? null : button(t('over.swap'), () => act.again(true)),
    button(judging ? t('stop') : judgedAll ? t('over.anew') : t('over.review'), act.review), button(t('save'), act.save), button(t('new'), act.start)].filter(Boolean);
}
