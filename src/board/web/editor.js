// The editor: a position set up by hand. It knows no game: pieces of kinds lie on things, and the engine says what
// the position is called, or what is wrong with it.
import { $, h } from './dom.js';
import { optionField, segments } from './fields.js';
import { area, position, words } from './scene.js';
import { element } from './svg.js';
import { chip } from './tints.js';
import { t, told } from './words.js';

/** How long the hands rest before the engine is asked, in milliseconds. */
const REST = 80;

/** The place off the board that a kind of piece comes from, if it has one: a place in a rack or in the pool. */
const home = (game, kind) => (game.things.has(kind.family) && area(game, kind.family) !== 'board' ? kind.family : null);

/** The kinds that lie elsewhere than on the cells of the board, as the tiles that it is made of do. */
function places(game) {
  const found = new Map();
  for (const { at, kind } of position(game, game.sample).pieces) {
    const where = area(game, at);
    if (!game.things.get(at)?.holds && (where === 'board' || !found.has(kind.id))) found.set(kind.id, where);
  }
  return found;
}

/** The thing of an area that is nearest to another thing. */
function nearest(game, where, thing) {
  const [x, y] = game.things.get(thing)?.at ?? [0, 0];
  const far = ({ at: [left, top] }) => Math.hypot(left - x, top - y);
  return [...game.things.values()].filter((one) => one.area === where && one.at).sort((a, b) => far(a) - far(b))[0]?.id ?? thing;
}

