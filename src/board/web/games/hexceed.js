// Hexceed: how a position looks and which things a move touches. See list.js.
import { body, sections } from '../notation.js';
import { hexagon, polygon } from '../svg.js';

const ROWS = [['ABC', 0], ['DEFG', -1], ['HI JK', -2], ['LMNO', -2], ['PQR', -2]];
const AT = Object.fromEntries(ROWS.flatMap(([letters, first], row) => [...letters].map((letter, i) => [letter, [first + i, row - 2]])));
const CELLS = 'ABCDEFGHIJKLMNOPQR';
const PIECES = ['R', 'G', 'B'].flatMap((colour) => ['X', 'O', '-'].flatMap((symbol) => ['K', 'W'].map((ink) => colour + symbol + ink)));
const WORDS = { R: 'red', G: 'green', B: 'blue', X: 'X', O: 'O', '-': 'dash', K: 'black', W: 'white' };
const spell = (piece) => [...piece].map((letter, i) => (i === 0 || i === 2 || WORDS[letter] === 'dash' ? WORDS[letter] : letter)).join(' ');

export const about = {
  name: 'hexceed',
  title: 'Hexceed',
  line: 'You choose the piece, the other player must place it.',
  players: {
    1: { name: 'Player 1', colour: '--p1', chip: '<circle class="p1" r="9.5"/><text class="chip1" y=".5">1</text>' },
    2: { name: 'Player 2', colour: '--p2', chip: '<circle class="p2" r="9.5"/><text class="chip2" y=".5">2</text>' },
  },
  options: [],
  resigns: false,
  sample: 'on[G-K@A,RXK@B,R-K@C,GOW@E,B-K@F,BOW@G,ROK@I,GXK@J,G-W@K,BXW@N,ROW@O,GXW@P]score[2,1]hold[BXK]turn[2]',
};

export function read(position) {
  const { on, score = ['0', '0'], hold = [], turn } = sections(position);
  const at = Object.fromEntries(on.map((item) => item.split('@')));
  return { turn: turn[0], at, held: hold[0], score: { 1: +score[0], 2: +score[1] } };
}

const other = (player) => (player === '1' ? '2' : '1');

function centre(cell, flip) {
  const [q, r] = AT[cell];
  const sign = flip ? -1 : 1;
  return [sign * 103.92 * (q + r / 2), sign * 90 * r];
}

const slot = (piece) => [20 + 36.4 * (PIECES.indexOf(piece) % 6), 20 + 38 * Math.floor(PIECES.indexOf(piece) / 6)];

export function cells(view, model) {
  const frame = polygon(hexagon(55, 30));
  let ground = '';
  const list = [...CELLS].map((thing) => {
    const [x, y] = centre(thing, view.flip);
    ground += `<g transform="translate(${x} ${y})">${polygon(hexagon(57.4, 30), 'class="board"')}</g>`;
    return { thing, x, y, frame, ring: frame, soft: polygon(hexagon(48, 30)), dot: 11, hit: polygon(hexagon(59, 30)), label: `cell ${thing}` };
  });
  ground += polygon(hexagon(50, 30), 'class="gone"');
  const round = '<circle r="18.5"/>';
  const pool = PIECES.map((thing) => {
    const [x, y] = slot(thing);
    return { thing, x, y, frame: round, hit: '<circle r="19"/>', label: spell(thing) };
  });
  const tray = { thing: model.held ?? 'give', x: 111, y: 57, frame: '<circle r="54"/>', soft: '<circle r="48"/>', dot: 11, label: model.held ? spell(model.held) : `hand it to ${about.players[other(model.turn)].name}` };
  return [
    { id: 'board', box: [-290, -256, 580, 512], ground, cells: list },
    { id: 'tray', place: 'rack', box: [0, 0, 222, 114], ground: '<circle class="slot" cx="111" cy="57" r="48"/>', cells: [tray] },
    {
      id: 'pool', place: 'rack', box: [0, 0, 222, 116], cells: pool.filter((cell) => cell.thing !== model.held && !Object.keys(model.at).includes(cell.thing)),
      ground: PIECES.map((piece) => `<circle class="slot" cx="${slot(piece)[0]}" cy="${slot(piece)[1]}" r="15"/>`).join(''),
    },
  ];
}

const PLATE = {
  R: (cls) => polygon(hexagon(43), `class="${cls}"`),
  G: (cls) => `<circle class="${cls}" r="38"/>`,
  B: (cls) => `<rect class="${cls}" x="-34" y="-34" width="68" height="68" rx="8"/>`,
};
const SYMBOL = { X: 'M-14 -18L14 10M14 -18L-14 10', O: 'M14.5 -5a14.5 14.5 0 1 1 -29 0a14.5 14.5 0 1 1 29 0z', '-': 'M-18 -4H18' };

function plate([colour, symbol, ink]) {
  const shade = PLATE[colour]('shade');
  return `<g transform="translate(0 4)">${shade}</g>${PLATE[colour](`plate ${colour}`)}<path class="symbol ink${ink}" d="${SYMBOL[symbol]}"/><text class="letter ink${ink}" y="29">${colour}</text>`;
}

export function draw(model, view) {
  // The names are drawn above marks, so that they stay readable.
  const names = [...CELLS].map((thing) => {
    const [x, y] = centre(thing, view.flip);
    return { at: `name ${thing}`, x, y: y - 45, kind: 'note', look: thing, body: `<text class="co">${thing}</text>` };
  });
  const plates = PIECES.map((piece) => {
    const look = { look: piece, kind: piece, label: `${spell(piece)} piece`, body: plate(piece) };
    const at = model.at[piece];
    if (at) {
      const [x, y] = centre(at, view.flip);
      return { at, x, y, ...look };
    }
    if (piece === model.held) return { on: 'tray', at: piece, x: 111, y: 57, ...look };
    const [x, y] = slot(piece);
    return { on: 'pool', at: piece, x, y, scale: 0.38, ...look };
  });
  return [...names, ...plates];
}

export function steps(move) {
  const [, piece, cell] = /^(...)(?:@(.))?$/.exec(body(move));
  return [cell ? [piece, cell] : [piece, 'give']];
}

export const text = ([piece, to], model) => (PIECES.includes(piece) ? `${model.turn}[${piece}${to === 'give' ? '' : `@${to}`}]` : null);

export function say(model, picked) {
  const { turn, held } = model;
  const them = about.players[other(turn)].name;
  const me = about.players[turn].name;
  const left = PIECES.length - Object.keys(model.at).length - (held ? 1 : 0);
  return {
    title: held ? `${me} places ${spell(held)}` : `${me} hands over a piece`,
    help: held ? 'Drag it or click an empty cell; a line or triangle scores what its three pieces share'
      : picked.length ? `Click the tray, or drag it there, to hand ${spell(picked[0])} to ${them}`
        : `Choose the piece that ${them} must place`,
    strips: { 1: { text: `${model.score[1]}`, big: true, title: 'points' }, 2: { text: `${model.score[2]}`, big: true, title: 'points' } },
    captions: { tray: [held ? `${me} must place` : left ? `For ${them}` : '', ''], pool: ['Pieces left to hand over', `${left}`] },
  };
}

export function words(move) {
  const [piece, to] = steps(move)[0];
  return to === 'give' ? `hands over ${spell(piece)}` : `${spell(piece)} on ${to}`;
}
