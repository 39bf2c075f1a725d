// The dialogs: a new game, seats, opening and saving, rules, memories, keys.
import { picture as thumbnail } from './board.js';
import { clockField } from './clock.js';
import { $, h } from './dom.js';
import { levelField, memoryField, usesField, nameField, named, optionField, segments, select } from './fields.js';
import { seatText } from './panel.js';
import { ruleBook } from './rules.js';
import { words } from './scene.js';
import { selectTab, tabList } from './tabs.js';

/** `on`: the wire, `toast(text)`. */
export function dialogs(app, { wire, toast, copied }) {
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
      const when = new Date(1000 * changed).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
      return [button('Go on', () => {
        sessionStorage.setItem('session', session);
        location.reload();
      }), h('span', {}, `${title} · ${plies} ${plies === 1 ? 'move' : 'moves'}`, h('small', {}, `${names.join(', ')} · ${when}`))];
    };
    return shelf.length ? [h('h2', {}, 'Unfinished games'), h('div', { class: 'shelf' }, ...shelf.flatMap(row))] : [];
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
    const cards = h('div', { class: 'choose' }, ...games.map((one) => h('label', { title: one.line }, thumbnail(one, one.sample, one.drawing.thumb), h('input', { type: 'radio', name: 'game', value: one.name, checked: one === game, onchange: () => {
      game = one;
      fill();
    } }), one.title)));
    const modes = segments('mode', { human: 'Two people', ai: 'You and the AI', ais: 'Two AIs' }, mode, (value) => {
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
      const uses = mode === 'human' ? [] : (mode === 'ai' ? [''] : [`${first}: `, `${second}: `]).map((whose, i) => usesField(last.uses?.[i] ?? {}, game, whose));
      const people = [];
      if (mode === 'ai') {
        const sides = named('You play', segments('side', { 1: `${first}, who begins`, 2: second, lots: 'Either, by lot' }, side, (value) => (side = value)));
        sides.classList.add('whole');
        grid.append(sides);
        levels.push(levelField('Level', last.level ?? 4, app.levels));
        people.push(nameField('Your name', last.names?.[0]));
        memories.push(memoryField('What the AI remembers', names, game.name, last.memory));
      }
      if (mode === 'ais') {
        levels.push(levelField(`${first}: level`, last.level ?? 4, app.levels), levelField(`${second}: level`, last.level2 ?? 4, app.levels));
        memories.push(memoryField(`What ${first} remembers`, names, game.name, null), memoryField(`What ${second} remembers`, names, game.name, null));
      }
      if (mode === 'human') people.push(nameField(`Who plays ${first}`, last.names?.[0]), nameField(`Who plays ${second}`, last.names?.[1]));
      const options = game.options.map((option) => ({ ...option, ...optionField(option, last.options?.[option.name]) }));
      for (const { made } of [...levels, ...options.filter((one) => !one.rare)]) grid.append(made);
      const more = [clock, ...people, ...memories, ...uses, ...options.filter((one) => one.rare)];
      rest.replaceChildren(grid, h('details', {}, h('summary', {}, 'Clock, names, memory, more rules'), h('div', { class: 'two' }, ...more.map(({ made }) => made))));
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
      const ai = (i) => ({ who: 'ai', level: levels[i], remember: memories[i], ...uses[i] });
      const human = person(called[0]);
      const mine = side === 'lots' ? `${1 + Math.floor(Math.random() * 2)}` : side;
      const seats = mode === 'human' ? [human, person(called[1])] : mode === 'ais' ? [ai(0), ai(1)] : mine === '1' ? [human, ai(0)] : [ai(0), human];
      app.turned = false;
      const answer = await wire.ask({ do: 'new', game: game.name, seats, options, position: null, moves: '', clock: clock.value() });
      if (answer.is === 'refused') return fail(answer.text);
      localStorage.setItem('start', JSON.stringify({ game: game.name, clock: clock.kept(), mode, side, level: levels[0] ?? last.level, level2: levels[1] ?? last.level2, memory: memories[0], uses: uses.length ? uses : last.uses, names: called.length ? [called[0], called[1] ?? last.names?.[1]] : last.names, options: { ...last.options, ...options } }));
      close();
    };
    form.onsubmit = begin;
    if (!app.state) form.append(...unfinished());
    form.append(h('h2', {}, 'New game'), cards, h('div', { class: 'field' }, h('span', {}, 'Who plays'), modes), rest,
      h('div', { class: 'act' }, button('Rules', () => rules(game.name)), h('span', { class: 'space' }), app.state ? button('Cancel', close) : null, h('button', { class: 'primary' }, 'Start')));
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
    const level = levelField('Level', now.level ?? 4, app.levels);
    const memory = memoryField('What it remembers', names, state.game, now.remember);
    const uses = usesField(now, app.game);
    const name = nameField('Name', now.name);
    const turn = () => rest.replaceChildren(...(who === 'human' ? [name.made] : [level.made, memory.made, uses.made]));
    turn();
    form.onsubmit = async (event) => {
      event.preventDefault();
      await names;
      const seats = state.seats.map((one, i) => (i === number - 1 ? (who === 'human' ? person(name.value()) : { who, level: level.value(), remember: memory.value(), ...uses.value() }) : one));
      const answer = await wire.ask({ do: 'seats', seats });
      if (answer.is === 'refused') return fail(answer.text);
      close();
    };
    form.append(h('h2', {}, `Who plays ${player}?`), segments('who', { human: 'A person', ai: 'The AI' }, who, (value) => {
      who = value;
      turn();
    }), rest, h('div', { class: 'act' }, button('Cancel', close), h('button', { class: 'primary' }, 'Change')));
    show(form);
  }

  /** Plays on from the position that is shown, a person against the AI. */
  function against(setup = null) {
    const { game, state } = app;
    const shown = app.shown();
    const last = stored();
    const names = state.players.map(app.name);
    let side = `${1 + state.players.indexOf(shown.turn)}`;
    const level = levelField('Level', last.level ?? 4, app.levels);
    const form = h('form', { method: 'dialog' }, h('h2', {}, 'Play on against the AI'), h('p', {}, `${game.title}, from ${setup ? 'the position that was set up' : shown.line ? 'the position of this line' : shown.ply ? `move ${shown.ply}` : 'the start'}. Save the game first if you want to keep it as it is.`),
      named('You play', segments('side', { 1: names[0], 2: names[1] }, side, (value) => (side = value))), level.made,
      h('div', { class: 'act' }, button('Cancel', close), h('button', { class: 'primary' }, 'Play')));
    form.onsubmit = async (event) => {
      event.preventDefault();
      const moves = [...words(state.record).slice(0, shown.ply), ...words(shown.line)].join(' ');
      const seats = [person(last.names?.[0]), { who: 'ai', level: level.value() }];
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
    if (answer.is === 'refused') open(text, answer.text, game);
    return answer;
  }

  function open(text = '', refused = '', game = app.state?.game) {
    const { games } = app;
    const area = h('textarea', { rows: 7, spellcheck: 'false', 'aria-label': 'A position, moves or a record', placeholder: 'A position, moves, a record (.games) or a link' });
    area.value = text;
    const which = select(Object.fromEntries(games.map((one) => [one.name, one.title])), game ?? games[0].name);
    const file = h('input', { type: 'file', accept: '.games,.txt,text/plain', 'aria-label': 'A file' });
    file.onchange = async () => {
      area.value = await file.files[0].text();
      read();
    };
    const number = h('input', { type: 'number', min: 1, value: 1 });
    const told = (answer) => {
      fail(answer.text);
      // The parser's column is a position in the text.
      const column = /column (\d+)/.exec(answer.text);
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
      if (!body) return fail('There is nothing to open.');
      app.turned = false;
      const answer = await wire.ask({ do: 'load', text: body, game: name, index: +number.value || 1, seats: null });
      if (answer.is === 'refused') return told(answer);
      close();
    };
    area.ondragover = (event) => event.preventDefault();
    area.ondrop = async (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      area.value = await event.dataTransfer.files[0].text();
    };
    show(h('h2', {}, 'Open'), area, h('div', { class: 'two' }, named('Game of a position', which), named('From a file', file), named('Which game of a record', number)), h('div', { class: 'act' }, button('Cancel', close), button('Open', read, true)));
    if (refused) told({ text: refused });
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
    toast(`Saved as ${name}.`);
  }

  /** All games that are kept: those of other tabs and of earlier days too. */
  async function games() {
    const answer = await wire.ask({ do: 'games' });
    if (answer.is !== 'games') return toast(answer.text);
    const row = ({ session, game, seats, plies, over, changed }) => {
      const { title, looks } = app.games.find(({ name }) => name === game);
      const names = [...looks.values()].map(({ name }, i) => `${name}: ${seatText(seats[i], seats.some(({ who }) => who === 'ai'))}`);
      const when = new Date(1000 * changed).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
      const mine = session === app.state?.session;
      return h('tr', {}, h('td', {}, h('b', {}, title), h('small', {}, names.join(', '))), h('td', {}, `${plies} ${plies === 1 ? 'move' : 'moves'}${over ? ', over' : ''}`), h('td', {}, when),
        h('td', {}, mine ? 'this one' : button('Open', () => turn(session))));
    };
    show(h('h2', {}, 'My games'), answer.games.length ? h('table', { class: 'names games' }, ...answer.games.map(row)) : h('p', {}, 'No game is kept yet.'), h('p', { class: 'note' }, 'The last 20 games are kept. A new game beside this one leaves it as it is.'),
      h('div', { class: 'act' }, app.state ? button('New game beside this one', () => turn(null)) : null, h('span', { class: 'space' }), button('Close', close, true)));
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
    const image = h('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `${app.game.title}, position ${ply}` });
    show(h('h2', {}, 'Picture of the position'), h('div', { class: 'still' }, image),
      h('div', { class: 'row2' }, button('Save as SVG', () => download(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`), true), button('Save as PNG', async () => download(await toPng(image), `${name}.png`))),
      h('h3', {}, 'As text, for a forum or a letter'), h('pre', { class: 'drawing' }, drawn.text),
      h('div', { class: 'act' }, button('Copy the drawing', () => copied(drawn.text)), button('Close', close, true)));
  }

  async function memories() {
    const draw = (names) => {
      const rows = names.map((one) => h('tr', {}, h('td', {}, one.name), h('td', {}, app.games.find((game) => game.name === one.game)?.title ?? one.game), h('td', {}, one.positions === null ? 'unreadable' : one.positions.toLocaleString('en')), h('td', {}, `${Math.ceil(one.bytes / 1000)} kB`),
        h('td', {}, one.used ? 'in use' : button('Forget', () => ask(`Forget ${one.name}? Its positions are deleted.`, 'Forget', async () => {
          const answer = await wire.ask({ do: 'forget', name: one.name, game: one.game });
          if (answer.is === 'refused') toast(answer.text);
          memories();
        })))));
      const seats = (app.state?.seats ?? []).map((one, i) => (one.who === 'ai' ? h('p', { class: 'note' }, `${app.name(app.state.players[i])}: ${seatText(one, false)} `, button('Change…', () => seat(i + 1))) : null));
      show(h('h2', {}, 'What the AI remembers'), h('p', {}, 'A named AI remembers what it has found and starts from that in later games. The positions are stored on this computer.'),
        rows.length ? h('table', { class: 'names' }, h('tr', {}, ...['Name', 'Game', 'Positions', 'Size', ''].map((text) => h('th', {}, text))), ...rows) : h('p', { class: 'note' }, 'Nothing is remembered yet. Give an AI a name when you start a game.'),
        ...seats.filter(Boolean),
        h('div', { class: 'act' }, app.state?.seats.some((one) => one.remember) ? button('Save now', async () => {
          const answer = await wire.ask({ do: 'save-memory' });
          if (answer.is === 'refused') toast(answer.text);
          else draw(answer.names);
        }) : null, button('Close', close, true)));
    };
    draw(await memoryNames());
  }

  function ask(question, yes, run) {
    show(h('h2', {}, question), h('div', { class: 'act' }, button('Cancel', close), button(yes, () => {
      close();
      run();
    }, true)));
    box.querySelector('.primary').focus();
  }

  function keys() {
    const rows = [['Arrows', 'go to the next cell'], ['Enter, Space', 'choose it'], ['Esc', 'take a step back'], ['z, y', 'undo, redo'], ['h', 'hint'], ['f', 'flip the board'], ['← →', 'a ply back, a ply on (beside the board)'], ['Home, End', 'to the start, to the end'], ['/', 'type a move'], ['F', 'full screen'], ['?', 'this list']];
    show(h('h2', {}, 'Keys'), h('table', { class: 'names' }, ...rows.map(([key, what]) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, what)))), h('div', { class: 'act' }, button('Close', close, true)));
  }

  async function rules(name = app.state?.game ?? app.games[0].name) {
    const { games } = app;
    const back = box.open && box.querySelector('form .choose') ? () => start(name) : close;
    const book = h('div', { class: 'rules', id: 'book', role: 'tabpanel' });
    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Games' }, ...games.map((one) => h('button', { type: 'button', role: 'tab', 'aria-controls': 'book', onclick: () => turn(one) }, one.title)));
    tabList(tabs);
    async function turn(game) {
      selectTab(tabs, tabs.children[games.indexOf(game)]);
      book.replaceChildren(...(await ruleBook(game)));
      box.scrollTop = 0;
    }
    show(h('h2', {}, 'Rules'), h('div', { class: 'rules' }, tabs, book), h('div', { class: 'act' }, button('Close', back, true)));
    await turn(games.find((one) => one.name === name));
    tabs.querySelector('[aria-selected=true]').focus();
  }

  return { start, seat, against, open, load, save, memories, rules, keys, games, picture, ask };
}
