// The words of the page, in the language of its reader: a file of `words/` for each language. `t(key)` is what the page
// says itself. `told(text)` is what the engine says, which is known by its English text; what is in no file stays English.
import { $ } from './dom.js';

// The server lists the files that there are.
const languages = [...$('language').options].map(({ value }) => value);
const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages].filter(Boolean).flatMap((tag) => [tag, tag.split('-')[0]]);

/** The language of the page: the chosen one, or the first of the browser's that there is. */
export const language = wanted.find((tag) => languages.includes(tag)) ?? 'en';

const { page, said } = await (await fetch(new URL(`words/${language}.json`, import.meta.url))).json();
const plural = new Intl.PluralRules(language);
const figures = new Intl.NumberFormat(language);

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? figures.format(values[name]) : values[name]));

/** The words of a key with its values put in. One with several forms has that of the number `n`. */
export function t(key, values = {}) {
  const found = page[key];
  return fill(typeof found === 'object' ? found[plural.select(values.n)] ?? found.other : found ?? key, values);
}

/** The sentences with gaps, as patterns, the longest first: `{1}` is a word or a number, `{*1}` may be several. */
const patterns = Object.entries(said).filter(([text]) => /\{\*?\d\}/.test(text)).sort(([a], [b]) => b.length - a.length)
  .map(([text, own]) => [new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{(\\\*)?\d\\\}/g, (_, several) => (several ? '(.+?)' : '(\\S+)'))}$`), own]);
const known = new Map(Object.entries(said));

/** What the engine says, in the language of the page. What a sentence has in its gaps may be words as well. */
export function told(text) {
  if (!text) return text;
  if (known.has(text)) return known.get(text);
  for (const [pattern, own] of patterns) {
    const found = pattern.exec(text);
    if (found) return fill(own, found.map((part, i) => (i && part !== text ? told(part) : part)));
  }
  return text;
}

document.documentElement.lang = language;
for (const el of document.querySelectorAll('[data-t]')) el.textContent = t(el.dataset.t);
for (const el of document.querySelectorAll('[data-t-label]')) el.setAttribute('aria-label', t(el.dataset.tLabel));
document.documentElement.dataset.words = 'here';
