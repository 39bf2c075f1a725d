// The rules for people, from plain text with a little markup: `# heading`, `* item`, `@ picture`, blank lines between
// paragraphs. A picture is `@ POSITION | MOVES | CAPTION`: the same text shows a board in a terminal.
import { picture } from './board.js';
import { h } from './dom.js';
import { moves } from './notation.js';

const cache = new Map();

async function read(name) {
  if (!cache.has(name)) {
    const answer = await fetch(`/web/rules/${name}.txt`);
    if (!answer.ok) throw new Error(`no rules of ${name}`);
    cache.set(name, await answer.text());
  }
  return cache.get(name);
}

/** The blocks of a text: `{kind, text}` or, for a picture, `{kind, position, moves, caption}`. */
export function blocks(text) {
  return text.trim().split(/\n\s*\n/).flatMap((part) => {
    const lines = part.split('\n').map((line) => line.trim());
    if (lines[0].startsWith('@ ')) {
      const [position, list, caption] = lines.join(' ').slice(2).split('|').map((one) => one.trim());
      return [{ kind: 'picture', position, moves: moves(list), caption }];
    }
    if (lines[0].startsWith('# ')) return [{ kind: 'heading', text: lines[0].slice(2) }, ...(lines.length > 1 ? blocks(lines.slice(1).join('\n')) : [])];
    if (lines[0].startsWith('* ')) {
      const items = [];
      for (const line of lines) {
        if (line.startsWith('* ')) items.push(line.slice(2));
        else items[items.length - 1] += ` ${line}`;
      }
      return [{ kind: 'list', items }];
    }
    return [{ kind: 'paragraph', text: lines.join(' ') }];
  });
}

export async function ruleBook(game) {
  let text;
  try {
    text = await read(game.about.name);
  } catch (error) {
    return [h('p', { class: 'error' }, `The rules cannot be read: ${error.message}.`)];
  }
  return blocks(text).map((block) => {
    if (block.kind === 'heading') return h('h3', {}, block.text);
    if (block.kind === 'list') return h('ul', {}, ...block.items.map((item) => h('li', {}, item)));
    if (block.kind === 'picture') return h('figure', {}, picture(game, block.position, { moves: block.moves }), h('figcaption', {}, block.caption));
    return h('p', {}, block.text);
  });
}
