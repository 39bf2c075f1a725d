// The list of moves, and how a move is written there: with a picture, if the game has one for it.
import { $, h } from './dom.js';
import { blunder } from './graph.js';
import { words } from './scene.js';
import { element } from './svg.js';
import { t } from './words.js';

/** A move of a player as it stands in a list. */
export function moveNodes(game, text, player) {
  const { picture, box, after } = game.drawing.sketch?.(game, text, player) ?? {};
  return picture ? [element('svg', { class: 'sketch', viewBox: box, role: 'img', 'aria-label': text }, picture), h('span', { title: text }, after)] : [text];
}

/** The list of moves. A game that only went on gets the new moves alone: a long one would be slow to build at every ply. */
export function moveList(app) {
  const box = $('moves');
  const { state, judged } = app;
  const list = words(state.record);
  const grades = list.map((_, i) => blunder(judged.get(i)?.loss ?? 0));
  const old = box.shown;
  const goesOn = old && !state.redo && !old.redo && old.list.length <= list.length && old.list.every((move, i) => move === list[i] && old.grades[i] === grades[i]) && old.players === `${state.game} ${state.players}`;
  const shown = goesOn ? old : { list: [], grades: [], redo: state.redo, players: `${state.game} ${state.players}`, number: 0, cell: null, last: null };
  if (!goesOn) box.replaceChildren(...(list.length ? [] : [h('p', {}, t('moves.none'))]));
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
    const fact = judged.get(i)?.proven && judged.get(i + 1)?.proven;
    const title = grades[i] && t(fact ? 'moves.fault.proven' : 'moves.fault', { loss: Math.round(100 * judged.get(i).loss), best: judged.get(i).best ?? '' });
    shown.cell.append(h('button', { 'data-ply': i + 1, tabindex: -1, class: i >= state.ply ? 'ahead' : null }, ...moveNodes(app.game, list[i], player), grades[i] ? h('i', { title }, grades[i]) : null));
    shown.list.push(list[i]);
    shown.grades.push(grades[i]);
  }
  const ply = app.looking ? app.looking.ply : state.ply;
  // One stop of the tab key: the arrows go from ply to ply.
  for (const el of box.querySelectorAll('[aria-current], [tabindex="0"]')) {
    el.removeAttribute('aria-current');
    el.tabIndex = -1;
  }
  const now = box.querySelector(`[data-ply="${ply}"]`);
  const stop = now ?? box.querySelector('button');
  if (stop) stop.tabIndex = 0;
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
