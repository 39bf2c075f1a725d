// The page: its state, its requests to the server, and which part shows what. The engine knows the
// rules, the games their looks.
import { analyst } from './analysis.js';
import { Board } from './board.js';
import { drawClock, setClock, tick } from './clock.js';
import { explorer, tints } from './explorer.js';
import { teacher } from './coach.js';
import { dialogs } from './dialog.js';
import { $, h } from './dom.js';
import { drawing } from './games/list.js';
import { scrub } from './graph.js';
import { keyboard } from './keys.js';
import { layout } from './layout.js';
import { magnifier } from './lens.js';
import { looker } from './look.js';
import { lines, unfold } from './lines.js';
import { moveList } from './moves.js';
import { chances, outcome, strips } from './panel.js';
import { branch, drop, pick, start, tree } from './picker.js';
import { pointer } from './pointer.js';
import { half, needed, orders, paths, position, prompt, unpack, words } from './scene.js';
import { trainer } from './puzzles.js';
import { reviewer } from './review.js';
import { preferences } from './settings.js';
import { connect } from './socket.js';
import { status } from './status.js';
import { element } from './svg.js';
import { selectTab, tabList } from './tabs.js';
import { colour } from './tints.js';
import { brancher } from './tree.js';
import { t, told } from './words.js';

const params = new URLSearchParams(location.hash.slice(1));
const still = matchMedia('(prefers-reduced-motion: reduce)');

const prefs = preferences(() => render());
const shape = layout(() => render());

const app = {
  games: [], levels: [], state: null, looking: null, game: null, model: null,
  view: { flip: false, near: null, columns: 7, narrow: false }, turned: false,
  picked: [], root: tree([]), paths: new Map(), pending: false,
  judged: new Map(), lines: [], analysing: false, judging: null, judgedAll: false, hinted: null, trouble: null,
  prefs, welcome: null, tab: 'moves', graph: null, explored: null, editing: null, retry: null, puzzle: null, listen: null, coached: null,
  shown: () => app.looking ?? app.state,
  /** Whether a line of a search is of the position that is shown, or leads there. */
  here: ({ ply, line }) => ply === app.shown().ply && line === (app.shown().line ?? ''),
  leads: ({ ply, line }) => ply === app.shown().ply && (!line || `${app.shown().line ?? ''} `.startsWith(`${line} `)),
  wide: () => shape.is('wide'),
  turn: (tab) => turnTo(tab),
  lessons: () => coach.lines(),
  name: (player) => app.game.looks.get(player).name,
  /** The orders in which the things of a legal move may be picked. */
  orders: (move) => orders(app.game, app.paths.get(move)),
  seatOf: (player) => app.state.seats[app.state.players.indexOf(player)],
  /** Scores may be seen: not while a human plays the AI, unless he asked for it. */
  openly() {
    const [first, second] = app.state?.seats ?? [];
    return !app.puzzle && (app.analysing || app.judgedAll || prefs.bar || Boolean(app.state?.result) || first?.who === second?.who);
  },
};

const board = new Board($('board'), (id, player) => {
  if (id.startsWith('hand')) return document.querySelector(`.strip[data-player="${player}"] .hand`);
  let figure = document.querySelector(`#racks figure[data-id="${id}"]`);
  if (!figure) {
    figure = h('figure', { 'data-id': id }, h('figcaption', {}, h('span'), h('span')));
    $('racks').append(figure);
  }
  return figure;
});
app.board = board;

// --- what may be done ---------------------------------------------------------------------------------------------

/** Whether the position that is shown waits for a click. */
function live() {
  const { state, looking } = app;
  if (!state || app.pending || state.result && !looking) return false;
  if (app.puzzle) return puzzles.asks();
  if (app.retry) return review.asks() && !looking?.result;
  if (looking) return branches.able();
  return state.waits === 'human';
}

/** What is picked by itself: the only first thing, if it lies beside the board. */
const first = () => start(app.root, (thing) => board.cells?.get(thing)?.on === 'board');

