// Coerceo: how it is drawn. See list.js for what each function is.
import { inArea, piecesIn } from '../scene.js';
import { hexagon, polygon } from '../svg.js';
import { tint } from '../tints.js';
import { t } from '../words.js';

const SIDE = 97.2;

/** A tile or the middle of a field on the screen. */
const centre = ({ at: [x, y] }, flip) => (flip ? [-100 * x, -100 * y] : [100 * x, 100 * y]);

const corner = (degrees, radius) => [radius * Math.cos((degrees * Math.PI) / 180), -radius * Math.sin((degrees * Math.PI) / 180)];
const toMiddle = (field) => corner(60 * field + 90, 100 / Math.sqrt(3));
/** The triangle of a field about its middle, at a part of its size. */
const triangle = (field, size, flip) => [[0, 0], corner(60 * field + 60, 100), corner(60 * field + 120, 100)].map(([x, y]) => {
  const [mx, my] = toMiddle(field);
  const sign = flip ? -size : size;
  return [sign * (x - mx), sign * (y - my)];
});

export function cells(view, model) {
  const { game } = model;
  const tiles = new Set(piecesIn(model, 'tiles').map(({ at }) => at));
  const list = inArea(game, 'board').map((cell) => {
    const [field] = cell.look;
    const [x, y] = centre(cell, view.flip);
    // A field has the name of its tile and a digit.
    const gone = !tiles.has(cell.id.slice(0, -1));
    return { thing: cell.id, x, y, label: gone ? t('coerceo.gone', { field: cell.id }) : cell.id, gone, frame: polygon(triangle(field, 0.93, view.flip)), ring: polygon(triangle(field, 0.93, view.flip)), dot: 11, hit: polygon(triangle(field, 1, view.flip)) };
  });
  for (const { id, owner, name } of inArea(game, 'held')) {
    list.push({
      thing: id, player: owner, x: -308, y: owner === view.near ? 322 : -322, button: t('coerceo.exchange'), label: name,
      frame: '<rect x="-94" y="-22" width="188" height="44" rx="10"/>',
    });
  }
  const ground = inArea(game, 'tiles').map((tile) => `<g transform="translate(${centre(tile, view.flip).join(' ')})">${polygon(hexagon(97), 'class="gone"')}</g>`).join('');
  return [{ id: 'board', box: [-410, -445, 820, 890], ground, cells: list }];
}

function tile(name, { flip, narrow }) {
  const field = (i) => `<g transform="translate(${toMiddle(i).map((n) => ((flip ? -n : n) * SIDE) / 100).join(' ')})">${polygon(triangle(i, SIDE / 100, flip), `class="${i % 2 ? 'board' : 'board2'}"`)}</g>`;
  return `<g transform="translate(0 8)">${polygon(hexagon(SIDE), 'class="shade"')}</g>${[0, 1, 2, 3, 4, 5].map(field).join('')}${polygon(hexagon(SIDE), 'class="rim"')}${name ? `<circle class="hub" r="${narrow ? 18 : 13}"/><text class="co" y=".5">${name}</text>` : ''}`;
}

/** A piece is the triangle of its field, smaller. All of a player's point the same way. */
function piece(side, field, flip) {
  const up = triangle(field % 2 ? 1 : 4, 0.6, flip);
  const [a, b, c] = up;
  const spokes = up.map(([x, y]) => `M0 0L${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return `<g transform="translate(0 4)">${polygon(up, 'class="shade joined"')}</g>${polygon(up, `class="${side} joined"`)}${polygon(up, `class="${side} face"`)}`
    + `${polygon([a, b[0] < c[0] ? b : c, [0, 0]], `class="${side}2"`)}<path class="${side} spokes" d="${spokes}"/>`;
}

export function draw(model, view) {
  const { game } = model;
  const tiles = piecesIn(model, 'tiles').map(({ at, kind }) => {
    const [x, y] = centre(game.things.get(at), view.flip);
    return { layer: 'ground', at: `tile ${at}`, x, y, ms: 350, kind: kind.family, look: kind.id, body: tile(at, view) };
  }).sort((a, b) => a.y - b.y);
  const held = inArea(game, 'held').flatMap(({ id, owner }) => {
    const top = owner === view.near ? 362 : -430;
    const count = model.pieces.filter(({ at }) => at === id).length;
    // At least two places, the usual price of an exchange; more than eight tiles are shown only as
    // a number.
    const places = Array.from({ length: Math.max(2, Math.min(8, count)) }, (_, i) => ({
      layer: 'ground', at: `held ${owner} ${i}`, x: -384 + 42 * (i % 4), y: top + (view.narrow ? 40 : 32) + 34 * Math.floor(i / 4), scale: 0.19, ms: 350, cls: 'aside',
      ...(i < count ? { kind: 'tile', look: 'tile', body: tile('', {}) } : { kind: 'place', look: 'place', body: polygon(hexagon(97), 'class="gone bold"') }),
    }));
    return [...places, { layer: 'ground', at: `held ${owner}`, x: -402, y: top, kind: 'note', cls: 'aside', look: `${owner} ${count}`, body: `<text class="t">${t('coerceo.holds', { player: game.looks.get(owner).name, count })}</text>` }];
  });
  const pieces = piecesIn(model, 'board').map(({ at, kind }) => {
    const cell = game.things.get(at);
    const [x, y] = centre(cell, view.flip);
    return { at, x, y, kind: kind.family, look: kind.id, label: kind.name, body: piece(tint(game, kind.owner), cell.look[0], view.flip) };
  });
  return [...held, ...tiles, ...pieces];
}
