// Dominions: how a position looks and which things a move touches. See list.js.
import { body, sections } from '../notation.js';
import { hexagon, polygon } from '../svg.js';
import { BLACK, WHITE } from './sides.js';

const DIRECTIONS = ['up', 'upper left', 'lower left', 'down', 'lower right', 'upper right'];
const beams = (number) => [0, 1, 2, 3, 4, 5].filter((k) => (number >> k) & 1);
/** The tiles in the order of a rack: by the number of beams, then by number. */
const ORDER = Array.from({ length: 63 }, (_, i) => i + 1).sort((a, b) => beams(a).length - beams(b).length || a - b);
const CELLS = Array.from({ length: 17 * 17 }, (_, i) => [Math.floor(i / 17) + 1, (i % 17) + 1]).filter(([row, column]) => Math.abs(row - column) <= 8);
const RACK = 17;

export const about = {
  name: 'dominions',
  title: 'Dominions',
  line: 'Lay beams to beams; a group without an open end changes hands.',
  players: { W: WHITE, B: BLACK },
  options: [
    { name: 'Dominions Strict Extension', rare: true, label: 'Extending an own whole section', values: { false: 'may join other own groups', true: 'may join no other own group' } },
    { name: 'Dominions No Boomerang', rare: true, label: 'Taking a group that comes back at once', values: { false: 'allowed', true: 'not allowed' } },
  ],
  resigns: true,
  step: 34.6,
  thumb: [-170, -170, 340, 340],
  sample: 'W[P56q10,P33p8,P37\'p9,P14p10,P48o8,P51n8,P59m8,P15l8,P27k6,P31j6,P42j7,P12j11,P55i6,P61i7,P60i8,P63i9,P39i10,P30h9,P62g9,P47g10]B[P52q11,P50p11,P29o9,P30n9,P8\'n10,P31m9,P57l6,P19l9,P15l13,P27k7,P16\'k8,P50\'k9,P22k10,P32\'k11,P53k12,P61j5,P46j8,P54j9,P62j10,P59i5,P58h5,P39h6,P47h7,P55h8,P63g8,P51f8,P23f9,P2\'e9]turn[W]',
};