function reset() {
  const { moves, scene } = app.shown();
  const found = paths(scene.paths);
  app.paths = new Map(words(moves).map((move, i) => [move, found[i]]));
  app.root = tree(live() ? [...app.paths].map(([move, path]) => ({ move, path, orders: app.orders(move) })) : []);
  app.picked = first();
}

async function send(move, carried) {
  if (app.puzzle) {
    carried?.refuse();
    reset();
    return puzzles.tried(move);
  }
  if (app.retry) {
    carried?.refuse();
    reset();
    return review.tried(move);
  }
  app.picked = [];
  if (app.looking) {
    // Tried, not played.
    if (await branches.play(move)) return carried?.done();
    carried?.refuse();
    reset();
    return render();
  }
  app.pending = true;
  app.from = carried ?? null;
  const answer = await wire.ask({ do: 'move', move, ply: app.shown().ply });
  app.pending = false;
  if (answer.is === 'refused') {
    carried?.refuse();
    app.from = null;
    refuse(answer.text);
    reset();
    render();
  }
}

/** Asks the engine why something cannot be done; nothing moves. */
async function attempt(things, carried) {
  carried?.refuse();
  reset();
  render();
  if (app.puzzle) return refuse(t('puzzle.illegal'));
  const answer = await wire.ask({ do: 'try', things: things.join(' '), ply: app.shown().ply });
  if (answer.is === 'refused') refuse(answer.text);
}

function refuse(text) {
  $('refused').textContent = text;
  $('refused').hidden = false;
  clearTimeout(refuse.timer);
  refuse.timer = setTimeout(() => ($('refused').hidden = true), 6000);
}

function carryOut(result, thing, carried) {
  $('refused').hidden = true;
  if (thing && board.cells.has(thing)) board.active = thing;
  if (result.move) return send(result.move, carried);
  if (result.refused) return attempt(result.refused, carried);
  app.picked = result.picked.length ? result.picked : first();
  carried?.done();
  render();
}

function click(thing) {
  if (app.editing) return edits.click(thing);
  if (!live()) return;
  if (thing === 'resign' && !app.root.next.has(thing)) return dialog.ask(t('resign.ask', { player: app.name(app.shown().turn) }), t('resign'), () => wire.ask({ do: 'resign' }));
  if (thing === null) return carryOut({ picked: app.picked.slice(0, -1) }, null);
  if (!app.picked.length && !app.root.next.has(thing)) return;
  carryOut(pick(app.root, app.picked, thing), thing);
}

const hand = pointer(document.body, $('carried'), {
  grab(thing) {
    if (!live()) return null;
    const fits = branch(app.root, [...app.picked, thing]) || app.picked.at(-1) === thing || app.root.next.has(thing);
    const piece = fits && board.pieceAt(thing);
    if (!piece) return null;
    if (app.picked.at(-1) !== thing) {
      app.picked = branch(app.root, [...app.picked, thing]) && app.picked.length && !app.root.next.has(thing) ? [...app.picked, thing] : [thing];
      render();
    }
    return board.pieceAt(thing);
  },
  click,
  drop(thing, carried) {
    if (!live()) return carried.refuse();
    carryOut(drop(app.root, app.picked, thing), thing, carried);
  },
  cancel() {
    app.picked = first();
    render();
  },
  hover(thing) {
    document.querySelector('.aim')?.classList.remove('aim');
    if (thing && branch(app.root, [...app.picked, thing])) board.hits().find((el) => el.dataset.thing === thing)?.classList.add('aim');
  },
});

const lens = magnifier($('board'), $('boardbox'), () => app.game?.drawing.cells(app.view, app.model)[0], hand);

// --- drawing ------------------------------------------------------------------------------------------------------

