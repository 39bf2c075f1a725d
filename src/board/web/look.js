// Looking at other plies of the game, and at lines of the search. One request is under way at a time:
// a key that is held down asks for more than the server can answer, and every press counts.

/** The least time from one request to the next, in milliseconds: the server hears thirty a second. */
const PACE = 40;

/** `on`: `ask(ply, line)` gives what the server answers, `show(look, near)` draws it or, if it is `null`, the game itself,
    `rest()` is called when nothing more is wanted, `refused(text)`. */
export function looker(app, on) {
  let wanted = null;
  let asked = null;
  let last = 0;

  /** The ply that is shown, or will be once the server has answered. */
  const ply = () => (wanted ?? asked)?.ply ?? app.shown().ply;

  async function answer({ ply, line }) {
    if (ply === app.state.ply && !line) return null;
    const early = last + PACE - performance.now();
    if (early > 0) await new Promise((done) => setTimeout(done, early));
    last = performance.now();
    return on.ask(ply, line);
  }

  /** Shows a ply, and behind it the moves of a line; `null` is the game itself. */
  async function go(to, line = '') {
    wanted = { ply: to ?? app.state.ply, line };
    if (asked) return;
    while (wanted) {
      [asked, wanted] = [wanted, null];
      const was = app.shown();
      const look = await answer(asked);
      if (asked.dropped) continue;
      if (look && look.is !== 'look') on.refused(look.text);
      else on.show(look, Math.abs(was.ply - asked.ply) === 1 && !line && !was.line);
    }
    asked = null;
    on.rest();
  }

  /** Forgets what was asked for. */
  function stop() {
    wanted = null;
    if (asked) asked.dropped = true;
  }

  return { go, ply, stop };
}
