// Everything beside the board: the strips of the players, what they hold, the chances.
import { drawClock } from './clock.js';
import { $, h } from './dom.js';
import { chanceAt, graph } from './graph.js';
import { element } from './svg.js';
import { chip } from './tints.js';
import { t, told } from './words.js';


/** The result in a sentence, and why. */
export function outcome({ result, score }, name) {
  const points = score ? ` · ${score.map((n) => `${n}`.replace('-', '−')).join(' : ')}` : '';
  return [result.winner ? t('result.win', { player: name(result.winner) }) : t('result.draw'), t(`ending.${result.ending}`) + points];
}

/** Who has a seat, as its strip says it. */
export function seatText(seat, alone) {
  if (seat.who === 'human') return seat.name ?? (alone ? t('seat.you') : t('seat.human'));
  return [t('seat.ai', { level: seat.level }), seat.remember, seat.tables && t('seat.tables'), seat.book && t('seat.book')].filter(Boolean).join(' · ');
}

export function strips(app) {
  const { game, state, view } = app;
  const shown = app.shown();
  const alone = state.seats.filter((seat) => seat.who === 'human').length === 1;
  for (const [id, player] of [['near', view.near], ['far', state.players.find((p) => p !== view.near)]]) {
    const el = $(id);
    const i = state.players.indexOf(player);
    const [text, short, hint] = ['text', 'short', 'hint'].map((one) => told(shown.scene.status[i][one]));
    const big = shown.scene.status[i].is_score ?? false;
    if (el.dataset.player !== player || !el.firstChild || el.dataset.game !== game.name) {
      el.dataset.player = player;
      el.dataset.game = game.name;
      const icon = element('svg', { class: 'chip', viewBox: '-11 -11 22 22', 'aria-hidden': 'true' }, chip(game, player));
      el.replaceChildren(icon, h('b', {}, app.name(player)), h('button', { class: 'who' }), h('span', { class: 'hand' }), h('span', { class: 'holds' }));
    }
    el.classList.toggle('on', !shown.result && shown.turn === player);
    const who = el.querySelector('.who');
    who.textContent = app.puzzle ? '' : seatText(state.seats[i], alone);
    who.dataset.seat = i + 1;
    who.title = t('seat.change');
    drawClock(el, i);
    const holds = el.querySelector('.holds');
    const heaps = game.drawing.holds?.(app.model, player);
    const drawn = JSON.stringify([text, heaps, view.narrow]);
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
  const chance = line && app.here(line) ? line.chance : app.looking?.line ? undefined : chanceAt(judged, ply);
  const bar = $('bar');
  bar.classList.toggle('off', !open || chance === undefined);
  bar.classList.toggle('turned', view.near !== state.players[0]);
  if (chance !== undefined) {
    bar.style.setProperty('--chance', `${(100 * chance).toFixed(1)}%`);
    bar.setAttribute('aria-label', t('chances.of', { player: app.name(state.players[0]), chance: Math.round(100 * chance) }));
  }
  const box = $('graph');
  box.hidden = !open || judged.size < 2 || !state.plies;
  if (!box.hidden) graph(app.graph, { judged, plies: state.plies, ply });
}
