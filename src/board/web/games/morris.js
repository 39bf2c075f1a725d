// Nine Men's Morris: how a position looks and which things a move touches. See list.js.
import { body, sections } from '../notation.js';
import { BLACK, WHITE } from './sides.js';

const POINTS = 'a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1'.split(' ');

export const about = {
  name: 'morris',
  title: 'Nine Men’s Morris',
  line: 'Three in a line are a mill, and a mill takes a man.',
  players: { B: BLACK, W: WHITE },
  options: [
    { name: 'Morris Repetition', rare: true, label: 'Draw by repetition', values: { 3: 'at the third time', 2: 'at the second time', 0: 'never' } },
    { name: 'Morris Quiet', rare: true, label: 'Draw without a capture', values: { 100: 'after 100 plies', 50: 'after 50 plies', 200: 'after 200 plies', 0: 'never' } },
  ],
  resigns: true,
  sample: 'B[d6,c5,e4,c3,d2]W[a7,d7,g7,b6,b4,c4,f4,e3]turn[W]',
};

export function read(position) {
  const { B, W, hand = ['0', '0'], turn } = sections(position);
  return { turn: turn[0], men: { B, W }, hand: { B: +hand[0], W: +hand[1] } };
}

function centre(point, flip) {
  const x = 100 * 'abcdefg'.indexOf(point[0]);
  const y = 100 * (7 - point[1]);
  return flip ? [600 - x, 600 - y] : [x, y];
}

const MAN = (side) => `<circle class="shade" cy="5" r="36"/><circle class="${side}" r="36" stroke-width="3"/><circle class="${side} ${side}2" r="24" stroke-width="2"/>`;

/** The men in hand lie side by side, or like a row of coins where there is little room. */
const pitch = (view) => (view.narrow ? 13 : 26);

export function cells(view, model) {
  let ground = '<rect class="board" x="-58" y="-58" width="716" height="716" rx="16"/><g class="lines">';
  for (const inset of [0, 100, 200]) ground += `<rect x="${inset}" y="${inset}" width="${600 - 2 * inset}" height="${600 - 2 * inset}"/>`;
  ground += '<path d="M0 300H200M400 300H600M300 0V200M300 400V600"/></g>';
  const list = POINTS.map((thing) => {
    const [x, y] = centre(thing, view.flip);
    ground += `<circle class="point" cx="${x}" cy="${y}" r="9"/>`;
    return {
      thing, x, y, dot: 16, hit: '<circle r="46"/>', frame: '<circle r="45"/>', from: '<circle r="24"/>',
      ring: '<circle r="45"/><path class="halo" d="M-13 -13L13 13M13 -13L-13 13"/><path class="cross" d="M-13 -13L13 13M13 -13L-13 13"/>',
    };
  });
  for (let i = 1; i <= 7; i++) {
    ground += `<text class="co" x="-80" y="${centre(`a${i}`, view.flip)[1]}">${i}</text>`;
    ground += `<text class="co" x="${centre(`${'abcdefg'[i - 1]}1`, view.flip)[0]}" y="684">${'abcdefg'[i - 1]}</text>`;
  }
  const hands = ['B', 'W'].filter((player) => model.hand[player] > 0).map((player) => {
    const width = 30 + pitch(view) * (model.hand[player] - 1);
    const rect = `<rect x="${-width / 2}" y="-15" width="${width}" height="30" rx="10"/>`;
    return { id: `hand-${player}`, place: 'strip', player, box: [0, 0, width, 30], ground: '', cells: [{ thing: 'hand', player, x: width / 2, y: 15, frame: rect, label: 'the men in hand' }] };
  });
  return [{ id: 'board', box: [-104, -66, 770, 772], ground, cells: list }, ...hands];
}

export function draw(model, view) {
  const man = (side) => ({ kind: side, look: side, label: `${about.players[side].name.toLowerCase()} man`, body: MAN(side.toLowerCase()) });
  return ['B', 'W'].flatMap((side) => [
    ...model.men[side].map((at) => {
      const [x, y] = centre(at, view.flip);
      return { at, x, y, ...man(side) };
    }),
    ...Array.from({ length: model.hand[side] }, (_, i) => ({
      on: `hand-${side}`, at: 'hand', x: 15 + pitch(view) * i, y: 14, scale: 0.32, ...man(side),
    })),
  ]);
}

const PARTS = /^(?:(..)-)?(..)(?:x(..))?$/;

export function steps(move) {
  const whole = body(move);
  if (whole === 'resign') return [['resign']];
  const [, from, to, taken] = PARTS.exec(whole);
  const behind = taken ? [to, taken] : [to];
  return from ? [[from, ...behind]] : [behind, ['hand', ...behind]];
}

export function text(sequence, model) {
  const [first, ...rest] = sequence[0] === 'hand' ? sequence.slice(1) : sequence;
  if (first === undefined) return null;
  const slide = sequence[0] !== 'hand' && model.men[model.turn].includes(first);
  const parts = slide ? `${first}-${rest[0]}${rest[1] ? `x${rest[1]}` : ''}` : `${first}${rest[0] ? `x${rest[0]}` : ''}`;
  return `${model.turn}[${parts}]`;
}

export function half(model, picked) {
  const side = model.turn;
  const points = picked.filter((thing) => thing !== 'hand');
  const slide = model.men[side].includes(points[0]);
  const to = slide ? points[1] : points[0];
  if (!to) return model;
  const men = model.men[side].filter((at) => at !== points[0]);
  return { ...model, men: { ...model.men, [side]: [...men, to] }, hand: slide ? model.hand : { ...model.hand, [side]: model.hand[side] - 1 } };
}

export function say(model, picked, next) {
  const side = model.turn;
  const strips = Object.fromEntries(['B', 'W'].map((player) => [player, { text: `${model.men[player].length} on the board · ${model.hand[player]} in hand`, short: model.hand[player] ? `${model.men[player].length} + ${model.hand[player]}` : undefined }]));
  const points = picked.filter((thing) => thing !== 'hand');
  const slide = model.men[side].includes(points[0]);
  if (points.length > (slide ? 1 : 0)) {
    return {
      title: `${about.players[side].name}: remove a man`,
      help: `${points.slice(0, slide ? 2 : 1).join('–')} closes a mill · choose one of ${next.length} ${next.length === 1 ? 'man' : 'men'} · Esc takes the step back`,
      strips,
    };
  }
  const flies = model.hand[side] === 0 && model.men[side].length === 3;
  const help = slide ? `${points[0]} chosen: ${next.length} point${next.length === 1 ? '' : 's'}`
    : model.hand[side] ? 'Place a man on an empty point'
      : flies ? 'Three men left: they may fly to any empty point' : 'Choose a man, then a point beside it';
  return { help, strips };
}

export function words(move) {
  const [, from, to, taken] = PARTS.exec(body(move)) ?? [];
  if (!to) return 'resigns';
  return `${from ? `${from} to ${to}` : `places on ${to}`}${taken ? `, takes ${taken}` : ''}`;
}
