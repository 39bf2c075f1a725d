// Coerceo: how a position looks and which things a move touches. See list.js.
import { body, sections } from '../notation.js';
import { hexagon, polygon } from '../svg.js';
import { BLACK, WHITE } from './sides.js';

const COLUMNS = ['03 08 0D', '01 06 0B 10', '00 04 09 0E 12', '02 07 0C 11', '05 0A 0F'].map((tiles) => tiles.split(' '));
const TILES = Object.fromEntries(COLUMNS.flatMap((tiles, k) => tiles.map((tile, i) => [tile, [150 * (k - 2), (i - (tiles.length - 1) / 2) * 173.205]])));
const SIDE = 97.2;

export const about = {
  name: 'coerceo',
  title: 'Coerceo',
  line: 'Shut the other side’s pieces in while the board falls away.',
  players: { W: WHITE, B: BLACK },
  options: [
    { name: 'Coerceo Start', label: 'Start', values: { laurentius: 'Laurentius, 19 tiles', ocius: 'Ocius, 7 tiles' } },
    { name: 'Coerceo Exchange', label: 'Price of an exchange', values: { 2: 'two tiles', 1: 'one tile' } },
  ],
  resigns: true,
  sample: 'W[001,005,015,045,063,083,093,0A3,0D1,0E1,0E5,0F1,101,105,0F3,115,061]B[012,024,030,032,050,054,074,080,082,0C0,0C2,0E0,104,110,112,0A2]gone[12]held[0,1]turn[W]',
};

export function read(position) {
  const { W, B, gone = [], held = ['0', '0'], turn } = sections(position);
  return { turn: turn[0], pieces: { W, B }, gone, held: { W: +held[0], B: +held[1] } };
}

const corner = (degrees, radius) => [radius * Math.cos((degrees * Math.PI) / 180), -radius * Math.sin((degrees * Math.PI) / 180)];
const toMiddle = (field) => corner(60 * field + 90, 100 / Math.sqrt(3));
/** The triangle of a field about its middle, at a part of its size. */
const triangle = (field, size, flip) => [[0, 0], corner(60 * field + 60, 100), corner(60 * field + 120, 100)].map(([x, y]) => {
  const [mx, my] = toMiddle(field);
  const sign = flip ? -size : size;
  return [sign * (x - mx), sign * (y - my)];
});

function middle(thing, flip) {
  const [x, y] = TILES[thing.slice(0, 2)];
  const [dx, dy] = toMiddle(+thing[2]);
  return flip ? [-x - dx, -y - dy] : [x + dx, y + dy];
}

export function cells(view) {
  const list = Object.keys(TILES).flatMap((tile) => [0, 1, 2, 3, 4, 5].map((field) => {
    const thing = `${tile}${field}`;
    const [x, y] = middle(thing, view.flip);
    return { thing, x, y, frame: polygon(triangle(field, 0.88, view.flip)), ring: polygon(triangle(field, 0.93, view.flip)), dot: 11, hit: polygon(triangle(field, 1, view.flip)) };
  }));
  for (const player of ['W', 'B']) {
    list.push({
      thing: 'x', player, x: -308, y: player === view.near ? 322 : -322, button: 'Exchange tiles', label: 'exchange tiles for a piece',
      frame: '<rect x="-94" y="-22" width="188" height="44" rx="10"/>',
    });
  }
  const ground = Object.values(TILES).map(([x, y]) => `<g transform="translate(${view.flip ? -x : x} ${view.flip ? -y : y})">${polygon(hexagon(97), 'class="gone"')}</g>`).join('');
  return [{ id: 'board', box: [-410, -445, 820, 890], ground, cells: list }];
}

function tile(name, flip) {
  const field = (i) => `<g transform="translate(${toMiddle(i).map((n) => ((flip ? -n : n) * SIDE) / 100).join(' ')})">${polygon(triangle(i, SIDE / 100, flip), `class="${i % 2 ? 'board' : 'board2'}"`)}</g>`;
  return `<g transform="translate(0 8)">${polygon(hexagon(SIDE), 'class="shade"')}</g>${[0, 1, 2, 3, 4, 5].map(field).join('')}${polygon(hexagon(SIDE), 'class="rim"')}${name ? `<circle class="hub" r="11"/><text class="co" y=".5">${name}</text>` : ''}`;
}

