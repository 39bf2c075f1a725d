// The review of a judged game: its worst moments, and the mistakes of one side to be tried again without the answer.
import { $, h } from './dom.js';
import { accuracy } from './over.js';
import { words } from './scene.js';
import { t } from './words.js';

/** So many of the worst moments are listed. */
const WORST = 5;
/** How long a try is searched that nothing else knows, in milliseconds. */
const SEARCH = 1200;
/** A try that costs less than this part of the chances keeps the result: it would get no mark. */
const ENOUGH = 0.1;

/** The marked moves of a game, `{ply, loss, mark, player}`, in the order of the game. */
export function faults({ state, judged }) {
  const found = [];
  for (let ply = 0; ply < state.plies; ply++) {
    const { loss, mark } = judged.get(ply) ?? {};
    if (mark) found.push({ ply, loss, mark, player: state.players[state.movers[ply]] });
  }
  return found;
}

/** Whether it is proven what a move has cost. */
export const isFact = ({ judged }, ply) => Boolean(judged.get(ply)?.proven && judged.get(ply + 1)?.proven);

/** `on`: `go(ply)`, `render()`, `toast(text)`, `reset()` makes the position that is shown playable. */
export function reviewer(app, on) {
  let drawn = '';

  /** The part of the analysis that a judged game has. */
  function panel() {
    const box = $('review');
    const { state, judged, judgedAll, judging } = app;
    box.hidden = !judgedAll || Boolean(judging) || !state.plies;
    if (box.hidden) return;
    const found = faults(app);
    const key = JSON.stringify([state.record, state.players, found]);
    if (key === drawn) return;
    drawn = key;
    const list = words(state.record);
    const rows = state.players.map((player, i) => {
      const losses = list.map((_, ply) => (+state.movers[ply] === i ? judged.get(ply)?.loss ?? null : null)).filter((loss) => loss !== null);
      const score = accuracy(losses);
      const own = found.filter((one) => one.player === player);
      return h('tr', {}, h('th', { scope: 'row' }, app.name(player)), h('td', {}, score === null ? '–' : h('b', {}, `${Math.round(score)} %`)),
        h('td', {}, own.length ? h('button', { 'data-retry': player }, t('review.again', { n: own.length })) : t('review.clean')));
    });
    const worst = [...found].sort((a, b) => b.loss - a.loss).slice(0, WORST);
    box.replaceChildren(h('h3', {}, t('review.accuracy')), h('table', { class: 'accuracy' }, ...rows),
      ...(worst.length ? [h('h3', {}, t('review.worst')), h('ol', { class: 'worst' }, ...worst.map(({ ply, loss, mark, player }) => h('li', {}, h('button', { 'data-ply': ply + 1 }, `${ply + 1}. ${app.name(player)} ${list[ply]} `, h('i', {}, mark)), ` −${Math.round(100 * loss)} %${isFact(app, ply) ? `, ${t('proven')}` : ''}`)))] : []));
  }

  // --- trying again -------------------------------------------------------------------------------------------------

  function start(player) {
    const list = faults(app).filter((one) => one.player === player);
    if (!list.length) return;
    if (app.analysing) return on.toast(t('review.busy'));
    app.retry = { player, list, at: -1, tries: 0, solved: 0, first: 0, state: 'ask', text: '' };
    next();
  }

  function next() {
    const { retry } = app;
    retry.at += 1;
    [retry.state, retry.tries, retry.text] = ['ask', 0, ''];
    if (retry.at >= retry.list.length) {
      const { first, solved, list } = retry;
      app.retry = null;
      on.toast(t('review.found', { solved, n: list.length, first }));
      return on.go(null);
    }
    on.go(retry.list[retry.at].ply);
  }

  function stop() {
    app.retry = null;
    on.go(null);
  }

  const now = () => app.retry?.list[app.retry.at];

  /** Whether a move may be tried on the position that is shown. */
  const asks = () => Boolean(app.retry && app.retry.state === 'ask' && app.shown().ply === now().ply && !app.shown().line);

  /** What a move costs the side to move, and whether that is proven. */
  async function cost(ply, move, best) {
    const answer = await app.wire.ask({ do: 'explore', ply, line: null });
    const rows = answer.rows ?? [];
    const row = rows.find((one) => one.move === move);
    if (row?.result && rows[0].result) {
      // Of margins the greatest is kept, of results the best.
      const kept = row.margin === null ? row.result === rows[0].result : row.margin === rows[0].margin;
      return { loss: kept ? 0 : Math.max(rows[0].chance - row.chance, ENOUGH), proven: true };
    }
    if (move === best) return { loss: 0, proven: false };
    const chances = new Map();
    app.listen = (m) => chances.set(m.pv[0], m.chance);
    await app.wire.ask({ do: 'analyse', ply, lines: 1, ms: SEARCH, moves: [best, move].join(' ') });
    app.listen = null;
    const sign = app.state.movers[ply] === '0' ? 1 : -1;
    if (!chances.has(move) || !chances.has(best)) return { loss: 0, proven: false };
    return { loss: sign * (chances.get(best) - chances.get(move)), proven: false };
  }

  async function tried(move) {
    const { retry } = app;
    const { ply } = now();
    const best = app.judged.get(ply)?.best;
    [retry.state, retry.text] = ['wait', t('review.looking', { move })];
    on.render();
    const { loss, proven } = await cost(ply, move, best);
    if (app.retry !== retry || now().ply !== ply) return;
    retry.tries += 1;
    if (loss < ENOUGH) {
      retry.state = 'good';
      retry.solved += 1;
      retry.first += retry.tries === 1 ? 1 : 0;
      retry.text = t(proven ? 'review.good.proven' : 'review.good', { move });
      return on.go(ply, move);
    }
    retry.state = 'ask';
    retry.text = t(proven ? 'review.bad.proven' : 'review.bad', { move, loss: Math.round(100 * loss) });
    on.reset();
  }

  function show() {
    const { retry } = app;
    const { ply } = now();
    const best = app.judged.get(ply)?.best;
    [retry.state, retry.text] = ['shown', t('review.best', { best })];
    on.go(ply, best);
  }

  /** What the status card says meanwhile: its title, help and buttons. */
  function status() {
    const { retry, state } = app;
    const { ply, mark } = now();
    const button = (label, run, attributes = {}) => h('button', { ...attributes, onclick: run }, label);
    const last = retry.at + 1 === retry.list.length;
    const buttons = retry.state === 'good' || retry.state === 'shown' ? [button(last ? t('done') : t('next'), next, { class: 'primary' })] : [button(t('review.show'), show), button(t('skip'), next)];
    return {
      title: t('review.title', { at: retry.at + 1, n: retry.list.length }),
      help: retry.text || t('review.help', { player: app.name(retry.player), move: words(state.record)[ply], mark }),
      buttons: [...buttons, button(t('end'), stop)],
    };
  }

  document.addEventListener('click', ({ target }) => {
    const player = target.closest?.('[data-retry]')?.dataset.retry;
    if (player) start(player);
  });
  return { panel, asks, tried, status, stop };
}
