// The dialogs: a new game, seats, opening and saving, rules, memories, keys.
import { picture } from './board.js';
import { $, h } from './dom.js';
import { seatText } from './panel.js';
import { ruleBook } from './rules.js';
import { selectTab, tabList } from './tabs.js';

let count = 0;

/** A control with its name above. */
function named(label, control) {
  const id = `field${(count += 1)}`;
  control.setAttribute('aria-labelledby', id);
  return h('div', { class: 'field' }, h('span', { id }, label), control);
}

const choices = (values, chosen) => Object.entries(values).map(([value, text]) => h('option', { value, selected: `${value}` === `${chosen}` }, text));

const select = (values, chosen) => h('select', {}, ...choices(values, chosen));

function segments(name, values, chosen, change) {
  return h('div', { class: 'segments', role: 'radiogroup' }, ...Object.entries(values).map(([value, text]) => h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }), text)));
}

/** `on`: the wire, `toast(text)`. */
export function dialogs(app, { wire, toast }) {
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

  const levelText = (level) => app.levels.find((one) => one.level === +level)?.text ?? '';

  /** A level from 1 to 10, told in words. */
  function levelField(label, level) {
    const range = h('input', { type: 'range', min: 1, max: app.levels.length, value: level });
    const made = named('', range);
    const words = h('small');
    made.append(words);
    const tell = () => {
      made.firstChild.textContent = `${label} ${range.value} of ${range.max}`;
      words.textContent = levelText(range.value);
    };
    range.addEventListener('input', tell);
    tell();
    return { made, value: () => +range.value };
  }

  /** Whose remembered positions an AI uses: none, a name there is, or a new one. */
  function memoryField(label, coming, game, chosen) {
    const choice = select({ '': 'nothing', '+': 'under a new name…' }, '');
    coming.then((names) => {
      const of = names.filter((one) => one.game === game);
      const values = { '': 'nothing', ...Object.fromEntries(of.map((one) => [one.name, `${one.name} (${one.positions === null ? 'unreadable' : `${one.positions.toLocaleString('en')} positions`}${one.used ? ', in use' : ''})`])), '+': 'under a new name…' };
      choice.replaceChildren(...choices(values, choice.value || (of.some((one) => one.name === chosen) ? chosen : '')));
    });
    const text = h('input', { type: 'text', placeholder: 'a-z, 0-9 and -', pattern: '[a-z0-9-]{1,32}', maxlength: 32, hidden: true, 'aria-label': 'New name' });
    choice.onchange = () => {
      text.hidden = choice.value !== '+';
      if (!text.hidden) text.focus();
    };
    const made = named(label, choice);
    made.append(text);
    return { made, value: () => (choice.value === '+' ? text.value.trim() || null : choice.value || null) };
  }

  /** A rule: its usual values in words and, where it is a number, any other. */
  function optionField(option, wanted) {
    const { type, label, values, default: usual, min, max } = option;
    const words = new Map(values.length ? values : type === 'combo' ? option.choices.map((choice) => [choice, choice]) : type === 'check' ? [['false', 'no'], ['true', 'yes']] : [[`${usual}`, `${usual}`]]);
    const chosen = `${wanted ?? usual}`;
    const other = type === 'spin' && words.size < max - min + 1;
    if (other && !words.has(chosen)) words.set(chosen, chosen);
    const control = select({}, chosen);
    // In their order: an object would sort numbers.
    control.replaceChildren(...[...words].map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
    const made = named(label, control);
    const number = h('input', { type: 'number', min, max, value: chosen, hidden: true, required: true, 'aria-label': `${label}: a number from ${min} to ${max}` });
    if (other) {
      control.append(h('option', { value: '#' }, `another number, ${min} to ${max}…`));
      control.onchange = () => {
        number.hidden = control.value !== '#';
        if (!number.hidden) number.focus();
      };
      made.append(number);
    }
    const text = () => (control.value === '#' ? number.value : control.value);
    return { made, value: () => (type === 'spin' ? +text() : type === 'check' ? text() === 'true' : text()) };
  }

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
    const cards = h('div', { class: 'choose' }, ...games.map((one) => h('label', { title: one.line }, picture(one, one.sample, one.drawing.thumb), h('input', { type: 'radio', name: 'game', value: one.name, checked: one === game, onchange: () => {
      game = one;
      fill();
    } }), one.title)));
    const modes = segments('mode', { human: 'Human v Human', ai: 'Human v AI', ais: 'AI v AI' }, mode, (value) => {
      mode = value;
      fill();
    });
    const rest = h('div');
    let read = () => ({});
    function fill() {
      const [first, second] = [...game.looks.values()].map(({ name }) => name);
      const grid = h('div', { class: 'two' });
      const levels = [];
      const memories = [];
      if (mode === 'ai') {
        grid.append(named('You play', segments('side', { 1: `${first} · first`, 2: second, lots: 'Draw lots' }, side, (value) => (side = value))));
        levels.push(levelField('AI level', last.level ?? 4));
        memories.push(memoryField('What the AI remembers', names, game.name, last.memory));
      }
      if (mode === 'ais') {
        levels.push(levelField(`${first}: level`, last.level ?? 4), levelField(`${second}: level`, last.level2 ?? 4));
        memories.push(memoryField(`What ${first} remembers`, names, game.name, null), memoryField(`What ${second} remembers`, names, game.name, null));
      }
      const options = game.options.map((option) => ({ ...option, ...optionField(option, last.options?.[option.name]) }));
      for (const { made } of [...levels, ...memories, ...options.filter((one) => !one.rare)]) grid.append(made);
      rest.replaceChildren(grid);
      const rare = options.filter((one) => one.rare);
      if (rare.length) rest.append(h('details', {}, h('summary', {}, 'More rules'), h('div', { class: 'two' }, ...rare.map(({ made }) => made))));
      read = () => ({
        levels: levels.map((one) => one.value()), memories: memories.map((one) => one.value()),
        options: Object.fromEntries(options.map((one) => [one.name, one.value()])),
      });
    }
    fill();
    const begin = async (event) => {
      event.preventDefault();
      await names;
      const { levels, memories, options } = read();
      const ai = (i) => ({ who: 'ai', level: levels[i], remember: memories[i] });
      const human = { who: 'human' };
      const mine = side === 'lots' ? `${1 + Math.floor(Math.random() * 2)}` : side;
      const seats = mode === 'human' ? [human, human] : mode === 'ais' ? [ai(0), ai(1)] : mine === '1' ? [human, ai(0)] : [ai(0), human];
      app.turned = false;
      const answer = await wire.ask({ do: 'new', game: game.name, seats, options, position: null, moves: '' });
      if (answer.is === 'refused') return fail(answer.text);
      localStorage.setItem('start', JSON.stringify({ game: game.name, mode, side, level: levels[0] ?? last.level, level2: levels[1] ?? last.level2, memory: memories[0], options: { ...last.options, ...options } }));
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
    const level = levelField('Level', now.level ?? 4);
    const memory = memoryField('What it remembers', names, state.game, now.remember);
    rest.append(level.made, memory.made);
    rest.hidden = who === 'human';
    form.onsubmit = async (event) => {
      event.preventDefault();
      await names;
      const seats = state.seats.map((one, i) => (i === number - 1 ? (who === 'human' ? { who, name: now.name } : { who, level: level.value(), remember: memory.value() }) : one));
      const answer = await wire.ask({ do: 'seats', seats });
      if (answer.is === 'refused') return fail(answer.text);
      close();
    };
    form.append(h('h2', {}, `Who plays ${player}?`), segments('who', { human: 'Human', ai: 'AI' }, who, (value) => {
      who = value;
      rest.hidden = who === 'human';
    }), rest, h('div', { class: 'act' }, button('Cancel', close), h('button', { class: 'primary' }, 'Change')));
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
    const url = URL.createObjectURL(new Blob([answer.text], { type: 'text/plain' }));
    h('a', { href: url, download: answer.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 5000);
    toast(`Saved as ${answer.name}.`);
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
    const rows = [['Arrows', 'go to the next cell'], ['Enter, Space', 'choose it'], ['Esc', 'take a step back'], ['z, y', 'undo, redo'], ['h', 'hint'], ['f', 'flip the board'], ['← →', 'a ply back, a ply on (beside the board)'], ['Home, End', 'to the start, to the end'], ['/', 'type a move']];
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

  return { start, seat, open, load, save, memories, rules, keys, ask };
}