function marks() {
  const shown = app.shown();
  const things = (move) => needed(app.game, app.paths.get(move) ?? []);
  const pointed = known.pointed();
  if (pointed) return [{ things: things(pointed), rank: 1 }];
  if (app.puzzle) return app.puzzle.clue.length ? [{ things: app.puzzle.clue, rank: 1 }] : [];
  if (app.retry) return [];
  if (app.hinted && app.hinted.ply === shown.ply && !app.looking) return [{ things: things(app.hinted.move), rank: 1 }];
  if (!app.analysing || !prefs.marks || app.picked.length > (app.root.next.size === 1 ? 1 : 0)) return [];
  return app.lines.filter((line) => line && app.here(line) && line.pv.length).slice(0, 3).map((line, i) => ({ things: things(line.pv[0]), rank: i + 1 }));
}

/** Marks moves on the board; one that has no place there, such as a pass, on its button. */
function mark() {
  const shown = marks();
  board.mark(shown);
  for (const el of $('actions').querySelectorAll('[data-can]')) {
    const place = shown.find(({ things }) => things.includes(el.dataset.thing));
    if (place) el.dataset.rank = place.rank;
    else delete el.dataset.rank;
  }
}

function render({ animate = false } = {}) {
  const { state, game } = app;
  document.body.dataset.ready = state ? 'game' : 'empty';
  if (!state) return;
  document.body.dataset.mode = app.editing ? 'edit' : 'game';
  const shown = app.shown();
  const open = live();
  app.view = {
    flip: app.turned !== (app.puzzle ? app.puzzle.near === 1 : state.seats[0].who !== 'human' && state.seats[1].who === 'human'),
    near: null, columns: shape.is('compact') ? 11 : 7, narrow: shape.is('small'),
  };
  app.view.near = state.players[app.view.flip ? 1 : 0];
  if (app.editing) return drawSetup();
  const real = position(game, { turn: shown.turn, pieces: shown.scene.pieces });
  app.model = real;
  const node = branch(app.root, app.picked);
  const next = open && node ? [...node.next.keys()] : [];
  const model = open ? half(real, node?.path, app.picked) : real;
  const said = prompt(real, shown.scene.phase, app.picked, next);
  document.documentElement.style.setProperty('--first', colour(game, state.players[0]));
  document.documentElement.style.setProperty('--second', colour(game, state.players[1]));
  document.body.dataset.game = game.name;
  document.body.dataset.step = (game.drawing.step ?? 100) < 50 ? 'small' : 'normal';
  $('title').textContent = game.title;
  document.title = `${game.title} · Quincunx`;
  strips(app);
  // A player may have moved twice running.
  const last = new Set(needed(game, words(shown.scene.touched)));
  const target = app.picked.length > 0 && board.cells?.get(app.picked[0])?.on === 'board';
  const fits = open ? new Set(target ? [...next, ...app.picked] : app.root.next.keys()) : null;
  board.show({
    game, model, real, view: app.view, picked: app.picked, next, fits, last, tints: open ? tints(app) : new Map(),
    animate: animate && prefs.motion && !still.matches, from: app.from, origin: [...last].find((thing) => board.cells?.get(thing)?.on === 'board'),
  });
  $('zoom').hidden = !lens.able();
  $('boardbox').classList.toggle('zooms', lens.able());
  app.from?.done();
  app.from = null;
  racks();
  tellStatus = () => status(app, said, next, { go, branches, playLine, back: () => click(null), live: live(), dialog, restart, after, asks: app.puzzle ? puzzles : app.retry ? review : null });
  tellStatus();
  mark();
  moveList(app);
  panels();
}

/** Draws a position that is being set up. */
function drawSetup() {
  const draw = () => {
    const scene = edits.scene(board.cells);
    app.model = scene.real;
    board.show({ game: app.game, view: app.view, from: null, tints: new Map(), ...scene });
  };
  draw();
  // What can be clicked is known once it is drawn.
  draw();
  board.mark([]);
  racks();
}

/** Draws the status card again, as it was said last. */
let tellStatus = () => {};

