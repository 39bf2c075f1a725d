// Everything beside the board: the strips of the players, the status, lines of play, the graph, the list of moves.
import { $, h } from './dom.js';
import { blunder, chanceAt, graph, tell } from './graph.js';
import { words } from './scene.js';
import { element } from './svg.js';
import { chip } from './tints.js';

const ENDINGS = {
  pieces: 'too few pieces are left', blocked: 'no move is left', eliminated: 'no piece is left', stalemate: 'nobody can move', dead: 'nobody can win any more',
  stacks: 'no stack is left', moves: 'no move is left', points: 'by points', repetition: 'the position was repeated too often', quiet: 'too long without progress', resigned: 'by resignation',
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
  return `AI · level ${seat.level}${seat.remember ? ` · ${seat.remember}` : ''}`;
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
    const holds = el.querySelector('.holds');
    holds.textContent = (view.narrow && short) || text;
    holds.title = hint ?? text;
    holds.classList.toggle('big', big);
  }
}

/** The list of moves. A game that only went on gets the new moves alone: a long one would be slow to build at every ply. */
export function moveList(app) {
  const box = $('moves');
  const { state, judged } = app;
  const list = words(state.record);
  const grades = list.map((_, i) => blunder(judged.get(i)?.loss ?? 0));
  const old = box.shown;
  const goesOn = old && !state.redo && !old.redo && old.list.length <= list.length && old.list.every((move, i) => move === list[i] && old.grades[i] === grades[i]) && old.players === `${state.players}`;
  const shown = goesOn ? old : { list: [], grades: [], redo: state.redo, players: `${state.players}`, number: 0, cell: null, last: null };
  if (!goesOn) box.replaceChildren(...(list.length ? [] : [h('p', {}, 'No move yet.')]));
  else if (!old.list.length && list.length) box.replaceChildren();
  box.shown = shown;
  for (let i = shown.list.length; i < list.length; i++) {
    const player = state.players[state.movers[i]];
    if (player !== shown.last) {
      const column = state.players.indexOf(player);
      if (column === 0 || shown.last === null) {
        shown.number += 1;
        box.append(h('span', { class: 'n' }, `${shown.number}.`));
        if (column === 1) box.append(h('span'));
      }
      shown.cell = h('span');
      box.append(shown.cell);
    } else shown.cell.append(' ');
    shown.last = player;
    const title = grades[i] && `costs ${Math.round(100 * judged.get(i).loss)} % of the chances; best was ${judged.get(i).best ?? ''}`;
    shown.cell.append(h('button', { 'data-ply': i + 1, class: i >= state.ply ? 'ahead' : null }, list[i], grades[i] ? h('i', { title }, grades[i]) : null));
    shown.list.push(list[i]);
    shown.grades.push(grades[i]);
  }
  const ply = app.looking ? app.looking.ply : state.ply;
  box.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const now = box.querySelector(`[data-ply="${ply}"]`);
  box.querySelector('.now')?.classList.remove('now');
  now?.setAttribute('aria-current', 'true');
  now?.parentElement.classList.add('now');
  // Where it stands is known once the page is laid out.
  requestAnimationFrame(() => {
    if (!now?.isConnected) return now ? null : (box.scrollTop = 0);
    const top = now.offsetTop - box.clientHeight / 2;
    if (now.offsetTop < box.scrollTop || now.offsetTop + now.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top;
  });
}

/** The lines of the search for the position that is shown. */
export function lines(app) {
  const box = $('lines');
  const { state } = app;
  const found = app.openly() ? app.lines.filter(Boolean) : [];
  box.hidden = !found.length;
  if (!found.length) return;
  const names = state.players.map(app.name);
  const [best] = found;
  const speed = best.nps >= 1e6 ? `${(best.nps / 1e6).toFixed(1)} M/s` : `${Math.round(best.nps / 1e3)} k/s`;
  box.replaceChildren(
    h('div', { class: 'nums' }, h('b', {}, tell(best, names)), best.score.mate === undefined ? h('span', {}, `for ${names[0]}`) : null, h('span', {}, `depth ${best.depth}`), h('span', {}, speed), h('span', { class: 'space' }), h('span', {}, best.from?.startsWith('seat') ? 'the AI thinks' : app.analysing ? '' : 'done')),
    ...found.map((line) => h('div', { class: 'pv' }, h('b', {}, tell(line, names)), ...line.pv.slice(0, 12).flatMap((move, i) => [h('button', { 'data-line': line.pv.slice(0, i + 1).join(' '), 'data-from': line.ply }, move), ' ']))),
  );
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
