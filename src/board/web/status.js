// The status card: whose turn it is, what is expected, and what else can be done now.
import { $, h } from './dom.js';
import { over } from './over.js';
import { outcome } from './panel.js';
import { words } from './scene.js';
import { t, told } from './words.js';

/** `said` by the game of the position, `next` the things that may follow; `act`: what its buttons call. */
export function status(app, said, next, { go, branches, playLine, back, live, dialog, restart, after, asks }) {
  const { state, looking, game, board } = app;
  const shown = app.shown();
  const seat = app.seatOf(shown.turn);
  const who = app.name(shown.turn);
  let [title, help] = [said.title ?? t('turn', { player: who }), said.help];
  const buttons = [];
  const button = (label, run, attributes = {}) => buttons.push(h('button', { ...attributes, onclick: run }, label));
  if (shown.result) [title, help] = outcome(shown, app.name);
  if (asks) {
    const asked = asks.status();
    [title, help] = [asked.title, asked.help];
    buttons.push(...asked.buttons);
  } else if (looking) {
    const at = looking.line ? t(branches.has() ? 'looking.variation' : 'looking.line', { ply: looking.ply }) : t('looking.ply', { ply: looking.ply, plies: state.plies });
    title = shown.result ? title : at;
    help = shown.result ? `${at} · ${help}` : t(branches.able() ? 'looking.try' : 'looking.help', { player: who });
    button(t('back'), () => go(null));
    if (!branches.has() && looking.ply < state.plies) button(t('tree.keep'), () => branches.keep());
    if (!looking.result && seat.who === 'human' && (looking.line || looking.ply < state.plies)) button(t('looking.on'), branches.playOn);
    const made = words(looking.line).length;
    if (made && app.seatOf(state.turn).who === 'human' && looking.ply === state.ply) button(t('looking.play', { n: state.seats.some((one) => one.who === 'ai') ? 1 : made }), playLine);
    if (!looking.result) button(t('looking.ai'), () => dialog.against());
  } else if (state.waits === 'ai' || state.waits === 'paused') {
    title = state.waits === 'ai' ? t('thinks', { player: who }) : t('waits', { player: who });
    help = state.waits === 'ai' ? t('level', { level: seat.level }) : t('paused');
    if (state.waits === 'ai') button(t('now'), () => app.wire.ask({ do: 'now' }));
  } else if (state.waits === 'over' && !shown.result) {
    [title, help] = [t('longest'), t('longest.help', { n: state.ply })];
  } else if (state.waits === 'engine') {
    title = t('stopped');
    help = told(app.trouble?.text ?? '');
  }
  if (!looking && !state.result && state.waits !== 'human' && state.seats.some((s) => s.who === 'ai')) {
    button(state.paused ? t('go') : t('pause'), () => app.wire.ask({ do: 'pause', on: !state.paused }));
  }
  if (!looking && !state.result && state.seats.every((s) => s.who === 'ai')) {
    const range = h('input', { type: 'range', min: 0, max: 3000, step: 100, value: state.speed, 'aria-label': t('pace.label'), onchange: (event) => app.wire.ask({ do: 'speed', ms: +event.target.value }) });
    buttons.push(h('label', {}, t('pace'), range));
    button(t('take'), () => dialog.seat(state.players.indexOf(state.turn) + 1));
  }
  if (app.trouble) button(t('restart'), restart, { class: 'primary' });
  if (!looking && !asks && state.result) buttons.push(...over(app, after));
  if (live && (!looking || app.puzzle)) {
    // What lies on no surface: a choice has its bubble, unless there is no cell to hang it on.
    const bubble = board.cells.has(app.picked.at(-1));
    for (const id of next) {
      const { name = id, area } = game.things.get(id) ?? {};
      if (!board.cells.has(id) && !(bubble && area === 'choice')) buttons.push(h('button', { 'data-thing': id, 'data-can': '', class: next.length === 1 && 'only' }, name));
    }
    if (game.resigns && !app.puzzle) buttons.push(h('button', { 'data-thing': 'resign' }, t('resign')));
  }
  if (live && app.picked.length > (app.root.next.size === 1 ? 1 : 0)) button(t('step'), back, { 'data-back': '' });
  if ($('expected').textContent !== title) $('expected').textContent = title;
  if ($('help').textContent !== help) $('help').textContent = help;
  const focused = document.activeElement?.closest('#actions') ? document.activeElement.textContent : null;
  $('actions').replaceChildren(...buttons);
  if (focused) [...$('actions').querySelectorAll('button')].find((el) => el.textContent === focused)?.focus();
  // What is taken back is a decision: of a human, if one plays.
  const decides = (mover) => state.seats[mover].who === 'human' || state.seats.every(({ who }) => who === 'ai');
  $('undo').disabled = Boolean(app.puzzle) || ![...state.movers].slice(0, state.ply).some(decides);
  $('redo').disabled = Boolean(app.puzzle) || state.redo === 0;
  $('hint').disabled = app.puzzle ? !live : Boolean(shown.result) || state.waits !== 'human' || Boolean(looking);
}