function racks() {
  const { state } = app;
  const humans = state.seats.filter((seat) => seat.who === 'human').length;
  const areas = app.game.drawing.cells(app.view, app.model).filter((area) => area.place === 'rack');
  const captions = app.shown().scene.captions ?? [];
  const order = areas.map((area) => [area.player === undefined ? 0 : area.player === app.view.near ? 1 : -1, area]);
  for (const figure of [...$('racks').children]) if (!areas.some((area) => area.id === figure.dataset.id)) figure.remove();
  for (const [rank, area] of order.sort(([a], [b]) => a - b)) {
    const figure = document.querySelector(`#racks figure[data-id="${area.id}"]`);
    const { text = '', count = '' } = captions.find((one) => area.id === (one.owner ? `${one.area}-${one.owner}` : one.area)) ?? {};
    figure.querySelector('figcaption').firstChild.textContent = told(text);
    figure.querySelector('figcaption').lastChild.textContent = told(count);
    figure.classList.toggle('long', area.player !== undefined);
    // On a phone there is room only for the racks of the players at it.
    figure.classList.toggle('away', area.player !== undefined && (app.puzzle ? state.players[app.puzzle.near] !== area.player : humans > 0 && app.seatOf(area.player).who !== 'human'));
    figure.style.order = shape.is('compact') && area.player !== undefined ? (app.shown().turn === area.player ? -1 : 1) : rank;
  }
}

function panels() {
  lines(app);
  chances(app);
  review.panel();
  coach.panel();
  branches.panel();
  puzzles.panel();
  $('analyse').textContent = app.analysing ? t('stop') : t('analyse');
  $('analyse').setAttribute('aria-pressed', app.analysing);
  $('judge').textContent = app.judging ? t('stop') : t('judge');
  $('judging').hidden = !app.judging;
  if (app.judging) {
    $('judging').max = app.state.plies + 1;
    $('judging').value = app.judging.done;
  }
  const fen = app.shown().position;
  if ($('fen').value !== fen) $('fen').value = fen;
  // In a wide window the moves are always there.
  const wide = shape.is('wide');
  const shown = wide && app.tab === 'moves' ? 'analysis' : app.tab;
  for (const el of document.querySelectorAll('#tabs [data-tab]')) {
    const { tab } = el.dataset;
    $(tab).hidden = shown !== tab && !(wide && tab === 'moves');
  }
  selectTab($('tabs'), document.querySelector(`[data-tab=${shown}]`));
  known.follow();
}

// --- what the server says -----------------------------------------------------------------------------------------

/** Drops what was said of plies that the game has not any more, and of the move that replaced another. Returns whether it
    is the same game, and all its moves are still there. */
function forget(old, state) {
  const rules = ({ game, start, options }) => JSON.stringify([game, start, options]);
  const same = old && rules(old) === rules(state);
  const [had, has] = [words(old?.record), words(state.record)];
  const replaced = had.findIndex((move, i) => move !== has[i]);
  const last = !same ? -1 : replaced < 0 ? had.length : replaced;
  for (const [ply, judged] of app.judged) {
    if (ply > last) app.judged.delete(ply);
    else if (ply === last) app.judged.set(ply, { ...judged, loss: null, mark: null, why: null });
  }
  if (!same || !has.length) app.judgedAll = false;
  return same && replaced < 0;
}

function adopt(state) {
  const old = app.state;
  const shownPly = app.looking ? null : old?.ply;
  if (!old || old.game !== state.game) {
    board.clear();
    lens.reset();
    $('racks').replaceChildren();
    app.game = app.games.find((game) => game.name === state.game);
  }
  const begun = old?.game !== state.game || ['new', 'load'].includes(state.to);
  const goesOn = forget(old, state) && !begun;
  const moved = !old || old.game !== state.game || old.position !== state.position;
  app.state = state;
  setClock(state.clock);
  app.pending = false;
  // A game found again by a reload: nobody asked for a new one.
  if (!old && $('dialog').open) $('dialog').close();
  if (!goesOn) {
    looks.stop();
    app.retry = null;
    app.coached = null;
    app.puzzle = null;
  }
  if (app.looking && !goesOn) leave();
  else if (moved && !app.looking) app.hinted = null;
  if (moved && !app.looking) app.lines = [];
  hand.cancel();
  $('refused').hidden = true;
  reset();
  if (app.editing && begun) edits.close();
  const step = old && Math.abs(state.ply - (shownPly ?? -9)) === 1;
  render({ animate: step });
  if (moved && step && state.ply > old.ply) {
    speak(state);
    const heard = state.result ? 'end' : state.scene.pieces.split(' ').length < old.scene.pieces.split(' ').length ? 'take' : 'move';
    if (prefs.sounds) import('./sounds.js').then(({ sound }) => sound(heard));
  }
  if (moved && !app.looking) analysis.search();
  if (moved) coach.follow(old);
  // The contents of the racks are known once the board is drawn.
  if (!app.picked.length && first().length) {
    app.picked = first();
    render();
  }
}

