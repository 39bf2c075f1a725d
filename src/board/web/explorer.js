// The explorer: every legal move of the position that is shown, with what is known of it, and the tables that know.
import { $, h } from './dom.js';
import { signed } from './graph.js';
import { moveNodes } from './moves.js';
import { branch } from './picker.js';
import { words } from './scene.js';
import { t, told } from './words.js';

/** So many rows at first: some positions have thousands of moves. */
const SOME = 60;
/** The least time from one request to the next, in milliseconds. */
const PACE = 60;
/** How long moves are searched that nothing else knows. */
const SEARCH = 1500;
const SIGNS = { win: '+', draw: '=', loss: '−' };
const RANK = { win: 2, draw: 1, loss: 0 };

/** What is known of a move in words: `wins in 5`, `draws · 3 of 17 replies lose`, `margin +7`, `54 % · at most +1`. */
export function tellRow({ result, plies, margin, at_least: least, at_most: most, chance, losing, replies }) {
  if (margin !== null) return t('score.margin', { margin: signed(margin) });
  const bound = (name, margin) => (margin === null ? '' : ` · ${t(name, { margin: signed(margin) })}`);
  const bounds = bound('row.least', least) + bound('row.most', most);
  if (!result) return `${Math.round(100 * chance)} %${bounds}`;
  const lost = replies === null ? '' : ` · ${t('row.losing', { losing, n: replies })}`;
  return (plies === null ? t(`row.${result}`) : t(`row.${result}.in`, { plies })) + lost + bounds;
}

/** The better move first, as the server sorts. */
function compare(a, b) {
  const plies = (row) => (row.result === 'win' ? -row.plies : row.plies ?? 0);
  const traps = ({ losing, replies }) => (replies ? losing / replies : 0);
  return b.chance - a.chance || Boolean(b.result) - Boolean(a.result) || plies(b) - plies(a) || traps(b) - traps(a) || (b.margin ?? 0) - (a.margin ?? 0);
}

/** The results of a picked piece's targets, as far as they are proven: the best for each thing that may follow. */
export function tints(app) {
  const { explored, root, picked } = app;
  const found = new Map();
  if (app.tab !== 'explorer' || explored?.key !== keyOf(app)) return found;
  const known = new Map(explored.rows.map((row) => [row.move, row]));
  const best = (node) => {
    if (node.move) return known.get(node.move)?.result ?? null;
    const results = [...node.next.values()].map(best);
    // A result counts if it is certain: a win, or the best of moves that are all known.
    return results.includes('win') ? 'win' : results.includes(null) ? null : results.sort((a, b) => RANK[b] - RANK[a])[0] ?? null;
  };
  for (const [thing, node] of branch(root, picked)?.next ?? []) {
    const result = (picked.length || node.move) && best(node);
    if (result) found.set(thing, { result, sign: SIGNS[result], word: t(`row.${result}`) });
  }
  return found;
}

const keyOf = (app) => {
  const shown = app.shown();
  return `${app.game.name} ${shown.ply} ${words(app.state.record).slice(0, shown.ply)} ${shown.line ?? ''} ${shown.position}`;
};