export function read(position) {
  const { W = [], B = [], turn } = sections(position);
  const tiles = [['W', W], ['B', B]].flatMap(([side, items]) => items.map((item) => {
    const [, number, captured, at] = /^P(\d+)('?)(.+)$/.exec(item);
    return { side, number: +number, at, owner: captured ? (side === 'W' ? 'B' : 'W') : side };
  }));
  return { turn: turn[0], tiles };
}

const name = ([row, column]) => `${'abcdefghijklmnopq'[row - 1]}${column}`;
function centre(row, column, flip) {
  const sign = flip ? -1 : 1;
  return [sign * 30 * (column - row), sign * -17.3205 * (column + row - 18)];
}
const place = (at, flip) => centre('abcdefghijklmnopq'.indexOf(at[0]) + 1, +at.slice(1), flip);

function slot(number, columns) {
  const i = ORDER.indexOf(number);
  return [RACK + (i % columns) * 1.86 * RACK, RACK + Math.floor(i / columns) * 1.06 * Math.sqrt(3) * RACK];
}

export function cells(view) {
  const frame = polygon(hexagon(18));
  let ground = '';
  const list = CELLS.map(([row, column]) => {
    const [x, y] = centre(row, column, view.flip);
    ground += polygon(hexagon(19.7).map(([dx, dy]) => [x + dx, y + dy]), 'class="board"');
    return { thing: name([row, column]), x, y, frame, soft: polygon(hexagon(17.2)), dot: 4.6, full: true, hit: polygon(hexagon(20)) };
  });
  const label = (text, [x, y], dx, dy) => `<text class="co" x="${x + dx}" y="${y + dy}">${text}</text>`;
  for (let i = 1; i <= 17; i++) {
    const low = Math.max(1, i - 8);
    const dy = (i > 9 ? -9 : 9) * (view.flip ? -1 : 1);
    const side = view.flip ? 25.6 : -25.6;
    ground += label('abcdefghijklmnopq'[i - 1], centre(i, low, view.flip), side, dy) + label(i, centre(low, i, view.flip), -side, dy);
  }
  const rack = (player) => {
    const rows = Math.ceil(63 / view.columns);
    return {
      id: `rack-${player}`, place: 'rack', player, box: [-1, 0, (view.columns - 1) * 1.86 * RACK + 2 * RACK + 2, (rows - 1) * 1.06 * Math.sqrt(3) * RACK + 2 * RACK],
      ground: ORDER.map((number) => polygon(hexagon(0.9 * RACK).map(([x, y]) => [x + slot(number, view.columns)[0], y + slot(number, view.columns)[1]]), 'class="slot"')).join(''),
      cells: ORDER.map((number) => {
        const [x, y] = slot(number, view.columns);
        const words = beams(number).map((k) => DIRECTIONS[view.flip ? (k + 3) % 6 : k]).join(', ');
        return { thing: `P${number}`, player, x, y, frame: polygon(hexagon(RACK)), hit: polygon(hexagon(RACK)), full: true, label: `tile ${number}: ${words}`, title: `${number}: ${words}` };
      }),
    };
  };
  return [{ id: 'board', box: [-290, -302, 580, 604], zoom: true, ground, cells: list }, rack('W'), rack('B')];
}

function tile(number, side, s, captured, flip) {
  const lower = side.toLowerCase();
  const path = beams(number).map((k) => {
    const angle = ((90 + 60 * k + (flip ? 180 : 0)) * Math.PI) / 180;
    const r = (0.985 * 17.32 * s) / 20;
    return `M0 0L${(r * Math.cos(angle)).toFixed(1)} ${(-r * Math.sin(angle)).toFixed(1)}`;
  }).join('');
  return `${polygon(hexagon(0.955 * s), `class="${lower}"`)}<path class="beam on${side}" d="${path}"/><circle class="hub${side}" r="${captured ? 0.29 * s : 0.1 * s}"/>`;
}

export function draw(model, view) {
  const used = new Set(model.tiles.map(({ owner, number }) => `${owner}${number}`));
  const placed = model.tiles.map(({ side, number, at, owner }) => {
    const [x, y] = place(at, view.flip);
    return { at, x, y, kind: `${owner}${number}`, look: `${owner}${number} ${side}`, label: `${about.players[side].name.toLowerCase()} tile ${number}${owner === side ? '' : ', captured'}`, body: tile(number, side, 20, owner !== side, view.flip) };
  });
  const hands = ['W', 'B'].flatMap((player) => ORDER.filter((number) => !used.has(`${player}${number}`)).map((number) => {
    const [x, y] = slot(number, view.columns);
    return { on: `rack-${player}`, at: `P${number}`, x, y, scale: RACK / 20, kind: `${player}${number}`, look: `${player}${number} ${player}`, body: tile(number, player, 20, false, view.flip) };
  }));
  return [...placed, ...hands];
}

export function steps(move) {
  const whole = body(move);
  if (whole === 'pass' || whole === 'resign') return [[whole]];
  const [, number, cell] = /^P(\d+)([a-q]\d+)$/.exec(whole);
  return [[`P${number}`, cell], [cell, `P${number}`]];
}

export function text([first, second], model) {
  if (second === undefined) return `${model.turn}[${first}]`;
  const [tile, cell] = first.startsWith('P') ? [first, second] : [second, first];
  return tile.startsWith('P') && !cell.startsWith('P') ? `${model.turn}[${tile}${cell}]` : null;
}

export function say(model, picked, next) {
  const count = (player) => {
    const owns = model.tiles.filter((tile) => tile.side === player).length;
    const left = 63 - model.tiles.filter((tile) => tile.owner === player).length;
    return { owns, left, score: owns - left };
  };
  const both = { W: count('W'), B: count('B') };
  const strips = Object.fromEntries(['W', 'B'].map((player) => [player, {
    text: `territory ${both[player].score + 63} · in hand ${both[player].left}`,
    title: `${both[player].owns} tiles controlled, ${both[player].left} in hand: score ${both[player].score}; territory is the score + 63`,
  }]));
  const many = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const help = picked.length === 0 ? (next.length === 1 && next[0] === 'pass' ? 'No tile fits: pass' : 'Choose a tile, or click a cell to see which tiles fit')
    : picked[0].startsWith('P') ? `Tile ${picked[0].slice(1)} chosen: fits ${many(next.length, 'cell')} · or click a cell to see which tiles fit`
      : `Cell ${picked[0]}: ${many(next.length, 'tile')} ${next.length === 1 ? 'fits' : 'fit'}`;
  const captions = Object.fromEntries(['W', 'B'].map((player) => [`rack-${player}`, [`${about.players[player].name}’s tiles`, `${both[player].left} left`]]));
  return { title: next.length === 1 && next[0] === 'pass' && picked.length === 0 ? `${about.players[model.turn].name} must pass` : undefined, help, strips, captions };
}

export function words(move) {
  const [first, second] = steps(move)[0];
  return first === 'pass' ? 'passes' : first === 'resign' ? 'resigns' : `tile ${first.slice(1)} on ${second}`;
}