const speak = (state) => {
  $('spoken').textContent = `${app.name(state.players[state.movers[state.ply - 1]])}: ${told(state.scene.said)}${state.result ? `. ${outcome(state, app.name).join(': ')}` : ''}`;
};

/** What was asked for is shown at once; what AIs play among themselves at most once a frame, the latest of it. */
let latest = null;
function receive(state) {
  if (state.n) {
    latest = null;
    return adopt(state);
  }
  if (!latest) {
    setTimeout(() => {
      if (latest) adopt(latest);
      latest = null;
    }, 16);
  }
  latest = state;
}

function message(m) {
  if (m.is === 'state') receive(m);
  else if (m.is === 'judged') analysis.judged(m);
  else if (m.is === 'line') (m.from !== 'explorer' ? analysis.line : app.listen ?? known.line)(m);
  else if (m.is === 'trouble') {
    if (m.can) app.trouble = m;
    if (m.child === 'strength') toast(told(m.text));
    else toast(t(`trouble.${m.child === 'look' ? 'look' : 'seat'}${m.can ? '' : '.back'}`, { text: told(m.text) }));
    if (app.state) render();
  }
}

/** Analysis may send thirty messages a second: they are drawn together. */
let due = false;
function later() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    if (!app.state) return;
    moveList(app);
    panels();
    if (app.judging) tellStatus();
    mark();
  });
}

function toast(text) {
  $('toast').textContent = text;
  $('toast').hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => ($('toast').hidden = true), 5000);
}

// --- looking at other plies ---------------------------------------------------------------------------------------

function leave() {
  app.looking = null;
}

const looks = looker(app, {
  ask: (ply, line) => wire.ask({ do: 'go-to', ply, line }),
  show(look, near) {
    app.puzzle = null;
    app.looking = look;
    app.lines = app.lines[0] && app.leads(app.lines[0]) ? app.lines : [];
    reset();
    render({ animate: near });
  },
  rest: () => analysis.search(),
  refused: (text) => toast(text),
});
const go = (ply, line) => {
  puzzles.stop();
  return app.state && looks.go(ply, line);
};

/** Plays the moves of the line that is shown, as far as people play them. */
async function playLine() {
  const moves = words(app.looking.line);
  leave();
  for (const move of moves) {
    if (app.state.waits !== 'human') break;
    const answer = await wire.ask({ do: 'move', move, ply: app.state.ply });
    if (answer.is === 'refused') return toast(answer.text);
  }
}

/** What may follow a game. */
const after = {
  again(swap) {
    const { game, seats, options, start: position, speed } = app.state;
    const clock = app.state.clock && { time: app.state.clock.time, increment: app.state.clock.increment };
    wire.ask({ do: 'new', game, seats: swap ? [...seats].reverse() : seats, options, position, moves: '', speed, clock }).then(tell);
  },
  review() {
    turnTo('moves');
    analysis.judge();
  },
  save: () => dialog.save(),
  start: () => dialog.start(),
};

const known = explorer(app, {
  go, toast,
  pointed: mark,
  known: () => render(),
  load: (text, game) => dialog.load(text, game),
});

const review = reviewer(app, {
  go, render, toast,
  reset() {
    reset();
    render();
  },
});

const branches = app.branches = brancher(app, { go, render, toast, ask: (...question) => dialog.ask(...question) });

