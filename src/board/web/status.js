// The status card: whose turn it is, what is expected, and what else can be done now.
import { $, h } from './dom.js';
import { over } from './over.js';
import { outcome } from './panel.js';
import { words } from './scene.js';

/** `said` by the game of the position, `next` the things that may follow; `act`: what its buttons call. */
export function status(app, said, next, { go, playOn, playLine, back, live, dialog, restart, after, review }) {
  const { state, looking, game, board } = app;
  const shown = app.shown();
  const seat = app.seatOf(shown.turn);
  const who = app.name(shown.turn);
  let [title, help] = [said.title ?? `${who} to move`, said.help];
  const buttons = [];
  const button = (label, run, attributes = {}) => buttons.push(h('button', { ...attributes, onclick: run }, label));
  if (shown.result) [title, help] = outcome(shown, app.name);
  if (app.retry) {
    const asked = review.status();
    [title, help] = [asked.title, asked.help];
    buttons.push(...asked.buttons);
  } else if (looking) {
    const at = looking.line ? `Line after move ${looking.ply}` : `After move ${looking.ply} of ${state.plies}`;
    title = shown.result ? title : at;
    help = shown.result ? `${at} · ${help}` : app.replay ? said.help : `${who} to move · you are looking back`;
    button('Back to the game', () => go(null));
    if (!looking.line && !looking.result && !app.replay && seat.who === 'human') button('Play on from here', playOn);
    const made = words(looking.line).length;
    if (made && app.seatOf(state.turn).who === 'human' && looking.ply === state.ply) button(made === 1 || state.seats.some((one) => one.who === 'ai') ? 'Play this move' : `Play these ${made} moves`, playLine);
    if (!looking.result) button('Play on against the AI…', () => dialog.against());
  } else if (state.waits === 'ai' || state.waits === 'paused') {
    title = state.waits === 'ai' ? `${who} is thinking…` : `${who} waits`;
    help = state.waits === 'ai' ? `Level ${seat.level}` : 'Paused';
    if (state.waits === 'ai') button('Move now', () => app.wire.ask({ do: 'now' }));
  } else if (state.waits === 'over' && !shown.result) {
    [title, help] = ['The game ends here', `It has reached the greatest length: ${state.ply} moves`];
  } else if (state.waits === 'engine') {
    title = 'The engine has stopped';
    help = app.trouble?.text ?? '';
  }
  if (!looking && !state.result && state.waits !== 'human' && state.seats.some((s) => s.who === 'ai')) {
    button(state.paused ? 'Go on' : 'Pause', () => app.wire.ask({ do: 'pause', on: !state.paused }));
  }
  if (!looking && !state.result && state.seats.every((s) => s.who === 'ai')) {
    const range = h('input', { type: 'range', min: 0, max: 3000, step: 100, value: state.speed, 'aria-label': 'Time between moves', onchange: (event) => app.wire.ask({ do: 'speed', ms: +event.target.value }) });
    buttons.push(h('label', {}, 'Pace', range));
    button('Take over', () => dialog.seat(state.players.indexOf(state.turn) + 1));
  }
  if (app.trouble) button('Restart the engine', restart, { class: 'primary' });
  if (!looking && !app.retry && state.result) buttons.push(...over(app, after));
  if (live && !looking) {
    // What lies on no surface: a choice has its bubble, unless there is no cell to hang it on.
    const bubble = board.cells.has(app.picked.at(-1));
    for (const id of next) {
      const { name = id, area } = game.things.get(id) ?? {};
      if (!board.cells.has(id) && !(bubble && area === 'choice')) buttons.push(h('button', { 'data-thing': id, 'data-can': '', class: next.length === 1 && 'only' }, name));
    }
    if (game.resigns) buttons.push(h('button', { 'data-thing': 'resign' }, 'Resign'));
  }
  if (live && app.picked.length > (app.root.next.size === 1 ? 1 : 0)) button('Step back', back, { 'data-back': '' });
  if ($('expected').textContent !== title) $('expected').textContent = title;
  if ($('help').textContent !== help) $('help').textContent = help;
  const focused = document.activeElement?.closest('#actions') ? document.activeElement.textContent : null;
  $('actions').replaceChildren(...buttons);
  if (focused) [...$('actions').querySelectorAll('button')].find((el) => el.textContent === focused)?.focus();
  $('undo').disabled = state.ply === 0;
  $('redo').disabled = state.redo === 0;
  $('hint').disabled = Boolean(shown.result) || state.waits !== 'human' || Boolean(looking);
}