function piece(side, flip) {
  const lower = side.toLowerCase();
  const up = triangle(side === 'W' ? 1 : 4, 0.6, flip);
  const [a, b, c] = up;
  const spokes = up.map(([x, y]) => `M0 0L${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return `<g transform="translate(0 4)">${polygon(up, 'class="shade joined"')}</g>${polygon(up, `class="${lower} joined"`)}${polygon(up, `class="${lower} face"`)}`
    + `${polygon([a, b[0] < c[0] ? b : c, [0, 0]], `class="${lower}2"`)}<path class="${lower} spokes" d="${spokes}"/>`;
}

export function draw(model, view) {
  const gone = new Set(model.gone);
  const tiles = Object.entries(TILES).filter(([name]) => !gone.has(name)).map(([name, [x, y]]) => ({
    layer: 'ground', at: `tile ${name}`, x: view.flip ? -x : x, y: view.flip ? -y : y, ms: 350,
    kind: 'tile', look: 'tile', body: tile(name, view.flip),
  })).sort((a, b) => a.y - b.y);
  const held = ['W', 'B'].flatMap((player) => {
    const top = player === view.near ? 362 : -430;
    const count = model.held[player];
    // At least two places, the usual price of an exchange; more than eight tiles are shown only as
    // a number.
    const places = Array.from({ length: Math.max(2, Math.min(8, count)) }, (_, i) => ({
      layer: 'ground', at: `held ${player} ${i}`, x: -384 + 42 * (i % 4), y: top + 30 + 34 * Math.floor(i / 4), scale: 0.19, ms: 350, cls: 'aside',
      ...(i < count ? { kind: 'tile', look: 'tile', body: tile('', false) } : { kind: 'place', look: 'place', body: polygon(hexagon(97), 'class="gone bold"') }),
    }));
    return [...places, { layer: 'ground', at: `held ${player}`, x: -402, y: top, kind: 'note', cls: 'aside', look: `${player} ${count}`, body: `<text class="t">${about.players[player].name} holds ${count}</text>` }];
  });
  const pieces = ['W', 'B'].flatMap((side) => model.pieces[side].map((at) => {
    const [x, y] = middle(at, view.flip);
    return { at, x, y, kind: side, look: side, label: `${about.players[side].name.toLowerCase()} piece`, body: piece(side, view.flip) };
  }));
  return [...held, ...tiles, ...pieces];
}

export function steps(move) {
  const whole = body(move);
  if (whole === 'resign') return [['resign']];
  const [, taken, from, to] = /^(?:x(...)|(...)-(...))$/.exec(whole);
  return taken ? [['x', taken], [taken, 'x']] : [[from, to]];
}

export function text([first, second], model) {
  if (first === 'x' || second === 'x') return `${model.turn}[x${first === 'x' ? second : first}]`;
  return `${model.turn}[${first}-${second}]`;
}

export function say(model, picked, next) {
  const strips = Object.fromEntries(['W', 'B'].map((player) => [player, { text: `${model.pieces[player].length} pieces · holds ${model.held[player]}` }]));
  const help = picked.length === 0 ? 'Choose a piece; it steps to a field that shares a corner'
    : picked[0] === 'x' ? 'Exchange: click the enemy piece to take off · Esc takes the step back'
      : next.includes('x') ? `${picked[0]}: click Exchange to take this piece for tiles`
        : `${picked[0]} chosen: ${next.length} field${next.length === 1 ? '' : 's'}`;
  return { help, strips };
}

export function words(move) {
  const [first, second] = steps(move)[0];
  return first === 'resign' ? 'resigns' : first === 'x' ? `exchanges tiles for ${second}` : `${first} to ${second}`;
}