/** `on`: `render()`, `wire`, `toast(text)`, `against(setup)` asks who plays, `begin(setup, analyses)` opens the position. */
export function editor(app, on) {
  let setup = null;
  let tool = null;
  let asked = 0;
  let later = 0;

  const pieces = () => setup.pieces.map(({ at, kind }) => (at === kind.id ? at : `${at},${kind.id}`)).join(' ');

  /** Begins with the position that is shown. */
  function open() {
    const { game, state } = app;
    const shown = app.shown();
    setup = { options: state.options, turn: shown.turn, points: shown.score ?? [0, 0], text: shown.position, refused: null, pieces: position(game, { turn: shown.turn, pieces: shown.scene.pieces }).pieces };
    tool = null;
    choose(palette()[0] ?? null);
    app.editing = setup;
    panel();
    on.render();
    $('editor').scrollIntoView?.({ block: 'nearest' });
    $('editor').querySelector('button').focus({ preventScroll: true });
  }

  function close() {
    clearTimeout(later);
    app.editing = null;
    setup = null;
    on.render();
  }

  const palette = () => [...app.game.kinds.values()].filter((kind) => !home(app.game, kind));

  function choose(kind) {
    tool = kind ? { kind } : null;
    for (const el of document.querySelectorAll('#editor [data-kind]')) el.setAttribute('aria-pressed', el.dataset.kind === (tool?.kind.id ?? (tool?.erases ? '-' : '+')));
  }

  function changed() {
    clearTimeout(later);
    later = setTimeout(ask, REST);
    on.render();
  }

  /** Asks what the position is called, and what is wrong with it. */
  async function ask() {
    asked += 1;
    const mine = asked;
    const { options, turn, points } = setup;
    const answer = await on.wire().ask({ do: 'compose', game: app.game.name, options, pieces: pieces(), turn, points });
    if (!setup || mine !== asked) return;
    setup.text = answer.position ?? setup.text;
    setup.refused = answer.is === 'composed' ? told(answer.refused ?? '') : answer.text;
    tell();
  }

  /** Takes a piece off the board; one that has a place goes there. */
  function remove(piece) {
    const back = home(app.game, piece.kind);
    setup.pieces = setup.pieces.filter((one) => one !== piece);
    if (back) setup.pieces.push({ at: back, kind: app.game.kinds.get(back) ?? piece.kind });
  }

  const top = (thing) => setup.pieces.findLast(({ at }) => at === thing);

  function put(thing, kind) {
    const where = places(app.game).get(kind.id) ?? 'board';
    const at = area(app.game, thing) === where ? thing : nearest(app.game, where, thing);
    const there = top(at);
    if (there) remove(there);
    if (there?.kind !== kind) setup.pieces.push({ at, kind });
  }

  /** Moves a piece; on its own place it is turned to the next of its family. */
  function move(from, to) {
    const piece = top(from);
    if (!piece) return;
    if (from === to) {
      const family = [...app.game.kinds.values()].filter((kind) => kind.family === piece.kind.family);
      const next = family[(family.indexOf(piece.kind) + 1) % family.length];
      setup.pieces = setup.pieces.map((one) => (one === piece ? { at: one.at, kind: next } : one));
      return;
    }
    const there = top(to);
    if (there) remove(there);
    setup.pieces = [...setup.pieces.filter((one) => one !== piece), { at: to, kind: piece.kind }];
  }

  function click(thing) {
    if (thing === null) {
      if (tool?.from) tool = null;
      return on.render();
    }
    if (app.game.things.get(thing)?.holds) return;
    if (tool?.kind) put(thing, tool.kind);
    else if (tool?.erases) {
      if (top(thing)) remove(top(thing));
    } else if (tool?.from) {
      move(tool.from, thing);
      tool = null;
    } else if (top(thing)) tool = { from: thing };
    changed();
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  /** What the board draws. */
  function scene(cells) {
    const { game } = app;
    const model = position(game, { turn: setup.turn, pieces: pieces() });
    const can = tool?.kind || tool?.from ? () => true : (thing) => Boolean(top(thing));
    const next = [...(cells?.keys() ?? [])].filter((thing) => !game.things.get(thing)?.holds && area(game, thing) !== 'button' && can(thing));
    return { model, real: model, picked: tool?.from ? [tool.from] : [], next, fits: null, last: new Set(), animate: false, edits: true };
  }

  function tell() {
    $('setup').value = setup.text;
    $('wrong').textContent = setup.refused ?? '';
    $('wrong').hidden = !setup.refused;
    for (const el of document.querySelectorAll('#editor [data-needs]')) el.disabled = Boolean(setup.refused);
  }

  function tools() {
    const { game } = app;
    const made = (id, label, picture, run) => h('button', { 'data-kind': id, 'aria-pressed': 'false', title: label, onclick: () => { run(); on.render(); } }, picture, h('span', {}, label));
    const portrait = (kind) => {
      const drawn = game.drawing.portrait?.(game, kind) ?? (kind.owner ? chip(game, kind.owner) : null);
      return drawn ? element('svg', { class: 'chip', viewBox: game.drawing.portrait ? '-50 -50 100 100' : '-11 -11 22 22', 'aria-hidden': 'true' }, drawn) : null;
    };
    const list = palette().map((kind) => made(kind.id, kind.name, portrait(kind), () => choose(kind)));
    const hand = () => {
      tool = null;
      choose(null);
    };
    const eraser = () => {
      choose(null);
      tool = { erases: true };
      for (const el of document.querySelectorAll('#editor [data-kind]')) el.setAttribute('aria-pressed', el.dataset.kind === '-');
    };
    return h('div', { class: 'kinds', role: 'group', 'aria-label': t('edit.tools') }, ...list, made('+', t('edit.move'), null, hand), made('-', t('edit.off'), null, eraser));
  }

  /** How many pieces a thing holds. */
  function counter({ id, name, owner, holds }) {
    const kind = app.game.kinds.get(holds);
    const input = h('input', { type: 'number', min: 0, max: 99, value: setup.pieces.filter(({ at }) => at === id).length });
    input.oninput = () => {
      const count = Math.max(0, Math.min(99, Math.round(+input.value) || 0));
      setup.pieces = [...setup.pieces.filter(({ at }) => at !== id), ...Array.from({ length: count }, () => ({ at: id, kind }))];
      changed();
    };
    return h('label', { class: 'count' }, `${owner ? `${app.name(owner)}: ` : ''}${kind.name}, ${told(area(app.game, id))}`, input);
  }

  function panel() {
    const { game, state } = app;
    const button = (label, run, attributes = {}) => h('button', { ...attributes, onclick: run }, label);
    const counters = [...game.things.values()].filter(({ holds }) => holds).map(counter);
    const points = game.settles ? state.players.map((player, i) => {
      const input = h('input', { type: 'number', value: setup.points[i] });
      input.oninput = () => {
        setup.points = setup.points.map((old, at) => (at === i ? Math.round(+input.value) || 0 : old));
        changed();
      };
      return h('label', { class: 'count' }, t('edit.points', { player: app.name(player) }), input);
    }) : [];
    const rules = game.options.map((option) => {
      const field = optionField(option, setup.options[option.name]);
      field.made.addEventListener('change', () => {
        setup.options = { ...setup.options, [option.name]: field.value() };
        changed();
      });
      return field.made;
    });
    const empty = () => {
      for (const piece of setup.pieces.filter(({ at, kind }) => !game.things.get(at)?.holds && at !== home(game, kind) && (kind.owner || home(game, kind)))) remove(piece);
      changed();
    };
    $('editor').replaceChildren(
      h('h2', {}, t('edit.title')),
      tools(),
      h('p', { class: 'note' }, t('edit.help')),
      h('div', { class: 'row2' }, button(t('edit.empty'), empty), button(t('edit.game'), open)),
      h('h3', {}, t('edit.turn')),
      segments('to-move', Object.fromEntries(state.players.map((player) => [player, app.name(player)])), setup.turn, (player) => {
        setup.turn = player;
        changed();
      }, t('edit.turn')),
      h('div', { class: 'counts' }, ...counters, ...points),
      rules.length ? h('details', {}, h('summary', {}, t('rules')), ...rules) : '',
      h('h3', {}, t('position')),
      h('textarea', { id: 'setup', rows: 3, readonly: true, 'aria-label': t('edit.text') }),
      h('p', { class: 'error', id: 'wrong', role: 'alert', hidden: true }),
      h('div', { class: 'row2' },
        button(t('edit.ai'), () => on.against({ position: setup.text, options: setup.options }), { class: 'primary', 'data-needs': '' }),
        button(t('mode.human'), () => on.begin({ position: setup.text, options: setup.options }, false), { 'data-needs': '' }),
        button(t('analyse'), () => on.begin({ position: setup.text, options: setup.options }, true), { 'data-needs': '' })),
      h('div', { class: 'row2' }, button(t('edit.copy'), () => on.copy(setup.text), { 'data-needs': '' }), button(t('copy.link'), () => on.copy(on.link(setup.text)), { 'data-needs': '' }), button(t('back'), close)),
    );
    choose(tool?.kind ?? null);
    tell();
  }

  return { open, close, click, scene, isOpen: () => Boolean(setup) };
}
