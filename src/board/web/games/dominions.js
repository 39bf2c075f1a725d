// Dominions: how it is drawn. See list.js for what each function is.
import { inArea, piecesIn } from '../scene.js';
import { hexagon, polygon } from '../svg.js';
import { tint } from '../tints.js';
import { t } from '../words.js';

const RACK = 17;
/** The size of a tile in a rack: tiles do not touch, so that no beam seems to go on in the next. */
const HELD = 0.88 * RACK;

export const step = 34.6;
export const thumb = [-170, -170, 340, 340];

function centre({ at: [x, y] }, flip) {
  const unit = flip ? -34.64102 : 34.64102;
  return [unit * x, unit * y];
}

/** The places of a player's tiles by id: ordered by the number of beams, then by number. */
function slots(game, columns, owner) {
  const tiles = inArea(game, 'rack').filter((tile) => tile.owner === owner).sort((a, b) => a.look.length - b.look.length);
  return new Map(tiles.map(({ id }, i) => [id, [RACK + (i % columns) * 1.86 * RACK, RACK + Math.floor(i / columns) * 1.06 * Math.sqrt(3) * RACK]]));
}

/** What depends on a game or a kind and on which way up the board is, made once. */
function once(make) {
  const known = new WeakMap();
  return (of, flip, game) => {
    if (!known.has(of)) known.set(of, []);
    return (known.get(of)[flip ? 1 : 0] ??= make(of, flip, game));
  };
}

const field = once((game, flip) => {
  const [frame, soft, hit] = [18, 17.2, 20].map((radius) => polygon(hexagon(radius)));
  let ground = '';
  const list = inArea(game, 'board').map((cell) => {
    const [x, y] = centre(cell, flip);
    ground += polygon(hexagon(19.7).map(([dx, dy]) => [x + dx, y + dy]), 'class="board"');
    return { thing: cell.id, x, y, frame, soft, dot: 4.6, full: true, hit };
  });
  // A row climbs from its letter to the right, a column from its number to the left.
  const label = (text, row, column, dx, dy) => {
    const [x, y] = centre({ at: [(column - row) * Math.sqrt(0.75), (18 - column - row) / 2] }, flip);
    return `<text class="co" x="${x + dx}" y="${y + dy}">${text}</text>`;
  };
  for (let i = 1; i <= 17; i++) {
    const low = Math.max(1, i - 8);
    const dy = (i > 9 ? -9 : 9) * (flip ? -1 : 1);
    const side = flip ? 25.6 : -25.6;
    ground += label('abcdefghijklmnopq'[i - 1], i, low, side, dy) + label(i, low, i, -side, dy);
  }
  return { ground, list };
});

export function cells(view, model) {
  const { game } = model;
  const inHand = new Set(piecesIn(model, 'rack').map(({ at }) => at));
  const { ground, list } = field(game, view.flip);
  const frame = polygon(hexagon(RACK));
  const rack = (player) => {
    const places = slots(game, view.columns, player);
    const rows = Math.ceil(places.size / view.columns);
    return {
      id: `rack-${player}`, place: 'rack', player, box: [-4, -2, (view.columns - 1) * 1.86 * RACK + 2 * RACK + 8, (rows - 1) * 1.06 * Math.sqrt(3) * RACK + 2 * RACK + 4],
      ground: [...places.values()].map(([dx, dy]) => polygon(hexagon(0.8 * RACK).map(([x, y]) => [x + dx, y + dy]), 'class="slot"')).join(''),
      cells: [...places].map(([thing, [x, y]]) => {
        const { name, look } = game.things.get(thing);
        const words = look.map((k) => t(`dominions.beam.${view.flip ? (k + 3) % 6 : k}`)).join(', ');
        return { thing, player, x, y, frame, hit: frame, full: true, label: t(inHand.has(thing) ? 'dominions.tile' : 'dominions.placed', { name, beams: words }), title: `${name}: ${words}` };
      }),
    };
  };
  return [{ id: 'board', box: view.narrow ? [-272, -302, 544, 604] : [-290, -302, 580, 604], zoom: true, ground, cells: list }, ...game.players.map(rack)];
}

const picture = once((kind, flip, game) => tile(game, kind, 20, flip));

/** A tile with its beams; the hub of a captured one is large. */
function tile(game, { id, family, owner, look }, s, flip) {
  const cls = tint(game, owner);
  const ink = cls.toUpperCase();
  const path = look.map((k) => {
    const angle = ((90 + 60 * k + (flip ? 180 : 0)) * Math.PI) / 180;
    const r = (0.985 * 17.32 * s) / 20;
    return `M0 0L${(r * Math.cos(angle)).toFixed(1)} ${(-r * Math.sin(angle)).toFixed(1)}`;
  }).join('');
  return `${polygon(hexagon(0.955 * s), `class="${cls}"`)}<path class="beam on${ink}" d="${path}"/><circle class="hub${ink}" r="${id === family ? 0.1 * s : 0.29 * s}"/>`;
}

export function draw(model, view) {
  const { game } = model;
  const look = (kind) => ({ kind: kind.family, look: kind.id, body: picture(kind, view.flip, game) });
  const placed = piecesIn(model, 'board').map(({ at, kind }) => {
    const [x, y] = centre(game.things.get(at), view.flip);
    return { at, x, y, label: kind.name, ...look(kind) };
  });
  const hands = game.players.flatMap((player) => {
    const pieces = new Map(piecesIn(model, 'rack').map(({ at, kind }) => [at, kind]));
    return [...slots(game, view.columns, player)].filter(([at]) => pieces.has(at))
      .map(([at, [x, y]]) => ({ on: `rack-${player}`, at, x, y, scale: HELD / 20, ...look(pieces.get(at)) }));
  });
  return [...placed, ...hands];
}

/** A tile that is placed, drawn, and its cell. */
export function sketch(game, text, player) {
  const [, number, cell] = /^P(\d+)(\w+)$/.exec(text) ?? [];
  const kind = number && game.kinds.get(player + number);
  return kind ? { picture: tile(game, kind, 20, false), box: '-21 -19 42 38', after: cell } : null;
}
