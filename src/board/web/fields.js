// The fields of dialogs: each a control with its name, and a way to read it.
import { h } from './dom.js';
import { t } from './words.js';

let count = 0;

/** A control with its name above. */
export function named(label, control) {
  const id = `field${(count += 1)}`;
  control.setAttribute('aria-labelledby', id);
  return h('div', { class: 'field' }, h('span', { id }, label), control);
}

export const select = (values, chosen) => h('select', {}, ...Object.entries(values).map(([value, text]) => h('option', { value, selected: `${value}` === `${chosen}` }, text)));

export function segments(name, values, chosen, change, label = null) {
  return h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label }, ...Object.entries(values).map(([value, text]) => h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }), text)));
}

/** A level from 1 to 10, told in words, or about the strength of the person if `auto` is true or false. */
export function levelField(label, { level = 4, auto = null }, levels) {
  const range = h('input', { type: 'range', min: 1, max: levels.length, value: level });
  const made = named('', range);
  const feel = h('small', { class: 'feel' });
  const tick = h('input', { type: 'checkbox', checked: auto === true });
  made.append(feel, auto === null ? '' : h('label', { class: 'check' }, tick, ` ${t('level.auto')}`));
  const tell = () => {
    made.firstChild.textContent = t('level.of', { label, level: +range.value, most: +range.max });
    feel.textContent = tick.checked ? t('level.follows') : t(`level.feels.${range.value}`);
    range.disabled = tick.checked;
  };
  range.addEventListener('input', tell);
  tick.addEventListener('input', tell);
  tell();
  return { made, value: () => ({ level: +range.value, ...(tick.checked ? { auto: true } : {}) }) };
}

/** Whether an AI uses the tables of solved positions, if its game has some, and plays by the games of the store. */
export function usesField({ tables = false, book = false }, game, whose = '') {
  const tick = (label, checked) => h('input', { type: 'checkbox', checked, 'aria-label': whose ? `${whose}: ${label}` : label });
  const [exact, games] = [tick(t('uses.tables'), tables), tick(t('uses.book'), book)];
  const row = (box, label) => h('label', { class: 'check' }, box, ` ${label}`);
  const made = h('div', { class: 'field' }, h('span', {}, whose ? t('uses.whose', { whose }) : t('uses')), game.tables ? row(exact, t('uses.tables.long')) : '', row(games, t('uses.book.long')));
  return { made, value: () => ({ tables: Boolean(game.tables) && exact.checked, book: games.checked }) };
}

/** Whose remembered positions an AI uses: none, a name there is (they are `coming`), or a new one. */
export function memoryField(label, coming, game, chosen) {
  const choice = select({ '': t('memory.nothing'), '+': t('memory.new') }, '');
  coming.then((names) => {
    const of = names.filter((one) => one.game === game);
    const holds = ({ positions, used }) => [positions === null ? t('memory.unreadable') : t('memory.positions', { n: positions }), used && t('memory.used')].filter(Boolean).join(', ');
    const values = { '': t('memory.nothing'), ...Object.fromEntries(of.map((one) => [one.name, `${one.name} (${holds(one)})`])), '+': t('memory.new') };
    const wanted = choice.value || (of.some((one) => one.name === chosen) ? chosen : '');
    choice.replaceChildren(...select(values, wanted).children);
    // An option that changes its list loses its place as the one that is chosen.
    choice.value = wanted;
  });
  const text = h('input', { type: 'text', placeholder: t('memory.form'), pattern: '[a-z0-9-]{1,32}', maxlength: 32, hidden: true, 'aria-label': t('memory.name') });
  choice.onchange = () => {
    text.hidden = choice.value !== '+';
    if (!text.hidden) text.focus();
  };
  const made = named(label, choice);
  made.append(text);
  return { made, value: () => (choice.value === '+' ? text.value.trim() || null : choice.value || null) };
}

/** A rule: its usual values in words and, where it is a number, any other. */
export function optionField(option, wanted) {
  const { type, label, values, default: usual, min, max } = option;
  const words = new Map(values.length ? values : type === 'combo' ? option.choices.map((choice) => [choice, choice]) : type === 'check' ? [['false', t('no')], ['true', t('yes')]] : [[`${usual}`, `${usual}`]]);
  const chosen = `${wanted ?? usual}`;
  const other = type === 'spin' && words.size < max - min + 1;
  if (other && !words.has(chosen)) words.set(chosen, chosen);
  const control = select({}, chosen);
  // In their order: an object would sort numbers.
  control.replaceChildren(...[...words].map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
  const made = named(label, control);
  const number = h('input', { type: 'number', min, max, value: chosen, hidden: true, required: true, 'aria-label': t('number.of', { label, min, max }) });
  if (other) {
    control.append(h('option', { value: '#' }, t('number.other', { min, max })));
    control.onchange = () => {
      number.hidden = control.value !== '#';
      if (!number.hidden) number.focus();
    };
    made.append(number);
  }
  const text = () => (control.value === '#' ? number.value : control.value);
  return { made, value: () => (type === 'spin' ? +text() : type === 'check' ? text() === 'true' : text()) };
}

/** The name of a person, which may stay empty. */
export function nameField(label, name) {
  const text = h('input', { type: 'text', maxlength: 40, value: name ?? '', placeholder: t('name.none'), autocomplete: 'off' });
  return { made: named(label, text), value: () => text.value.trim() || null };
}
