// The tree of moves: variations of the game, marks and comments. A move of the tree is named by a ply of the game and the
// moves of a line from there, as everything that is looked at.
import { $, h } from './dom.js';
import { words } from './scene.js';
import { t } from './words.js';

const MARKS = ['', '!', '?', '!?', '?!', '!!', '??'];

const noteOf = (state, ply) => state.notes.find((note) => note.ply === ply);

/** The same place, with the moves of the line that are those of the game left out. */
export function address(state, { ply, line }) {
  const game = words(state.record);
  const moves = words(line);
  while (moves.length && moves[0] === game[ply]) {
    moves.shift();
    ply += 1;
  }
  return { ply, moves };
}

/** What the tree has at a place, `{step, nexts}`: the move that leads there, and the moves that follow, the first of its line
    first. `null` if it does not have the place. */
export function find(state, place) {
  const { ply, moves } = address(state, place);
  const heads = (step) => (step?.lines ?? []).map((line) => line[0].move);
  const after = noteOf(state, ply + 1);
  if (!moves.length) return { step: noteOf(state, ply) ?? {}, nexts: ply < state.plies ? [words(state.record)[ply], ...heads(after)] : [] };
  let [line, at] = [null, 0];
  for (const move of moves) {
    if (line?.[at]?.move === move) at += 1;
    else {
      line = ((line ? line[at] : after)?.lines ?? []).find(([first]) => first.move === move);
      if (!line) return null;
      at = 1;
    }
  }
  const next = line[at];
  return { step: line[at - 1], nexts: next ? [next.move, ...heads(next)] : [] };
}

const said = ({ comments = [] }) => comments.flatMap((text) => [h('span', { class: 'said' }, text), ' ']);

/** The moves of a variation from a ply on, `before` them those that lead to it, the first with that number. `nodes` draws a move. */
function variation(app, steps, { ply, before, number }, nodes) {
  let [made, labelled] = [[], false];
  steps.forEach((step, i) => {
    const lead = [...before, ...steps.slice(0, i).map(({ move }) => move)];
    if (i && step.by === 0 && steps[i - 1].by !== 0) [number, labelled] = [number + 1, false];
    const label = labelled ? null : h('span', { class: 'n' }, `${number}${step.by === 0 ? '.' : '…'}`);
    const move = h('button', { 'data-from': ply, 'data-node': [...lead, step.move].join(' '), tabindex: -1 }, ...nodes(step.move, app.state.players[step.by]), step.mark ? h('i', {}, step.mark) : null);
    made.push(h('span', { class: 'step' }, label, move), ' ', ...said(step));
    for (const line of step.lines ?? []) made.push(h('div', { class: 'variation' }, ...variation(app, line, { ply, before: lead, number }, nodes)));
    labelled = !step.comments && !step.lines;
  });
  return made;
}

/** What stands behind a move in the list, which has that number: its comments and its variations. */
export function behind(app, note, number, nodes) {
  const place = { ply: note.ply - 1, before: [], number };
  return h('div', { class: 'behind' }, ...said(note), ...(note.lines ?? []).map((line) => h('div', { class: 'variation' }, ...variation(app, line, place, nodes))));
}

