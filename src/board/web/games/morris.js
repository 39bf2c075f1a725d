// Nine Men's Morris: how it is drawn. See list.js for what each function is.
import { inArea, piecesIn } from '../scene.js';
import { tint } from '../tints.js';

/** A point on the screen. */
function centre({ at: [column, row] }, flip) {
  const [x, y] = [100 * column, 100 * row];
  return flip ? [600 - x, 600 - y] : [x, y];
}

const man = (side) => `<circle class="shade" cy="5" r="36"/><circle class="${side}" r="36" stroke-width="3"/><circle class="${side} ${side}2" r="24" stroke-width="2"/>`;

/** The men in hand lie side by side, or like a row of coins where there is little room. */
const pitch = (view) => (view.narrow ? 13 : 26);

export function cells(view, model) {
  const { game } = model;
  let ground = '<rect class="board" x="-58" y="-58" width="716" height="716" rx="16"/><g class="lines">';
  for (const inset of [0, 100, 200]) ground += `<rect x="${inset}" y="${inset}" width="${600 - 2 * inset}" height="${600 - 2 * inset}"/>`;
  ground += '<path d="M0 300H200M400 300H600M300 0V200M300 400V600"/></g>';
  const list = inArea(game, 'board').map((point) => {
    const [x, y] = centre(point, view.flip);
    ground += `<circle class="point" cx="${x}" cy="${y}" r="9"/>`;
    return {
      thing: point.id, x, y, dot: 16, hit: '<circle r="46"/>', frame: '<circle r="45"/>', from: '<circle r="24"/>',
      ring: '<circle r="45"/><path class="halo" d="M-13 -13L13 13M13 -13L-13 13"/><path class="cross" d="M-13 -13L13 13M13 -13L-13 13"/>',
    };
  });
  for (let i = 0; i < 7; i++) {
    ground += `<text class="co" x="-80" y="${centre({ at: [0, i] }, view.flip)[1]}">${7 - i}</text>`;
    ground += `<text class="co" x="${centre({ at: [i, 0] }, view.flip)[0]}" y="684">${'abcdefg'[i]}</text>`;
  }
  const hands = inArea(game, 'hand').flatMap(({ id, owner, name }) => {
    const men = model.pieces.filter(({ at }) => at === id).length;
    if (!men) return [];
    const width = 30 + pitch(view) * (men - 1);
    const frame = `<rect x="${-width / 2}" y="-15" width="${width}" height="30" rx="10"/>`;
    return [{ id, place: 'strip', player: owner, box: [0, 0, width, 30], ground: '', cells: [{ thing: id, player: owner, x: width / 2, y: 15, frame, label: name }] }];
  });
  return [{ id: 'board', box: [-104, -66, 770, 772], ground, cells: list }, ...hands];
}

export function draw(model, view) {
  const { game } = model;
  const look = ({ kind }) => ({ kind: kind.family, look: kind.id, label: kind.name, body: man(tint(game, kind.owner)) });
  const placed = piecesIn(model, 'board').map((piece) => {
    const [x, y] = centre(game.things.get(piece.at), view.flip);
    return { at: piece.at, x, y, ...look(piece) };
  });
  const before = new Map();
  const held = piecesIn(model, 'hand').map((piece) => {
    const i = before.get(piece.at) ?? 0;
    before.set(piece.at, i + 1);
    return { on: piece.at, at: piece.at, x: 15 + pitch(view) * i, y: 14, scale: 0.32, ...look(piece) };
  });
  return [...placed, ...held];
}