const coach = teacher(app, { keep: branches.keep, undo: () => run('undo'), render });
const puzzles = trainer(app, {
  render, toast,
  ask: (request) => wire.ask(request),
  quiet: () => app.analysing && analysis.toggle(),
  back() {
    leave();
    reset();
    render();
  },
  reset: () => reset(),
});

/** The editor, once it was wanted. */
let edits = null;
async function edit() {
  if (!app.game.composes) return toast(t('edit.never'));
  const { editor } = await import('./editor.js');
  edits ??= editor(app, setups);
  app.edits = edits;
  edits.open();
}

const setups = {
  render, toast, wire: () => wire,
  against: (setup) => dialog.against(setup),
  async begin({ position, options }, analyses) {
    const answer = await wire.ask({ do: 'new', game: app.state.game, seats: [{ who: 'human' }, { who: 'human' }], options, position, moves: '' });
    if (answer.is === 'refused') return toast(answer.text);
    edits.close();
    if (!analyses) return;
    turnTo('analysis');
    if (!app.analysing) analysis.toggle();
  },
  copy: (text) => copied(text),
  link: (position) => link(position),
};

const analysis = analyst(app, {
  render, go, toast, changed: later,
  back(looking) {
    looks.stop();
    app.looking = looking;
    reset();
    render();
  },
});

// --- wiring -------------------------------------------------------------------------------------------------------

// A link to a position does not have the secret; the browser remembers it, for all tabs.
const tokens = () => [params.get('t'), localStorage.getItem('token')].filter(Boolean);
const link = (position) => `${location.origin}/#${new URLSearchParams({ g: app.state.game, p: position ?? app.shown().position })}`;
const copied = (text) => navigator.clipboard.writeText(text).then(() => toast(t('copied')), () => toast(text));

/** Why the server has closed the connection for good. */
const CLOSED = { 'no hello': 'wire.key', 'too much': 'wire.full', 'too many messages': 'wire.flood' };

const { games, levels } = await (await fetch(new URL('games.json', import.meta.url))).json();
app.games = games.map((entry) => unpack(entry, drawing(entry.name)));
app.levels = levels;

// A link is opened as a game of its own: the one that this tab has shown goes on under "My games".
if (params.has('p')) sessionStorage.removeItem('session');

const wire = connect(tokens, {
  message,
  open(welcome, token) {
    localStorage.setItem('token', token);
    params.delete('t');
    const [text, game] = [params.get('p'), params.get('g')];
    app.welcome = welcome;
    document.body.dataset.wire = 'on';
    if (app.state && !welcome.playing) resume();
    else if (text && app.games.some(({ name }) => name === game) && !app.state) {
      params.delete('p');
      dialog.load(text, game);
    } else if (!welcome.playing) dialog.start(welcome.game);
    // Nobody copies the secret with the address.
    history.replaceState(null, '', location.pathname);
  },
  refused: (m) => blocked(m.text),
  closed(reason) {
    document.body.dataset.wire = 'off';
    if (reason) blocked(CLOSED[reason] ? t(CLOSED[reason]) : reason);
    else if (app.welcome) toast(t('wire.again'));
    app.pending = false;
  },
});
app.wire = wire;

/** The server has forgotten the session: the game goes on in a new one. */
function resume() {
  const { game, seats, options, start, record, ply, speed } = app.state;
  const played = words(record).slice(0, ply).join(' ');
  wire.ask({ do: 'new', game, seats, options, position: start, moves: played, speed }).then(tell);
}

async function restart() {
  const answer = await wire.ask({ do: 'restart' });
  if (answer.is === 'refused') return toast(answer.text);
  app.trouble = null;
  render();
}

function blocked(text) {
  $('expected').textContent = app.state ? t('wire.waits') : t('wire.nothing');
  $('help').textContent = text;
  $('actions').replaceChildren();
}

const tell = (answer) => answer.is === 'refused' && answer.code !== 'over' && toast(answer.text);

