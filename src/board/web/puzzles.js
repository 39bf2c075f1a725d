// Puzzles: positions in which one move is right. The server chooses them, judges what is tried and answers it; the game
// of the page is left alone meanwhile.
import { $, h } from './dom.js';
import { select } from './fields.js';
import { words } from './scene.js';
import { t, told } from './words.js';

/** The states in which a move is expected. */
const OPEN = ['ask', 'right', 'wrong', 'open'];

/** The themes of a puzzle as a sentence, but for its full stop. */
function themes(puzzle) {
  const text = puzzle.themes.map(told).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `on`: `ask(request)`, `render(how)`, `reset()` makes the position that is shown playable, `quiet()` ends an analysis,
    `back()` shows the game, `toast(text)`. */
export function trainer(app, on) {
  const wanted = { theme: null, level: null };
  let deck = null;
  let busy = false;
  let left = 0;
  let drawn = '';

  const asks = () => Boolean(app.puzzle) && !busy && OPEN.includes(app.puzzle.state);

  /** Takes in what the server says of the puzzle. */
  function take(answer, animate) {
    const { clue = [], near = app.state.players.indexOf(answer.look.turn) } = app.puzzle?.id === answer.id ? app.puzzle : {};
    deck = answer.deck;
    const moved = app.puzzle?.look.position !== answer.look.position;
    app.puzzle = { ...answer, near, clue: moved ? [] : clue };
    app.looking = answer.look;
    on.reset();
    on.render({ animate });
  }

  async function request(what, animate = true) {
    if (busy) return;
    busy = true;
    const [{ game }, was] = [app.state, left];
    const answer = await on.ask(what);
    busy = false;
    // Another game may be shown by now, or the puzzles were left.
    if (app.state.game !== game || was !== left) return;
    if (answer.is === 'puzzle') return take(answer, animate);
    if (app.puzzle) on.reset();
    on.render();
    on.toast(answer.text);
  }

  async function next() {
    on.quiet();
    await request({ do: 'puzzle', ...wanted }, false);
    // On a phone the board is above the tab.
    scrollTo(0, 0);
  }

  async function hint() {
    if (!asks()) return;
    const { id } = app.puzzle;
    const answer = await on.ask({ do: 'clue', whole: app.puzzle.clue.length > 0 });
    if (app.puzzle?.id !== id) return;
    if (answer.is !== 'clue') return on.toast(answer.text);
    app.puzzle.clue = words(answer.things);
    $('spoken').textContent = t('hint.is', { move: answer.move ?? answer.things });
    on.render();
  }

  function stop() {
    left += 1;
    if (!app.puzzle) return;
    app.puzzle = null;
    on.back();
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  /** What is to be reached. */
  function goal({ goal: what, amount }, player) {
    const kind = what !== 'margin' ? what : amount > 0 ? 'more' : amount < 0 ? 'less' : 'even';
    return t(`goal.${kind}`, { player, n: Math.abs(amount) });
  }

  function verdict({ state, tried, look, goal: what, line }) {
    if (state === 'wrong') return t(look.ply ? 'puzzle.wrong.late' : `puzzle.wrong.${what}`, { move: tried });
    if (state === 'solved' || state === 'shown') return t(`puzzle.${state}`, { line });
    return t(`puzzle.${state}`, { move: tried });
  }

  /** What the status card says meanwhile: its title, help and buttons. */
  function status() {
    const { puzzle } = app;
    const button = (label, run, attributes = {}) => h('button', { ...attributes, onclick: run }, label);
    const open = OPEN.includes(puzzle.state);
    const title = open ? goal(puzzle, app.name(app.state.players[puzzle.near])) : t(puzzle.state === 'shown' ? 'puzzle.over' : 'puzzle.done');
    const buttons = open
      ? [button(puzzle.clue.length ? t('puzzle.more') : t('hint'), hint), button(t('puzzle.show'), () => request({ do: 'solution' })), button(t('skip'), next)]
      : [button(t('puzzle.next'), next, { class: 'primary' })];
    // The first hint tells what happens, too: where all moves begin alike, a thing says little.
    const help = [verdict(puzzle), open && puzzle.clue.length && themes(puzzle)].filter(Boolean).join(' ');
    return { title, help, buttons: [...buttons, button(t('end'), stop)] };
  }

  /** The tab: how many puzzles wait, which are wanted, and what is known of this one. */
  function panel() {
    if (app.tab !== 'puzzles' || !app.state) return;
    if (deck?.game !== app.state.game) return follow();
    const { puzzle } = app;
    const key = JSON.stringify([deck, wanted, puzzle?.id, puzzle?.state]);
    if (key === drawn) return;
    drawn = key;
    const choice = (name, all, list, tell) => {
      const made = select({ '': all }, '');
      made.append(...list.map(([value, count]) => h('option', { value, selected: wanted[name] === value }, `${tell(value)} (${count})`)));
      made.setAttribute('aria-label', t(`puzzle.${name}`));
      made.onchange = () => {
        wanted[name] = made.value === '' ? null : name === 'level' ? +made.value : made.value;
        return puzzle ? next() : panel();
      };
      return made;
    };
    const known = puzzle && !OPEN.includes(puzzle.state);
    $('puzzles').replaceChildren(
      h('p', { class: 'standing' }, ...['due', 'new', 'streak'].map((name) => h('span', {}, h('b', {}, `${deck[name]}`), ` ${t(`puzzle.count.${name}`)}`))),
      h('div', { class: 'row2' }, choice('theme', t('puzzle.theme.all'), deck.themes, told), choice('level', t('puzzle.level.all'), deck.levels, (level) => t('level', { level }))),
      h('div', { class: 'row2' }, h('button', { class: puzzle ? null : 'primary', onclick: next }, puzzle ? t('puzzle.another') : t('puzzle.start'))),
      ...(puzzle ? [h('p', {}, t('puzzle.effort', { level: puzzle.level, n: puzzle.nodes }))] : []),
      ...(known && puzzle.themes.length ? [h('p', {}, themes(puzzle))] : []),
      h('p', { class: 'note' }, t('puzzle.note')),
    );
  }

  /** Asks how many puzzles there are, once the tab is seen. */
  async function follow() {
    if (busy) return;
    busy = true;
    const answer = await on.ask({ do: 'puzzles' });
    busy = false;
    if (answer.is !== 'puzzles') return on.toast(answer.text);
    deck = answer;
    [wanted.theme, wanted.level] = [null, null];
    panel();
  }

  return { asks, next, hint, stop, status, panel, tried: (move) => request({ do: 'solve', move }) };
}
