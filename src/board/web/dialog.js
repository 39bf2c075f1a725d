// The dialogs: a new game, seats, opening and saving, rules, memories, keys.
import { picture as thumbnail } from './board.js';
import { clockField } from './clock.js';
import { $, h } from './dom.js';
import { levelField, memoryField, usesField, nameField, named, optionField, segments, select } from './fields.js';
import { seatText } from './panel.js';
import { ruleBook } from './rules.js';
import { words } from './scene.js';
import { selectTab, tabList } from './tabs.js';
import { language, t } from './words.js';

/** `on`: the wire, `toast(text)`. */
export function dialogs(app, { wire, toast, copied, puzzles }) {
  const box = $('dialog');
  const show = (...children) => {
    box.replaceChildren(...children);
    box.className = '';
    // Its heading is its name.
    const heading = box.querySelector('h2');
    heading.id = 'heading';
    box.setAttribute('aria-labelledby', 'heading');
    if (!box.open) box.showModal();
    return box;
  };
  const close = () => box.close();
  const button = (label, run, primary) => h('button', { type: 'button', class: primary ? 'primary' : null, onclick: run }, label);
  const fail = (text) => {
    let el = box.querySelector('.error');
    if (!el) {
      el = h('p', { class: 'error', role: 'alert' });
      box.querySelector('.act').before(el);
    }
    el.textContent = text;
  };
  const stored = () => JSON.parse(localStorage.getItem('start') ?? '{}');

  const person = (name) => (name ? { who: 'human', name } : { who: 'human' });

  const memoryNames = async () => (await wire.ask({ do: 'memories' })).names ?? [];

  /** The games of earlier days, each with a button to go on. */
  function unfinished() {
    const shelf = (app.welcome?.shelf ?? []).slice(0, 3);
    const row = ({ session, game, seats, plies, changed }) => {
      const { title, looks } = app.games.find(({ name }) => name === game);
      const names = [...looks.values()].map(({ name }, i) => `${name}: ${seatText(seats[i], seats.some(({ who }) => who === 'ai'))}`);
      const when = new Date(1000 * changed).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
      return [button(t('go'), () => {
        sessionStorage.setItem('session', session);
        location.reload();
      }), h('span', {}, `${title} · ${t('moves', { n: plies })}`, h('small', {}, `${names.join(', ')} · ${when}`))];
    };
    return shelf.length ? [h('h2', {}, t('unfinished')), h('div', { class: 'shelf' }, ...shelf.flatMap(row))] : [];
  }

  function start(wanted) {
    const { games } = app;
    // To count what is remembered takes the server a while.
    const names = memoryNames();
    const last = stored();
    let game = games.find((one) => one.name === (wanted ?? app.state?.game ?? last.game)) ?? games[0];
    let mode = last.mode ?? 'ai';
    let side = last.side ?? '1';
    const form = h('form', { method: 'dialog' });
    const cards = h('div', { class: 'choose', role: 'radiogroup', 'aria-label': t('rules.games') }, ...games.map((one) => h('label', { title: one.line }, thumbnail(one, one.sample, one.drawing.thumb), h('input', { type: 'radio', name: 'game', value: one.name, checked: one === game, onchange: () => {
      game = one;
      fill();
    } }), one.title)));
    const modes = segments('mode', { human: t('mode.human'), ai: t('mode.ai'), ais: t('mode.ais') }, mode, (value) => {
      mode = value;
      fill();
    });
    const rest = h('div');
    const clock = clockField(last.clock);
    let read = () => ({});
    function fill() {
      const [first, second] = [...game.looks.values()].map(({ name }) => name);
      const grid = h('div', { class: 'two' });
      const levels = [];
      const memories = [];
      const uses = mode === 'human' ? [] : (mode === 'ai' ? [''] : [first, second]).map((whose, i) => usesField(last.uses?.[i] ?? {}, game, whose));
      const people = [];
      if (mode === 'ai') {
        const sides = named(t('side'), segments('side', { 1: t('side.first', { player: first }), 2: second, lots: t('side.lots') }, side, (value) => (side = value)));
        sides.classList.add('whole');
        grid.append(sides);
        levels.push(levelField(t('level.label'), { level: last.level, auto: Boolean(last.auto) }, app.levels));
        people.push(nameField(t('name.yours'), last.names?.[0]));
        memories.push(memoryField(t('memories'), names, game.name, last.memory));
      }
      if (mode === 'ais') {
        levels.push(levelField(t('level.whose', { whose: first }), { level: last.level }, app.levels), levelField(t('level.whose', { whose: second }), { level: last.level2 }, app.levels));
        memories.push(memoryField(t('memory.whose', { whose: first }), names, game.name, null), memoryField(t('memory.whose', { whose: second }), names, game.name, null));
      }
      if (mode === 'human') people.push(nameField(t('name.whose', { whose: first }), last.names?.[0]), nameField(t('name.whose', { whose: second }), last.names?.[1]));
      const options = game.options.map((option) => ({ ...option, ...optionField(option, last.options?.[option.name]) }));
      for (const { made } of [...levels, ...options.filter((one) => !one.rare)]) grid.append(made);
      const more = [clock, ...people, ...memories, ...uses, ...options.filter((one) => one.rare)];
      rest.replaceChildren(grid, h('details', {}, h('summary', {}, t('start.more')), h('div', { class: 'two' }, ...more.map(({ made }) => made))));
      read = () => ({
        levels: levels.map((one) => one.value()), names: people.map((one) => one.value()), memories: memories.map((one) => one.value()), uses: uses.map((one) => one.value()),
        options: Object.fromEntries(options.map((one) => [one.name, one.value()])),
      });
    }
    fill();
    const begin = async (event) => {
      event.preventDefault();
      await names;
      const { levels, names: called, memories, uses, options } = read();
      const ai = (i) => ({ who: 'ai', ...levels[i], remember: memories[i], ...uses[i] });
      const human = person(called[0]);
      const mine = side === 'lots' ? `${1 + Math.floor(Math.random() * 2)}` : side;
      const seats = mode === 'human' ? [human, person(called[1])] : mode === 'ais' ? [ai(0), ai(1)] : mine === '1' ? [human, ai(0)] : [ai(0), human];
      app.turned = false;
      const answer = await wire.ask({ do: 'new', game: game.name, seats, options, position: null, moves: '', clock: clock.value() });
      if (answer.is === 'refused') return fail(answer.text);
      localStorage.setItem('start', JSON.stringify({ game: game.name, clock: clock.kept(), mode, side, level: levels[0]?.level ?? last.level, auto: mode === 'ai' ? levels[0].auto : last.auto, level2: levels[1]?.level ?? last.level2, memory: memories[0], uses: uses.length ? uses : last.uses, names: called.length ? [called[0], called[1] ?? last.names?.[1]] : last.names, options: { ...last.options, ...options } }));
      close();
    };
    /** Puzzles need no players: beside a game of the same kind, or else one of two people. */
    const practise = async () => {
      const seats = [person(null), person(null)];
      const answer = app.state?.game === game.name ? {} : await wire.ask({ do: 'new', game: game.name, seats, options: {}, position: null, moves: '' });
      if (answer.is === 'refused') return fail(answer.text);
      close();
      puzzles();
    };
    form.onsubmit = begin;
    if (!app.state) form.append(...unfinished());
    form.append(h('h2', {}, t('new')), cards, named(t('mode'), modes), rest,
      h('div', { class: 'act' }, button(t('rules'), () => rules(game.name)), button(t('tab.puzzles'), practise), h('span', { class: 'space' }), app.state ? button(t('cancel'), close) : null, h('button', { class: 'primary' }, t('start'))));
    show(form);
    form.querySelector('.choose :checked').focus({ preventScroll: true });
    box.scrollTop = 0;
  }

  function seat(number) {
    const { state } = app;
    const names = memoryNames();
    const now = state.seats[number - 1];
    const player = app.name(state.players[number - 1]);
    let who = now.who;
    const form = h('form', { method: 'dialog' });
    const rest = h('div', { class: 'two' });
    const level = levelField(t('level.label'), { level: now.level, auto: now.auto ?? false }, app.levels);
    const memory = memoryField(t('memory.its'), names, state.game, now.remember);
    const uses = usesField(now, app.game);
    const name = nameField(t('name'), now.name);
    const turn = () => rest.replaceChildren(...(who === 'human' ? [name.made] : [level.made, memory.made, uses.made]));
    turn();
    form.onsubmit = async (event) => {
      event.preventDefault();
      await names;
      const seats = state.seats.map((one, i) => (i === number - 1 ? (who === 'human' ? person(name.value()) : { who, ...level.value(), remember: memory.value(), ...uses.value() }) : one));
      const answer = await wire.ask({ do: 'seats', seats });
      if (answer.is === 'refused') return fail(answer.text);
      close();
    };
    form.append(h('h2', {}, t('seat.ask', { player })), segments('who', { human: t('seat.person'), ai: t('seat.the.ai') }, who, (value) => {
      who = value;
      turn();
    }, t('seat.ask', { player })), rest, h('div', { class: 'act' }, button(t('cancel'), close), h('button', { class: 'primary' }, t('change'))));
    show(form);
  }

  /** Plays on from the position that is shown, a person against the AI. */
  function against(setup = null) {
    const { game, state } = app;
    const shown = app.shown();
    const last = stored();
    const names = state.players.map(app.name);
    let side = `${1 + state.players.indexOf(shown.turn)}`;
    const level = levelField(t('level.label'), { level: last.level }, app.levels);
    const form = h('form', { method: 'dialog' }, h('h2', {}, t('against')), h('p', {}, `${t(`against.${setup ? 'setup' : shown.line ? 'line' : shown.ply ? 'ply' : 'start'}`, { game: game.title, ply: shown.ply })} ${t('against.kept')}`),
      named(t('side'), segments('side', { 1: names[0], 2: names[1] }, side, (value) => (side = value))), level.made,
      h('div', { class: 'act' }, button(t('cancel'), close), h('button', { class: 'primary' }, t('play'))));
    form.onsubmit = async (event) => {
      event.preventDefault();
      const moves = [...words(state.record).slice(0, shown.ply), ...words(shown.line)].join(' ');
      const seats = [person(last.names?.[0]), { who: 'ai', ...level.value() }];
      app.turned = false;
      const from = setup ? { ...setup, moves: '' } : { options: state.options, position: state.start, moves };
      const answer = await wire.ask({ do: 'new', game: state.game, seats: side === '1' ? seats : seats.reverse(), ...from });
      if (answer.is === 'refused') return fail(answer.text);
      app.edits?.close();
      close();
    };
    show(form);
  }

  async function load(text, game = null) {
    const answer = await wire.ask({ do: 'load', text, game, index: null, seats: null });
    if (answer.is === 'refused') open(text, answer, game);
    return answer;
  }

  function open(text = '', refused = null, game = app.state?.game) {
    const { games } = app;
    const area = h('textarea', { rows: 7, spellcheck: 'false', 'aria-label': t('open.label'), placeholder: t('open.hint') });
    area.value = text;
    const which = select(Object.fromEntries(games.map((one) => [one.name, one.title])), game ?? games[0].name);
    const file = h('input', { type: 'file', accept: '.games,.txt,text/plain', 'aria-label': t('open.file') });
    file.onchange = async () => {
      area.value = await file.files[0].text();
      read();
    };
    const number = h('input', { type: 'number', min: 1, value: 1 });
    const complain = (answer) => {
      fail(answer.text);
      // The parser's column is a position in the text.
      const column = /column (\d+)/.exec(answer.raw);
      if (column && !area.value.trim().includes('\n')) {
        area.focus();
        area.setSelectionRange(+column[1] - 1, +column[1]);
      }
    };
    const read = async () => {
      let body = area.value.trim();
      let name = body.startsWith('[') ? null : which.value;
      if (/^https?:\/\//.test(body)) {
        const from = new URLSearchParams(body.slice(body.indexOf('#') + 1));
        body = from.get('p') ?? '';
        name = from.get('g');
      }
      if (!body) return fail(t('open.nothing'));
      app.turned = false;
      const answer = await wire.ask({ do: 'load', text: body, game: name, index: +number.value || 1, seats: null });
      if (answer.is === 'refused') return complain(answer);
      close();
    };
    area.ondragover = (event) => event.preventDefault();
    area.ondrop = async (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      area.value = await event.dataTransfer.files[0].text();
    };
    show(h('h2', {}, t('open')), area, h('div', { class: 'two' }, named(t('open.game'), which), named(t('open.from'), file), named(t('open.number'), number)), h('div', { class: 'act' }, button(t('cancel'), close), button(t('open'), read, true)));
    if (refused) complain(refused);
    else area.focus();
  }

  async function save() {
    if (!app.state) return;
    const answer = await wire.ask({ do: 'export' });
    if (answer.is === 'refused') return toast(answer.text);
    download(new Blob([answer.text], { type: 'text/plain' }), answer.name);
  }

  function download(blob, name) {
    const url = URL.createObjectURL(blob);
    h('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 5000);
    toast(t('saved', { name }));
  }

  /** All games that are kept: those of other tabs and of earlier days too. */
  async function games() {
    const answer = await wire.ask({ do: 'games' });
    if (answer.is !== 'games') return toast(answer.text);
    const row = ({ session, game, seats, plies, over, changed }) => {
      const { title, looks } = app.games.find(({ name }) => name === game);
      const names = [...looks.values()].map(({ name }, i) => `${name}: ${seatText(seats[i], seats.some(({ who }) => who === 'ai'))}`);
      const when = new Date(1000 * changed).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
      const mine = session === app.state?.session;
      return h('tr', {}, h('td', {}, h('b', {}, title), h('small', {}, names.join(', '))), h('td', {}, `${t('moves', { n: plies })}${over ? `, ${t('games.over')}` : ''}`), h('td', {}, when),
        h('td', {}, mine ? t('games.this') : button(t('open'), () => turn(session))));
    };
    show(h('h2', {}, t('games')), answer.games.length ? h('table', { class: 'names games' }, ...answer.games.map(row)) : h('p', {}, t('games.none')), h('p', { class: 'note' }, t('games.note')),
      h('div', { class: 'act' }, app.state ? button(t('games.beside'), () => turn(null)) : null, h('span', { class: 'space' }), button(t('close'), close, true)));
  }

  /** Turns to the game of another session, or to none. */
  function turn(session) {
    if (session) sessionStorage.setItem('session', session);
    else sessionStorage.removeItem('session');
    location.reload();
  }

  /** The position that is shown as a file, and as text for a forum. */
  async function picture() {
    const { still, toPng } = await import('./snapshot.js');
    const { ply, line } = app.shown();
    const drawn = await wire.ask({ do: 'drawing', ply, line: line || null });
    if (drawn.is !== 'file') return toast(drawn.text);
    const svg = still($('board'));
    const name = `${app.state.game}-${ply}`;
    const image = h('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: t('picture.alt', { game: app.game.title, ply }) });
    show(h('h2', {}, t('picture')), h('div', { class: 'still' }, image),
      h('div', { class: 'row2' }, button(t('picture.svg'), () => download(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`), true), button(t('picture.png'), async () => download(await toPng(image), `${name}.png`))),
      h('h3', {}, t('picture.text')), h('pre', { class: 'drawing' }, drawn.text),
      h('div', { class: 'act' }, button(t('picture.copy'), () => copied(drawn.text)), button(t('close'), close, true)));
  }

  async function memories() {
    const draw = (names) => {
      const rows = names.map((one) => h('tr', {}, h('td', {}, one.name), h('td', {}, app.games.find((game) => game.name === one.game)?.title ?? one.game), h('td', {}, one.positions === null ? t('memory.unreadable') : one.positions.toLocaleString(language)), h('td', {}, t('kilobytes', { size: Math.ceil(one.bytes / 1000) })),
        h('td', {}, one.used ? t('memory.used') : button(t('forget'), () => ask(t('forget.ask', { name: one.name }), t('forget'), async () => {
          const answer = await wire.ask({ do: 'forget', name: one.name, game: one.game });
          if (answer.is === 'refused') toast(answer.text);
          memories();
        })))));
      const seats = (app.state?.seats ?? []).map((one, i) => (one.who === 'ai' ? h('p', { class: 'note' }, `${app.name(app.state.players[i])}: ${seatText(one, false)} `, button(t('change.ask'), () => seat(i + 1))) : null));
      show(h('h2', {}, t('memories')), h('p', {}, t('memories.help')),
        rows.length ? h('table', { class: 'names' }, h('tr', {}, ...['name', 'game', 'positions', 'size'].map((one) => h('th', {}, t(`memories.${one}`))), h('th')), ...rows) : h('p', { class: 'note' }, t('memories.none')),
        ...seats.filter(Boolean),
        h('div', { class: 'act' }, app.state?.seats.some((one) => one.remember) ? button(t('memories.save'), async () => {
          const answer = await wire.ask({ do: 'save-memory' });
          if (answer.is === 'refused') toast(answer.text);
          else draw(answer.names);
        }) : null, button(t('close'), close, true)));
    };
    draw(await memoryNames());
  }

  function ask(question, yes, run) {
    show(h('h2', {}, question), h('div', { class: 'act' }, button(t('cancel'), close), button(yes, () => {
      close();
      run();
    }, true)));
    box.querySelector('.primary').focus();
  }

  function keys() {
    const KEYS = { arrows: t('key.arrows'), choose: t('key.choose'), escape: 'Esc', undo: 'z, y', hint: 'h', flip: 'f', plies: '← →', variations: '↑ ↓', note: 'c', ends: t('key.ends'), type: '/', full: 'F', keys: '?' };
    show(h('h2', {}, t('keys')), h('table', { class: 'names' }, ...Object.entries(KEYS).map(([what, key]) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, t(`keys.${what}`))))), h('div', { class: 'act' }, button(t('close'), close, true)));
  }

  async function rules(name = app.state?.game ?? app.games[0].name) {
    const { games } = app;
    const back = box.open && box.querySelector('form .choose') ? () => start(name) : close;
    const book = h('div', { class: 'rules', id: 'book', role: 'tabpanel' });
    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': t('rules.games') }, ...games.map((one) => h('button', { type: 'button', role: 'tab', 'aria-controls': 'book', onclick: () => turn(one) }, one.title)));
    tabList(tabs);
    async function turn(game) {
      selectTab(tabs, tabs.children[games.indexOf(game)]);
      book.setAttribute('aria-label', game.title);
      book.replaceChildren(...(await ruleBook(game)));
      box.scrollTop = 0;
    }
    show(h('h2', {}, t('rules')), h('div', { class: 'rules' }, tabs, book), h('div', { class: 'act' }, button(t('close'), back, true)));
    await turn(games.find((one) => one.name === name));
    tabs.querySelector('[aria-selected=true]').focus();
  }

  return { start, seat, against, open, load, save, memories, rules, keys, games, picture, ask };
}