const dialog = dialogs(app, { wire, toast, copied: (text) => copied(text), puzzles: () => turnTo('puzzles') });
app.graph = element('svg', { role: 'img', 'aria-label': t('chances.graph') });
$('graph').append(app.graph);
scrub(app.graph, () => app.state.plies, (ply) => {
  if (ply !== looks.ply()) go(ply);
});

tick(() => document.querySelectorAll('.strip[data-player]').forEach((el) => drawClock(el, app.state.players.indexOf(el.dataset.player))));

tabList($('tabs'));
unfold(later);
function turnTo(tab) {
  app.tab = tab;
  if (!app.state) return;
  if (tab !== 'puzzles') puzzles.stop();
  panels();
  moveList(app);
}

/** What buttons, by `data-do`, and keys may ask for. */
const commands = {
  new: () => dialog.start(),
  open: () => dialog.open(),
  save: () => dialog.save(),
  rules: () => dialog.rules(),
  memories: () => dialog.memories(),
  keys: () => dialog.keys(),
  games: () => dialog.games(),
  picture: () => dialog.picture(),
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => toast(t('full.never'))),
  against: () => dialog.against(),
  puzzles: () => turnTo('puzzles'),
  edit,
  first: () => go(0),
  back: () => (app.looking?.line ? branches.back() : looks.ply() > 0 && go(looks.ply() - 1)),
  on: () => (app.looking?.line ? branches.forth() : looks.ply() < app.state.plies && go(looks.ply() + 1)),
  before: () => branches.beside(-1),
  behind: () => branches.beside(1),
  note: () => branches.note(),
  last: () => go(app.state.plies),
  undo: () => wire.ask({ do: 'undo' }).then(tell),
  redo: () => wire.ask({ do: 'redo' }).then(tell),
  hint: analysis.hint,
  judge: analysis.judge,
  analyse: analysis.toggle,
  flip() {
    app.turned = !app.turned;
    render();
  },
  type() {
    turnTo('position');
    $('move').focus();
  },
};
const GAMELESS = ['new', 'open', 'rules', 'memories', 'keys', 'games', 'full'];

/** What would change the game behind a puzzle. */
const BEHIND = ['undo', 'redo', 'judge', 'analyse', 'before', 'behind', 'note'];

function run(command) {
  if (app.puzzle && command === 'hint') return puzzles.hint();
  if (app.puzzle && BEHIND.includes(command)) return;
  if (app.editing && !GAMELESS.includes(command)) return;
  if (app.state || GAMELESS.includes(command)) commands[command]();
}

document.addEventListener('click', ({ target, detail }) => {
  const el = target.closest('button');
  if (!el) return;
  const { do: command, ply, tab, seat, copy, zoom, thing } = el.dataset;
  if (command) {
    $('menu').hidePopover();
    run(command);
  } else if (ply) go(+ply);
  else if (tab) turnTo(tab);
  else if (seat) dialog.seat(+seat);
  else if (zoom) lens.zoom(+zoom);
  else if (copy && app.state) {
    if (copy === 'games') wire.ask({ do: 'export' }).then(({ text }) => copied(text));
    else copied({ fen: () => app.shown().position, record: () => words(app.state.record).slice(0, app.state.ply).join(';'), link: () => link() }[copy]());
  } else if (thing && detail === 0) click(thing); // Enter or the space bar on a button: the pointer has not done it.
});
$('typed').onsubmit = (event) => {
  event.preventDefault();
  const move = $('move').value.trim();
  if (!move || !app.state) return;
  if (!live()) return refuse(t('typed.never'));
  $('move').value = '';
  send(move);
};
// A link to a position, opened where the page is open already.
addEventListener('hashchange', () => location.reload());
// Another tab was let in, by a server that was started anew.
addEventListener('storage', ({ key }) => key === 'token' && wire.again());

keyboard(board, {
  run,
  click,
  ready: () => app.state && !$('dialog').open,
  escape: () => app.editing ? click(null) : !hand.cancel() && app.picked.length && click(null),
});

window.quincunx = app;
