// Output of engines: lines of play, hints, and the judgement of a whole game.
import { $ } from './dom.js';
import { t } from './words.js';

/** The least time from one search to the next, in milliseconds: AIs and held keys may be faster. */
const PACE = 120;

/** `on`: `render()`, `changed()` for what may come thirty times a second, `go(ply, line)`, `back(looking)`, `toast(text)`. */
export function analyst(app, on) {
  let last = -PACE;
  let later = 0;

  /** Searches the position that is shown, as long as somebody wants to know, and not more often than the server listens. */
  async function search() {
    clearTimeout(later);
    if (!app.analysing || (app.looking?.line && !app.branches.has())) return;
    const early = last + PACE - performance.now();
    if (early > 0) {
      later = setTimeout(search, early);
      return;
    }
    last = performance.now();
    const { ply, line = '' } = app.shown();
    const count = +$('count').value;
    if (app.lines[0] && !app.here(app.lines[0])) app.lines = [];
    app.lines.length = Math.min(app.lines.length, count);
    const done = await app.wire.ask({ do: 'analyse', ply, lines: count, ms: null, line: line || null });
    // Another game may have come meanwhile: it has a search of its own.
    if (done.is !== 'refused' || done.code === 'stale') return;
    app.analysing = false;
    on.toast(done.text);
    on.render();
  }

  function toggle() {
    app.analysing = !app.analysing;
    // Its own moves take the place of a hint.
    app.hinted = null;
    if (app.analysing) search();
    else app.wire.ask({ do: 'stop' });
    on.render();
  }

  async function judge() {
    if (app.judging) return app.wire.ask({ do: 'stop' });
    app.analysing = false;
    app.judging = { done: 0 };
    app.judgedAll = true;
    on.render();
    const done = await app.wire.ask({ do: 'judge', ms: +$('effort').value });
    app.judging = null;
    if (done.is === 'refused') on.toast(done.text);
    on.render();
  }

  async function hint() {
    const button = $('hint');
    if (button.disabled) return;
    button.textContent = '…';
    const done = await app.wire.ask({ do: 'hint' });
    button.textContent = t('hint');
    if (done.is === 'refused') return on.toast(done.text);
    if (done.best && done.ply === app.state.ply && !app.looking) {
      app.hinted = { move: done.best, ply: done.ply };
      $('spoken').textContent = t('hint.is', { move: done.best });
    }
    on.render();
    search();
  }

  /** What was said of a ply stays, where a newer judgement is silent. */
  function note(ply, { chance, best, loss, mark, why, proven = false }) {
    const old = app.judged.get(ply);
    app.judged.set(ply, { chance, best: best ?? old?.best ?? null, loss: loss ?? old?.loss ?? null, mark: mark ?? old?.mark ?? null, why: why ?? old?.why ?? null, proven });
    on.changed();
  }

  function judged(m) {
    if (app.judging && m.n) app.judging.done += 1;
    note(m.ply, m);
  }

  function line(m) {
    // A late line from an old game may have the same ply: its move must be legal here.
    const shown = app.shown();
    if (!shown || !app.here(m) || !app.paths.has(m.pv[0])) return;
    // The AI's own thoughts are shown while no analysis runs.
    if (m.from.startsWith('seat') && (app.analysing || app.looking)) return;
    if (m.k === 1 && app.lines[0] && !app.here(app.lines[0])) app.lines = [];
    app.lines[m.k - 1] = m;
    if (m.k === 1 && !m.line) note(m.ply, { chance: m.chance, proven: m.wdl?.includes(1000) });
    on.changed();
  }

  // Hovering over a move of a line shows its position, leaving goes back, a click stays there.
  let peek = null;
  let rest = 0;
  $('lines').addEventListener('pointerover', ({ target, pointerType }) => {
    const el = target.closest('[data-line]');
    if (!el || pointerType === 'touch' || el.dataset.line === peek?.line) return;
    const { line, from } = el.dataset;
    clearTimeout(rest);
    rest = setTimeout(() => {
      peek = { back: peek ? peek.back : app.looking, line };
      on.go(+from, line);
    }, 150);
  });
  $('lines').addEventListener('pointerleave', () => {
    clearTimeout(rest);
    if (!peek) return;
    on.back(peek.back);
    peek = null;
  });
  $('lines').addEventListener('click', ({ target }) => {
    const el = target.closest('[data-line]');
    if (!el) return;
    clearTimeout(rest);
    peek = null;
    on.go(+el.dataset.from, el.dataset.line);
  });

  $('count').onchange = search;
  return { search, toggle, judge, hint, judged, line };
}
