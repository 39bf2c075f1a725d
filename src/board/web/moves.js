// The list of moves, and how a move is written there: with a picture, if the game has one for it.
import { $, h } from './dom.js';
import { words } from './scene.js';
import { element } from './svg.js';
import { address, behind } from './tree.js';
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
  const notes = new Map(state.notes.map((note) => [note.ply, note]));
  const grades = list.map((_, i) => notes.get(i + 1)?.mark ?? judged.get(i)?.mark ?? '');
  const said = list.map((_, i) => JSON.stringify(notes.get(i + 1) ?? ''));
  const top = notes.get(0)?.comments?.join('\n') ?? '';
  const old = box.shown;
  const goesOn = old && !state.redo && !old.redo && old.list.length <= list.length && old.list.every((move, i) => move === list[i] && old.grades[i] === grades[i] && old.said[i] === said[i]) && old.players === `${state.game} ${state.players} ${top}`;
  const shown = goesOn ? old : { list: [], grades: [], said: [], redo: state.redo, players: `${state.game} ${state.players} ${top}`, number: 0, cell: null, last: null };
  if (!goesOn || (!old.list.length && list.length)) box.replaceChildren(...(list.length ? [] : [h('p', {}, t('moves.none'))]), ...(top ? [behind(app, notes.get(0), 1)] : []));
  box.shown = shown;
  for (let i = shown.list.length; i < list.length; i++) {
    const player = state.players[state.movers[i]];
    const column = +state.movers[i];
    if (player !== shown.last || !shown.cell) {
      const turns = shown.last === null || (column === 0 && player !== shown.last);
      if (turns) shown.number += 1;
      // Behind comments and variations a line begins.
      if (turns || !shown.cell) {
        box.append(h('span', { class: 'n' }, `${shown.number}${turns ? '.' : '…'}`));
        if (column === 1) box.append(h('span'));
      }
      shown.cell = h('span');
      box.append(shown.cell);
    } else shown.cell.append(' ');
    shown.last = player;
    const fact = judged.get(i)?.proven && judged.get(i + 1)?.proven;
    const title = judged.get(i)?.loss ? t(fact ? 'moves.fault.proven' : 'moves.fault', { loss: Math.round(100 * judged.get(i).loss) }) : null;
    shown.cell.append(h('button', { 'data-ply': i + 1, tabindex: -1, class: i >= state.ply ? 'ahead' : null }, ...moveNodes(app.game, list[i], player), grades[i] ? h('i', { title }, grades[i]) : null));
    shown.list.push(list[i]);
    shown.grades.push(grades[i]);
    shown.said.push(said[i]);
    const note = notes.get(i + 1);
    if (!note?.comments && !note?.lines) continue;
    box.append(behind(app, note, shown.number, (move, who) => moveNodes(app.game, move, who)));
    shown.cell = null;
  }
  const ply = app.looking ? app.looking.ply : state.ply;
  // One stop of the tab key: the arrows go from ply to ply.
  for (const el of box.querySelectorAll('[aria-current], [tabindex="0"]')) {
    el.removeAttribute('aria-current');
    el.tabIndex = -1;
  }
  const at = address(state, { ply, line: app.looking?.line ?? '' });
  const varied = at.moves.length && box.querySelector(`[data-from="${at.ply}"][data-node="${at.moves.join(' ')}"]`);
  const now = varied || box.querySelector(`[data-ply="${at.ply}"]`);
  const stop = now ?? box.querySelector('button');
  if (stop) stop.tabIndex = 0;
  box.querySelector('.now')?.classList.remove('now');
  now?.setAttribute('aria-current', 'true');
  if (!varied) now?.parentElement.classList.add('now');
  // Where it stands is known once the page is laid out.
  requestAnimationFrame(() => {
    if (!now?.isConnected) return now ? null : (box.scrollTop = 0);
    const top = now.offsetTop - box.clientHeight / 2;
    if (now.offsetTop < box.scrollTop || now.offsetTop + now.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top;
  });
}
