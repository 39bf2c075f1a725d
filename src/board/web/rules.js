// The rules for people, as the server takes them apart: headings, paragraphs, lists, and pictures of
// positions with some of their moves.
import { picture } from './board.js';
import { h } from './dom.js';
import { t, told } from './words.js';

const cache = new Map();

async function read(name) {
  if (!cache.has(name)) {
    const answer = await fetch(new URL(`rules/${name}.json`, import.meta.url));
    if (!answer.ok) throw new Error(answer.status);
    cache.set(name, await answer.json());
  }
  return cache.get(name);
}

export async function ruleBook(game) {
  try {
    return (await read(game.name)).map(({ heading, paragraph, list, picture: sketch, caption }) => {
      if (heading) return h('h3', {}, told(heading));
      if (list) return h('ul', {}, ...list.map((item) => h('li', {}, told(item))));
      if (sketch) return h('figure', {}, picture(game, sketch), h('figcaption', {}, told(caption)));
      return h('p', {}, told(paragraph));
    });
  } catch (error) {
    return [h('p', { class: 'error' }, t('rules.unread', { error: error.message }))];
  }
}
