// Everything beside the board: the strips of the players, what they hold, the chances.
import { drawClock } from './clock.js';
import { $, h } from './dom.js';
import { chanceAt, graph } from './graph.js';
import { element } from './svg.js';
import { chip } from './tints.js';

const ENDINGS = {
  pieces: 'too few pieces are left', blocked: 'no move is left', eliminated: 'no piece is left', stalemate: 'nobody can move', dead: 'nobody can win any more',
  stacks: 'no stack is left', moves: 'no move is left', points: 'by points', repetition: 'the position was repeated too often', quiet: 'too long without progress', resigned: 'by resignation', time: 'no time is left',
};

/** The result in a sentence, and why. */
export function outcome({ result, score }, name) {
  const why = ENDINGS[result.ending] ?? result.ending;
  const points = score ? ` · ${score.map((n) => `${n}`.replace('-', '−')).join(' : ')}` : '';
  return [result.winner ? `${name(result.winner)} wins` : 'A draw', `${why[0].toUpperCase()}${why.slice(1)}${points}`];
}

/** Who has a seat, as its strip says it. */
export function seatText(seat, alone) {
  if (seat.who === 'human') return seat.name ?? (alone ? 'You' : 'Human');
  return `AI · level ${seat.level}${seat.remember ? ` · ${seat.remember}` : ''}${seat.tables ? ' · tables' : ''}${seat.book ? ' · book' : ''}`;
}

export function strips(app) {
  const { game, state, view } = app;
  const shown = app.shown();
  const alone = state.seats.filter((seat) => seat.who === 'human').length === 1;
  for (const [id, player] of [['near', view.near], ['far', state.players.find((p) => p !== view.near)]]) {
    const el = $(id);
    const i = state.players.indexOf(player);
    const { text, short, hint, is_score: big = false } = shown.scene.status[i];
    if (el.dataset.player !== player || !el.firstChild || el.dataset.game !== game.name) {
      el.dataset.player = player;
      el.dataset.game = game.name;
      const icon = element('svg', { class: 'chip', viewBox: '-11 -11 22 22', 'aria-hidden': 'true' }, chip(game, player));
      el.replaceChildren(icon, h('b', {}, app.name(player)), h('button', { class: 'who' }), h('span', { class: 'hand' }), h('span', { class: 'holds' }));
    }
    el.classList.toggle('on', !shown.result && shown.turn === player);
    const who = el.querySelector('.who');
    who.textContent = seatText(state.seats[i], alone);
    who.dataset.seat = i + 1;
    who.title = 'Change who plays this side';
    drawClock(el, i);
    const holds = el.querySelector('.holds');
    const heaps = game.drawing.holds?.(app.model, player);
    const drawn = JSON.stringify([text, heaps]);
    if (holds.drawn !== drawn) {
      holds.drawn = drawn;
      holds.replaceChildren(...(heaps ? heaps.flatMap(({ picture, box, count }) => [element('svg', { class: 'sketch', viewBox: box, 'aria-hidden': 'true' }, picture), `×${count} `]) : [(view.narrow && short) || text]));
      holds.setAttribute('aria-label', text);
    }
    holds.title = hint ?? text;
    holds.classList.toggle('big', big);
  }
}

export function chances(app) {
  const { state, judged, view } = app;
  const open = app.openly();
  const ply = app.looking ? app.looking.ply : state.ply;
  const [line] = app.lines;
  const chance = line?.ply === ply ? line.chance : chanceAt(judged, ply);
  const bar = $('bar');
  bar.classList.toggle('off', !open || chance === undefined);
  bar.classList.toggle('turned', view.near !== state.players[0]);
  if (chance !== undefined) {
    bar.style.setProperty('--chance', `${(100 * chance).toFixed(1)}%`);
    bar.setAttribute('aria-label', `Chances of ${app.name(state.players[0])}: ${Math.round(100 * chance)} %`);
  }
  const box = $('graph');
  box.hidden = !open || !judged.size || !state.plies;
  if (!box.hidden) graph(app.graph, { judged, plies: state.plies, ply });
}
