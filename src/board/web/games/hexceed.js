// Hexceed: how it is drawn. See list.js for what each function is.
import { inArea, piecesIn } from '../scene.js';
import { hexagon, polygon } from '../svg.js';
import { t } from '../words.js';

function centre({ at: [x, y] }, flip) {
  const unit = flip ? -103.92 : 103.92;
  return [unit * x, unit * y];
}

export const chip = (game, letter) => {
  const i = game.players.indexOf(letter) + 1;
  return `<circle class="p${i}" r="9.5"/><text class="chip${i}" y=".5">${letter}</text>`;
};

/** The places of the pool, six in a row. */
const slots = (game) => new Map(inArea(game, 'pool').map(({ id }, i) => [id, [20 + 36.4 * (i % 6), 20 + 38 * Math.floor(i / 6)]]));

export function cells(view, model) {
  const { game } = model;
  const frame = polygon(hexagon(55, 30));
  let ground = '';
  const list = inArea(game, 'board').map((cell) => {
    const [x, y] = centre(cell, view.flip);
    ground += `<g transform="translate(${x} ${y})">${polygon(hexagon(57.4, 30), 'class="board"')}</g>`;
    return { thing: cell.id, x, y, frame, ring: frame, soft: polygon(hexagon(48, 30)), dot: 11, hit: polygon(hexagon(59, 30)), label: t('hexceed.cell', { cell: cell.name }) };
  });
  ground += polygon(hexagon(50, 30), 'class="gone"');
  const round = '<circle r="18.5"/>';
  const places = slots(game);
  const pool = piecesIn(model, 'pool').map(({ at }) => {
    const [x, y] = places.get(at);
    return { thing: at, x, y, frame: round, hit: '<circle r="19"/>', label: game.things.get(at).name };
  });
  const tray = { thing: 'tray', x: 111, y: 57, frame: '<circle r="54"/>', soft: '<circle r="48"/>', dot: 11, label: game.things.get('tray').name };
  return [
    { id: 'board', box: [-290, -256, 580, 512], ground, cells: list },
    { id: 'tray', place: 'rack', box: [0, 0, 222, 114], ground: '<circle class="slot" cx="111" cy="57" r="48"/>', cells: [tray] },
    {
      id: 'pool', place: 'rack', box: [0, 0, 222, 116], cells: pool,
      ground: [...places.values()].map(([x, y]) => `<circle class="slot" cx="${x}" cy="${y}" r="15"/>`).join(''),
    },
  ];
}

const PLATES = [
  (cls) => polygon(hexagon(43), `class="${cls}"`),
  (cls) => `<circle class="${cls}" r="38"/>`,
  (cls) => `<rect class="${cls}" x="-34" y="-34" width="68" height="68" rx="8"/>`,
];
const SYMBOLS = ['M-14 -18L14 10M14 -18L-14 10', 'M14.5 -5a14.5 14.5 0 1 1 -29 0a14.5 14.5 0 1 1 29 0z', 'M-18 -4H18'];

/** Colour, symbol and ink, each a number. */
function plate([colour, symbol, ink]) {
  const [letter, cls] = ['RGB'[colour], 'KW'[ink]];
  const shape = PLATES[colour];
  return `<g transform="translate(0 4)">${shape('shade')}</g>${shape(`plate ${letter}`)}<path class="symbol ink${cls}" d="${SYMBOLS[symbol]}"/><text class="letter ink${cls}" y="29">${letter}</text>`;
}

export function draw(model, view) {
  const { game } = model;
  // The names are drawn above marks, so that they stay readable.
  const names = inArea(game, 'board').map((cell) => {
    const [x, y] = centre(cell, view.flip);
    return { at: `name ${cell.id}`, x, y: y - 45, kind: 'note', look: cell.id, body: `<text class="co">${cell.name}</text>` };
  });
  const places = slots(game);
  const plates = model.pieces.map(({ at, kind }) => {
    const look = { at, look: kind.id, kind: kind.family, label: kind.name, body: plate(kind.look) };
    if (at === 'tray') return { on: 'tray', x: 111, y: 57, ...look };
    if (places.has(at)) {
      const [x, y] = places.get(at);
      return { on: 'pool', x, y, scale: 0.38, ...look };
    }
    const [x, y] = centre(game.things.get(at), view.flip);
    return { x, y, ...look };
  });
  return [...names, ...plates];
}

/** A piece that is handed over or placed, drawn, and its cell. */
export function sketch(game, text) {
  const [id, cell] = text.split('@');
  const kind = game.kinds.get(id);
  return kind ? { picture: plate(kind.look), box: '-46 -44 92 92', after: cell ? t('hexceed.on', { cell }) : t('hexceed.given') } : null;
}
