// The coach: why a move is a mistake, in sentences, with the line that punishes it and a better one, both to be played
// through. Nothing is said of a mistake that is being tried again.
import { $, h } from './dom.js';
import { moveNodes } from './moves.js';
import { isFact } from './review.js';
import { words } from './scene.js';
import { t, told } from './words.js';

/** How long a move of a game against the AI is judged, in milliseconds for each of two positions. */
const LOOK = 300;
/** So many moves of a line are shown. */
const SOME = 10;

const begins = (line, moves) => moves.every((move, i) => line[i] === move);

/** `on`: `keep(place)`, `undo()`, `render()`. */
export function teacher(app, on) {
  const box = $('why');
  let drawn = '';

  /** The move that is spoken of: the ply before it. */
  function spoken() {
    const { ply, line } = app.shown();
    const moves = words(line);
    const why = (at) => app.judged.get(at)?.why;
    if (app.puzzle) return null;
    if (app.retry) return ['good', 'shown'].includes(app.retry.state) && why(ply) ? ply : null;
    // The AI has answered meanwhile.
    if (!app.looking && app.coached !== null && app.coached < ply && why(app.coached)) return app.coached;
    if (why(ply - 1) && begins(why(ply - 1).refutation, moves)) return ply - 1;
    return moves.length && why(ply) && begins(why(ply).better, moves) ? ply : null;
  }

  /** The lines of what is spoken of, each with the ply from which it goes on. */
  function lines() {
    const at = spoken();
    const why = app.judged.get(at)?.why;
    return why ? [[at + 1, why.refutation], [at, why.better]] : [];
  }

  /** The cells that a sentence names: by their names, which have a digit, or behind an `@`. */
  const named = (sentence) => [...sentence.matchAll(/@?[A-Za-z0-9]+/g)].map(([word]) => word)
    .filter((word) => word.startsWith('@') || /\d/.test(word)).map((word) => word.replace('@', ''))
    .filter((word) => app.board.cells.get(word)?.on === 'board');

  /** Players by their names, and moves without their player. Digits stand for players in some games, and are left alone. */
  function plain(sentence) {
    const letters = app.state.players.filter((letter) => !/\d/.test(letter));
    const names = letters.length ? sentence.replace(new RegExp(`\\b(${letters.join('|')})\\b(?!\\[)`, 'g'), (letter) => app.name(letter)) : sentence;
    return names.replace(/\b\w+\[([^\]]*)\]/g, '$1');
  }

  function row(label, from, pv, player) {
    const { players } = app.state;
    const moves = pv.slice(0, SOME).map((move, i) => h('button', { 'data-from': from, 'data-node': pv.slice(0, i + 1).join(' ') }, ...moveNodes(app.game, move, players[(player + i) % 2])));
    const keep = from < app.state.plies ? h('button', { class: 'more', 'aria-label': `${label}: ${t('tree.keep')}`, title: t('tree.keep'), onclick: () => on.keep({ ply: from, line: pv.slice(0, SOME).join(' ') }) }, '+') : null;
    return h('div', { class: 'pv whole' }, h('b', {}, label), ' ', ...moves.flatMap((el) => [el, ' ']), keep);
  }

  function panel() {
    const at = spoken();
    const found = app.judged.get(at);
    const warns = at !== null && app.coached === at;
    box.hidden = !found || !(app.openly() || warns);
    if (box.hidden) {
      drawn = '';
      return box.replaceChildren();
    }
    const { why, loss, mark } = found;
    const { state } = app;
    const move = words(state.record)[at];
    const canUndo = warns && !app.looking && state.seats.some(({ who }) => who === 'human');
    const key = JSON.stringify([state.game, state.session, at, move, why, loss, canUndo, state.plies > at + 1]);
    if (key === drawn) return;
    drawn = key;
    const mover = +state.movers[at];
    const cost = t(isFact(app, at) ? 'coach.cost.proven' : 'coach.cost', { loss: Math.round(100 * loss) });
    const sentences = why.sentences.map((sentence) => h('p', { tabindex: 0, 'data-cells': named(sentence).join(' ') }, plain(told(sentence))));
    const rows = [];
    if (why.refutation.length) rows.push(row(t('coach.refutation'), at + 1, why.refutation, 1 - mover));
    if (why.better.length) rows.push(row(t('coach.better'), at, why.better, mover));
    box.replaceChildren(h('h3', {}, app.name(state.players[mover]), ' ', ...moveNodes(app.game, move, state.players[mover]), ' ', h('i', {}, mark), ` ${cost}`), ...sentences, ...rows,
      ...(canUndo ? [h('button', { class: 'primary', onclick: on.undo }, t('coach.undo'))] : []));
  }

  /** Shows the cells that a sentence names. */
  function point(target) {
    for (const el of document.querySelectorAll('.hit.named')) el.classList.remove('named');
    const cells = target?.closest?.('[data-cells]')?.dataset.cells;
    for (const cell of words(cells)) app.board.hits().find((el) => el.dataset.thing === cell)?.classList.add('named');
  }
  for (const type of ['pointerover', 'focusin']) box.addEventListener(type, ({ target }) => point(target));
  for (const type of ['pointerleave', 'focusout']) box.addEventListener(type, () => point(null));

  /** Judges the last move of a human who plays the AI, if he wants that. */
  async function follow(old) {
    const { state } = app;
    const [first, second] = state.seats;
    if (!app.prefs.coach || first.who === second.who || app.analysing || app.judging || app.looking || !old || state.ply !== old.ply + 1) return;
    const at = old.ply;
    if (state.seats[+state.movers[at]].who !== 'human' || old.session !== state.session) return;
    app.coached = at;
    await app.wire.ask({ do: 'judge', ms: LOOK, from: at, to: at + 1 });
  }

  return { panel, lines, follow };
}