/** `on`: `pointed()` draws the marks anew, `known()` the results of targets, `go(ply, line)`, `toast(text)`, `load(text, game)` opens a position. */
export function explorer(app, on) {
  const list = $('rows');
  let shownAll = null;
  let last = -PACE;
  let later = 0;
  let tables = null;
  let polled = 0;
  let number = 0;

  const isOpen = () => app.tab === 'explorer' && !$('explorer').hidden && app.state;

  /** Asks what is known of the position that is shown, if that is another one. */
  async function follow(anew = false) {
    clearTimeout(later);
    if (!isOpen()) return;
    if (tables?.game !== app.state.game) askTables();
    const key = keyOf(app);
    if (!anew && (app.explored?.key === key || app.explored?.wanted === key)) return;
    const early = last + PACE - performance.now();
    if (early > 0) {
      later = setTimeout(follow, early, anew);
      return;
    }
    last = performance.now();
    const started = last;
    app.explored = { ...app.explored, wanted: key };
    draw();
    const { ply, line } = app.shown();
    const answer = await app.wire.ask({ do: 'explore', ply, line: line || null });
    // Another position may be shown by now; it has a request of its own.
    if (key !== keyOf(app)) return;
    if (answer.is !== 'explorer') {
      app.explored = null;
      return answer.code === 'stale' || on.toast(answer.text);
    }
    app.explored = { key, rows: answer.rows, ply, line: line ?? '', ms: performance.now() - started };
    answer.complaints.forEach(on.toast);
    draw();
    on.known();
    search(key);
  }

  /** Searches the moves that nothing else knows, unless an analysis runs. */
  async function search(key) {
    const { rows, ply, line } = app.explored;
    const unknown = rows.filter(({ result }) => !result).slice(0, 256);
    if (!unknown.length || line || app.analysing || app.judging || unknown.length < rows.length && rows[0].result === 'win') return;
    number += 1;
    const mine = number;
    await app.wire.ask({ do: 'analyse', ply, lines: 1, ms: SEARCH, moves: unknown.map(({ move }) => move).join(' ') });
    if (mine === number && app.explored?.key === key) draw();
  }

  /** Takes in a line of that search: scores are the first player's, rows are of the side to move. */
  function line(m) {
    const { explored } = app;
    if (explored?.key !== keyOf(app) || explored.ply !== m.ply) return;
    const row = explored.rows.find(({ move }) => move === m.pv[0]);
    if (!row || row.result && row.by !== 'search') return;
    const mine = app.state.players.indexOf(app.shown().turn) === 0;
    const mate = m.score.mate === undefined ? null : mine ? m.score.mate : -m.score.mate;
    const exact = m.exact === null ? null : mine ? m.exact : -m.exact;
    const sign = exact ?? mate;
    Object.assign(row, {
      by: 'search', depth: m.depth, chance: mine ? m.chance : 1 - m.chance, margin: exact,
      result: sign === null ? null : sign > 0 ? 'win' : sign < 0 || mate !== null ? 'loss' : 'draw', plies: mate === null ? null : Math.abs(mate),
    });
    explored.rows.sort(compare);
    soon();
  }

  let due = false;
  function soon() {
    if (due) return;
    due = true;
    setTimeout(() => {
      due = false;
      if (isOpen()) draw();
    }, 200);
  }

  // --- the list -----------------------------------------------------------------------------------------------------

  function rowOf(row, turn, shared) {
    const { move, by, result, at_least: least, at_most: most, chance, games, points, depth } = row;
    // There is no room for bounds and a meter.
    const meter = !result && least === null && most === null;
    const share = games ? `${t('row.games', { n: games })} · ${Math.round((100 * points) / games)} %` : '';
    const source = t(`by.${by}`, { depth });
    return h('button', { class: `known ${result ?? 'open'}`, 'data-known': move, tabindex: shared.first ? 0 : -1, 'aria-label': `${move}: ${tellRow(row)}, ${source}${share && `, ${share}`}` },
      h('i', { 'aria-hidden': 'true' }, SIGNS[result] ?? '≈'), h('b', {}, ...moveNodes(app.game, move, turn)),
      h('span', {}, tellRow(row), meter ? h('meter', { min: 0, max: 1, value: chance.toFixed(3), 'aria-hidden': 'true' }) : ''), h('small', {}, source), share ? h('em', {}, share) : null);
  }

  let drawn = null;
  function draw() {
    const rows = app.explored?.key === keyOf(app) ? app.explored.rows : null;
    const turn = app.shown().turn;
    $('explored').textContent = app.shown().result ? t('explorer.over') : rows ? t('explorer.moves', { n: rows.length, player: app.name(turn) }) : t('explorer.looking');
    if (!rows) return list.replaceChildren();
    if (drawn !== app.explored.key) $('explorer').scrollTop = 0;
    drawn = app.explored.key;
    // What is under a finger, or has the focus, stays there until it is left.
    const held = list.querySelector('[data-known]:hover, [data-known]:focus')?.dataset.known;
    const all = shownAll === app.explored.key || rows.length <= SOME + 10;
    const shown = all ? rows : rows.slice(0, SOME);
    list.replaceChildren(...shown.map((row, i) => rowOf(row, turn, { first: i === 0 })));
    if (!all) list.append(h('button', { class: 'rest', onclick: () => ((shownAll = app.explored.key), draw()) }, t('explorer.all', { n: rows.length })));
    const again = held && [...list.children].find((el) => el.dataset.known === held);
    if (again && document.activeElement === document.body) again.focus({ preventScroll: true });
  }

  /** Shows a move on the board while its row is hovered or has the focus. */
  function point(move) {
    if ((app.pointed ?? null) === move) return;
    app.pointed = move;
    on.pointed();
  }
  const at = (target) => target.closest?.('[data-known]')?.dataset.known ?? null;
  list.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'touch' || point(at(target)));
  list.addEventListener('pointerleave', () => point(at(document.activeElement)));
  list.addEventListener('focusin', ({ target }) => point(at(target)));
  list.addEventListener('focusout', () => point(null));
  list.addEventListener('click', ({ target }) => {
    const move = at(target);
    if (!move || !app.explored) return;
    point(null);
    on.go(app.explored.ply, [app.explored.line, move].filter(Boolean).join(' '));
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const rows = [...list.querySelectorAll('button')];
    rows[rows.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
    event.stopPropagation();
  });

  // --- tables -------------------------------------------------------------------------------------------------------

  async function askTables(request = { do: 'tables' }) {
    clearTimeout(polled);
    const { game } = app.state;
    tables = { ...tables, game };
    const answer = await app.wire.ask(request);
    if (answer.is !== 'tables') return on.toast(answer.text);
    if (app.state.game !== game) return;
    const before = tables.build;
    tables = { game, ...answer, wanted: tables.wanted };
    drawTables();
    const news = before && (before.done !== answer.build?.done || before.state !== answer.build?.state);
    if (answer.build?.state === 'running') polled = setTimeout(askTables, 400);
    else if (before?.state === 'running' && answer.build?.state === 'finished' && tables.wanted) {
      tables.wanted = false;
      return on.load(app.game.tables.position, game);
    }
    if (news) follow(true);
  }

  function build(few) {
    const fresh = !app.state.record && !app.state.start;
    tables.wanted = few && fresh;
    askTables({ do: 'build-tables', game: app.state.game, few });
  }

  function drawTables() {
    const box = $('tables');
    const { found, build: going, folder } = tables;
    const sets = app.game.tables;
    const lines = found.map((text) => h('p', {}, told(text.split(';')[0])));
    if (!sets) return box.replaceChildren(...lines, h('p', { class: 'note' }, t('tables.no')));
    const parts = [...lines];
    const none = found.every((text) => !/^tablebase/.test(text) || /: 0 of /.test(text));
    const button = (label, run, primary) => h('button', { class: primary ? 'primary' : null, onclick: run }, label);
    const mine = going?.game === app.state.game ? going : null;
    const fresh = !app.state.record && !app.state.start;
    const buttons = [];
    if (mine?.state === 'running') {
      parts.push(h('p', {}, mine.total ? t('tables.building', { done: mine.done, total: mine.total }) : t('tables.begins')), h('progress', { max: mine.total ?? 1, value: mine.total ? mine.done : null, 'aria-label': t('tables.built') }));
      buttons.push(button(t('pause'), () => askTables({ do: 'pause-build' })));
    } else {
      if (mine?.state === 'failed') parts.push(h('p', { class: 'error' }, told(mine.text || '') || t('tables.failed')));
      if (mine?.state === 'paused') parts.push(h('p', {}, mine.total ? t('tables.paused.after', { done: mine.done, total: mine.total }) : t('tables.paused')));
      if (none) buttons.push(button(fresh ? t('tables.few.show') : t('tables.few'), () => build(true), true));
      else buttons.push(button(t('tables.ending'), () => on.load(sets.position, app.state.game)));
      if (!found.some((text) => /^tablebase/.test(text) && !/missing/.test(text))) buttons.push(button(mine?.state === 'paused' && !mine.few ? t('tables.resume') : t('tables.all'), () => build(false)));
    }
    parts.push(h('div', { class: 'row2' }, ...buttons));
    if (folder) parts.push(h('p', { class: 'note' }, t('tables.note', { folder })));
    box.replaceChildren(...parts);
  }

  return { follow, line, pointed: () => (app.pointed && app.explored?.key === keyOf(app) ? app.pointed : null) };
}