/** `on`: `go(ply, line)`, `render()`, `toast(text)`, `ask(question, yes, run)`. */
export function brancher(app, on) {
  const shown = () => {
    const { ply, line = '' } = app.shown();
    return { ply, line: line ?? '' };
  };
  const place = () => {
    const { ply, moves } = address(app.state, shown());
    return { ply, moves, line: moves.join(' ') };
  };
  const go = ({ ply, moves }) => on.go(ply, moves.join(' '));
  const ask = async (request) => {
    const answer = await app.wire.ask(request);
    if (answer.is === 'refused') on.toast(answer.text);
    return answer.is !== 'refused';
  };

  /** Whether a move that is made in the position that is looked at can be a variation. */
  const able = () => Boolean(app.looking && !app.looking.result && app.looking.ply < app.state.plies);

  /** Tries a move in the position that is looked at. */
  async function play(move) {
    const { ply, moves } = place();
    const to = { ply, line: [...moves, move].join(' ') };
    if (!find(app.state, to) && !(await ask({ do: 'vary', ...to }))) return false;
    await go(address(app.state, to));
    return true;
  }

  /** Keeps the line that is looked at. */
  async function keep({ ply, line } = place()) {
    if (await ask({ do: 'vary', ply, line })) on.go(ply, line);
  }

  /** Goes to the move before or behind the one that is looked at, along its line. */
  function back() {
    const { ply, moves } = place();
    if (moves.length) return go({ ply, moves: moves.slice(0, -1) });
    if (ply > 0) on.go(ply - 1);
  }

  function forth() {
    const at = place();
    const { line } = shown();
    // A line of the search or of the coach is followed, too.
    const known = [...app.lines.filter(Boolean).map(({ ply, pv }) => [ply, pv]), ...app.lessons()].find(([ply, pv]) => line && ply === shown().ply && `${pv.join(' ')} `.startsWith(`${line} `) && pv.length > words(line).length);
    const next = find(app.state, at)?.nexts[0];
    if (known && !(at.moves.length && next)) return on.go(known[0], known[1].slice(0, words(line).length + 1).join(' '));
    if (next) go(address(app.state, { ply: at.ply, line: [...at.moves, next].join(' ') }));
  }

  /** Goes to another move in place of the one that leads here. */
  function beside(by) {
    const { ply, moves } = place();
    if (!moves.length && !ply) return;
    const parent = moves.length ? { ply, moves: moves.slice(0, -1) } : { ply: ply - 1, moves: [] };
    const own = moves.at(-1) ?? words(app.state.record)[ply - 1];
    const { nexts } = find(app.state, { ply: parent.ply, line: parent.moves.join(' ') }) ?? { nexts: [] };
    const move = nexts[nexts.indexOf(own) + by];
    if (move) go(address(app.state, { ply: parent.ply, line: [...parent.moves, move].join(' ') }));
  }

  async function promote() {
    const { ply, line } = place();
    if (await ask({ do: 'promote', ply, line })) go(address(app.state, { ply, line }));
  }

  /** Removes the move that leads here, or all of its variation, and what follows. */
  function prune(whole) {
    const { ply, moves } = place();
    let gone = moves;
    while (whole && gone.length > 1 && find(app.state, { ply, line: gone.slice(0, -1).join(' ') }).nexts[0] === gone.at(-1)) gone = gone.slice(0, -1);
    const rest = gone.length ? { ply, moves: gone.slice(0, -1) } : { ply: ply - 1, moves: [] };
    const run = async () => {
      if (await ask({ do: 'prune', ply, line: gone.join(' ') || null })) go(address(app.state, { ply: rest.ply, line: rest.moves.join(' ') }));
    };
    on.ask(t('tree.sure'), t('tree.delete'), run);
  }

  async function playOn() {
    const { ply, line } = place();
    if (await ask({ do: 'play-on', ply, line: line || null })) on.go(null);
  }

  // --- what is said of the move that is shown ------------------------------------------------------------------------

  const mark = h('select', { 'aria-label': t('tree.mark') }, ...MARKS.map((text) => h('option', { value: text }, text || '–')));
  const comment = h('textarea', { rows: 1, 'aria-label': t('tree.comment'), placeholder: t('tree.comment') });
  const button = (key, run) => h('button', { type: 'button', onclick: run }, t(key));
  const buttons = { promote: button('tree.promote', promote), whole: button('tree.delete.variation', () => prune(true)), from: button('tree.delete.from', () => prune(false)) };
  const label = h('b');
  $('note').append(h('div', { class: 'row2' }, label, mark, comment), h('div', { class: 'row2' }, ...Object.values(buttons)));
  let said = null;
  let wanted = false;

  async function say() {
    const [place, text] = [said, comment.value];
    if (!place || (mark.value === place.mark && text === place.text)) return;
    [place.mark, place.text] = [mark.value, text];
    await ask({ do: 'note', ply: place.ply, line: place.line || null, mark: mark.value, comment: text });
  }
  mark.onchange = say;
  comment.onchange = say;
  const writes = (el) => el === mark || el === comment;
  const keyOf = ({ ply, line }) => `${app.state.session} ${app.state.game} ${ply} ${line}`;
  const moveOf = ({ ply, moves }) => moves.at(-1) ?? words(app.state.record)[ply - 1];
  $('note').addEventListener('focusout', ({ relatedTarget }) => {
    if (said && !writes(relatedTarget) && said.key !== keyOf(place())) panel();
  });
  comment.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    comment.blur();
  };

  /** The card below the list: a mark and a comment for the move that is shown, and what can be done with it. */
  function panel() {
    const box = $('note');
    const { state } = app;
    const [first, second] = state.seats;
    // Whoever writes about a move stays with it, whatever is played meanwhile.
    if (writes(document.activeElement) && said?.key === keyOf(said) && said.move === moveOf(said)) return;
    const { ply, moves, line } = place();
    const found = find(state, { ply, line });
    // Whoever plays the AI has other things to do.
    const open = app.looking || state.result || first.who === second.who || wanted || document.activeElement === comment || found?.step.mark || found?.step.comments;
    box.hidden = !found || !open || Boolean(app.retry || app.puzzle) || !state.plies || (app.tab !== 'moves' && !app.wide());
    if (box.hidden) return;
    const key = keyOf({ ply, line });
    const { mark: sign = '', comments = [] } = found.step;
    const move = moveOf({ ply, moves });
    if (said?.key !== key || said.mark !== sign || said.text !== comments.join('\n')) {
      said = { key, ply, line, moves, move, mark: sign, text: comments.join('\n') };
      [mark.value, comment.value] = [sign, said.text];
    }
    label.textContent = move ?? t('tree.start');
    mark.hidden = !move;
    buttons.promote.hidden = !moves.length;
    buttons.whole.hidden = !moves.length;
    buttons.from.hidden = !move;
  }

  /** Lets the user type a comment. */
  function note() {
    wanted = true;
    app.turn('moves');
    panel();
    if (!$('note').hidden) comment.focus();
    wanted = false;
  }

  document.addEventListener('click', ({ target }) => {
    const el = target.closest?.('[data-node]');
    if (el) go(address(app.state, { ply: +el.dataset.from, line: el.dataset.node }));
  });

  return { able, play, keep, back, forth, beside, playOn, note, panel, has: () => Boolean(find(app.state, shown())), inLine: () => place().moves.length > 0 };
}
