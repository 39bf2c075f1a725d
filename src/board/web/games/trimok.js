// Trimok: how a position looks and which things a move touches. See list.js for what each function is.
import { body, sections } from '../notation.js';

const COLUMNS = 'ABCDEF';
const PLAYER = { R: 'red', B: 'blue' };

export const about = {
  name: 'trimok',
  title: 'Trimok',
  line: 'Stacks of 1, 2 and 3: each size beats one and loses to one.',
  players: {
    R: { name: 'Red', colour: '--red', chip: '<circle class="red" r="10"/>' },
    B: { name: 'Blue', colour: '--blue', chip: '<rect class="blue" x="-9.5" y="-9.5" width="19" height="19" rx="4"/>' },
  },
  options: [
    { name: 'Trimok Change', label: 'Size after a return move', values: { captured: 'a size that was lost', none: 'never another', absent: 'a size that is all gone', any: 'any size' } },
    { name: 'Trimok Repeat', rare: true, label: 'Draw by repetition', values: { 3: 'at the third time', 2: 'at the second time', 0: 'never' } },
    { name: 'Trimok Quiet', rare: true, label: 'Draw without captures', values: { 100: 'after 100 plies', 50: 'after 50 plies', 200: 'after 200 plies', 0: 'never' } },
  ],
  resigns: false,
  sample: 'R[3A1,2B1,1F1,3A2,1B2,2E2,1B3,1E3]B[2B4,1D4,3E5,3F5,3A6,2B6,1C6,2E6]turn[B]',
};

export function read(position) {
  const { R, B, turn } = sections(position);
  const stacks = [['R', R], ['B', B]].flatMap(([side, items]) => items.map((item) => ({ side, size: +item[0], at: item.slice(1) })));
  return { turn: turn[0], stacks };
}

function centre(cell, flip) {
  const x = 100 * COLUMNS.indexOf(cell[0]) + 50;
  const y = 100 * (6 - cell[1]) + 50;
  return flip ? [600 - x, 600 - y] : [x, y];
}

export function cells(view) {
  const all = [...COLUMNS].flatMap((column) => [1, 2, 3, 4, 5, 6].map((row) => column + row));
  let ground = '';
  const list = all.map((thing) => {
    const [x, y] = centre(thing, view.flip);
    ground += `<rect class="${(COLUMNS.indexOf(thing[0]) + +thing[1]) % 2 ? 'board' : 'board2'}" x="${x - 50}" y="${y - 50}" width="100" height="100"/>`;
    return { thing, x, y, frame: '<rect x="-46" y="-46" width="92" height="92" rx="8"/>', ring: '<circle r="45"/>', dot: 13, hit: '<rect x="-50" y="-50" width="100" height="100"/>' };
  });
  for (let i = 1; i <= 6; i++) {
    ground += `<text class="co" x="-18" y="${centre(`A${i}`, view.flip)[1]}">${i}</text>`;
    ground += `<text class="co" x="${centre(`${COLUMNS[i - 1]}1`, view.flip)[0]}" y="618">${COLUMNS[i - 1]}</text>`;
  }
  return [{ id: 'board', box: [-34, -10, 644, 644], ground, cells: list }];
}

function stack(side, size) {
  let out = '';
  for (let i = size; i >= 1; i--) {
    const y = 6 * (size - i) * -1 + 3 * (size - 1) - 2;
    const r = 9 + 9.5 * i;
    const half = 0.93 * r;
    const layer = (dy, cls) => side === 'R'
      ? `<circle class="${cls}" cy="${y + dy}" r="${r}"/>`
      : `<rect class="${cls}" x="${-half}" y="${y + dy - half + 3}" width="${2 * half}" height="${2 * half - 3}" rx="${0.34 * half}"/>`;
    out += layer(5.5, `${PLAYER[side]}2`) + layer(0, PLAYER[side]);
  }
  return `${out}<text class="num" y="${-3 * (size - 1) - 1}">${size}</text>`;
}

export const draw = (model, view) => model.stacks.map(({ side, size, at }) => {
  const [x, y] = centre(at, view.flip);
  return { at, x, y, kind: side, look: side + size, label: `${PLAYER[side]} stack of ${size}`, body: stack(side, size) };
});

export function steps(move) {
  const [, from, to, size] = /^(..)-(..)(=\d)?$/.exec(body(move));
  return [size ? [from, to, size] : [from, to]];
}

export const text = ([from, to, size = ''], model) => `${model.turn}[${from}-${to}${size}]`;

/** The position while its move is being picked. */
export function half(model, picked) {
  if (picked.length < 2) return model;
  return { ...model, stacks: model.stacks.map((stack) => (stack.at === picked[0] ? { ...stack, at: picked[1] } : stack)) };
}

/** One of the ways to end a return move: the stack as it is, or as another size. */
export function choice(thing, model, picked) {
  const { side, size } = model.stacks.find((stack) => stack.at === picked[0]);
  const becomes = thing ? +thing[1] : size;
  return { label: thing ? `becomes ${becomes}` : 'as it is', body: stack(side, becomes) };
}

export function say(model, picked, next) {
  const holds = (side) => {
    const own = model.stacks.filter((stack) => stack.side === side);
    const sizes = [3, 2, 1].map((size) => [own.filter((stack) => stack.size === size).length, size]).filter(([count]) => count);
    return { text: `${sizes.map(([count, size]) => `${size}×${count}`).join(' ')} · ${own.length} stack${own.length === 1 ? '' : 's'}`, title: 'size × how many' };
  };
  const rule = '3 beats 2 beats 1 beats 3';
  const help = picked.length === 0 ? `Choose a stack · ${rule}`
    : picked.length === 1 ? `${picked[0]} chosen: ${next.length} cell${next.length === 1 ? '' : 's'} · ${rule}`
      : `${picked[0]} returns to ${picked[1]}: choose its size`;
  return { help, strips: { R: holds('R'), B: holds('B') } };
}

export function words(move) {
  const [from, to, size] = steps(move)[0];
  return `${from} to ${to}${size ? `, becomes ${size[1]}` : ''}`;
}
