// Any game that has no drawing of its own: cells are rings, pieces are discs with a few letters, and
// what lies beside the board lies in rows. See list.js for what each function is.
import { inArea } from '../scene.js';
import { tint } from '../tints.js';

/** The places of things: as the game says, neighbours 100 apart, or else in a square. */
function places(list, columns = Math.ceil(Math.sqrt(list.length))) {
  if (!list.every(({ at }) => at)) return new Map(list.map(({ id }, i) => [id, [100 * (i % columns), 100 * Math.floor(i / columns)]]));
  let near = Infinity;
  for (const [i, { at: [x, y] }] of list.entries()) for (const { at: [u, v] } of list.slice(0, i)) near = Math.min(near, Math.hypot(x - u, y - v));
  const unit = Number.isFinite(near) && near > 0 ? 100 / near : 100;
  return new Map(list.map(({ id, at: [x, y] }) => [id, [unit * x, unit * y]]));
}

/** The box around places. */
function around(spots) {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - 60, Math.min(...ys) - 60];
  return [left, top, Math.max(...xs) + 60 - left, Math.max(...ys) + 60 - top];
}

/** The surfaces: the board, and for each other area, of each player, a rack. */
function surfaces({ game }, view) {
  const board = places(inArea(game, 'board'));
  if (view.flip && board.size) {
    const [left, top, width, height] = around([...board.values()]);
    for (const [id, [x, y]] of board) board.set(id, [2 * left + width - x, 2 * top + height - y]);
  }
  const racks = new Map();
  for (const thing of game.things.values()) {
    if (['board', 'choice', 'button'].includes(thing.area)) continue;
    const id = thing.owner ? `${thing.area}-${thing.owner}` : thing.area;
    if (!racks.has(id)) racks.set(id, { owner: thing.owner, things: [] });
    racks.get(id).things.push({ ...thing, at: null });
  }
  return [{ id: 'board', spots: board }, ...[...racks].map(([id, { owner, things }]) => ({ id, owner, spots: places(things, Math.min(view.columns, things.length)) }))];
}

const ring = '<circle r="45"/>';

export function cells(view, model) {
  return surfaces(model, view).map(({ id, owner, spots }) => {
    const list = [...spots].map(([thing, [x, y]]) => ({ thing, player: owner, x, y, frame: ring, hit: ring, dot: 13, label: model.game.things.get(thing).name }));
    const name = ({ thing, x, y }) => `<circle class="${id === 'board' ? 'board' : 'slot'}" cx="${x}" cy="${y}" r="46"/><text class="co" x="${x}" y="${y + 36}">${model.game.things.get(thing).name}</text>`;
    return { id, ...(id === 'board' ? {} : { place: 'rack', player: owner }), box: list.length ? around([...spots.values()]) : [0, 0, 100, 100], ground: list.map(name).join(''), cells: list };
  });
}

const disc = (game, { owner, face }, count) => `<circle class="shade" cy="4" r="30"/><circle class="${tint(game, owner)} disc" r="30"/><text class="glyph">${count > 1 ? `${face} ×${count}` : face}</text>`;

/** Pieces of a kind on the same thing are one disc with their number. */
export function draw(model, view) {
  const { game } = model;
  return surfaces(model, view).flatMap(({ id, spots }) => {
    const heaps = new Map();
    for (const { at, kind } of model.pieces.filter((piece) => spots.has(piece.at))) {
      const key = `${at} ${kind.id}`;
      heaps.set(key, { at, kind, count: (heaps.get(key)?.count ?? 0) + 1 });
    }
    const seen = new Map();
    return [...heaps.values()].map(({ at, kind, count }) => {
      const [x, y] = spots.get(at);
      // Several kinds on a thing lie one over the other, the last on top.
      const under = seen.get(at) ?? 0;
      seen.set(at, under + 1);
      return { ...(id === 'board' ? {} : { on: id }), at, x: x + 6 * under, y: y - 6 - 6 * under, kind: kind.family, look: `${kind.id} ${count}`, label: kind.name, body: disc(game, kind, count) };
    });
  });
}

export const portrait = (game, kind) => disc(game, kind, 1);
