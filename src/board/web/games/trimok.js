// Trimok: how it is drawn. See list.js for what each function is.
import { inArea } from '../scene.js';
import { tint } from '../tints.js';

/** The middle of a cell on the screen. */
function centre({ at: [column, row] }, flip) {
  const [x, y] = [100 * column + 50, 100 * row + 50];
  return flip ? [600 - x, 600 - y] : [x, y];
}

/** Red is round, Blue is square. */
const isRound = (game, owner) => owner === game.players[0];

export const chip = (game, letter) => (isRound(game, letter) ? `<circle class="${tint(game, letter)}" r="10"/>`
  : `<rect class="${tint(game, letter)}" x="-9.5" y="-9.5" width="19" height="19" rx="4"/>`);

export function cells(view, { game }) {
  let ground = '';
  const list = inArea(game, 'board').map((cell) => {
    const [x, y] = centre(cell, view.flip);
    ground += `<rect class="${(cell.at[0] + cell.at[1]) % 2 ? 'board' : 'board2'}" x="${x - 50}" y="${y - 50}" width="100" height="100"/>`;
    return { thing: cell.id, x, y, frame: '<rect x="-46" y="-46" width="92" height="92" rx="8"/>', ring: '<circle r="45"/>', dot: 13, hit: '<rect x="-50" y="-50" width="100" height="100"/>' };
  });
  for (let i = 0; i < 6; i++) {
    ground += `<text class="co" x="-18" y="${centre({ at: [0, i] }, view.flip)[1]}">${6 - i}</text>`;
    ground += `<text class="co" x="${centre({ at: [i, 0] }, view.flip)[0]}" y="618">${'ABCDEF'[i]}</text>`;
  }
  return [{ id: 'board', box: [-34, -10, 644, 644], ground, cells: list }];
}

/** A stack of some layers of its owner. */
function stack(game, { owner, look: [size] }) {
  const name = tint(game, owner);
  let out = '';
  for (let i = size; i >= 1; i--) {
    const y = 6 * (size - i) * -1 + 3 * (size - 1) - 2;
    const r = 9 + 9.5 * i;
    const half = 0.93 * r;
    const layer = (dy, cls) => (isRound(game, owner)
      ? `<circle class="${cls}" cy="${y + dy}" r="${r}"/>`
      : `<rect class="${cls}" x="${-half}" y="${y + dy - half + 3}" width="${2 * half}" height="${2 * half - 3}" rx="${0.34 * half}"/>`);
    out += layer(5.5, `${name}2`) + layer(0, name);
  }
  return `${out}<text class="num" y="${-3 * (size - 1) - 1}">${size}</text>`;
}

export const draw = ({ game, pieces }, view) => pieces.map(({ at, kind }) => {
  const [x, y] = centre(game.things.get(at), view.flip);
  return { at, x, y, kind: kind.family, look: kind.id, label: kind.name, body: stack(game, kind) };
});

/** A kind of pieces by itself, at its usual size. */
export const portrait = (game, kind) => stack(game, kind);

/** What a player has: a stack of each size, and how many there are. */
export const holds = ({ game, pieces }, player) => [3, 2, 1].map((size) => {
  const alike = pieces.filter(({ kind }) => kind.owner === player && kind.look[0] === size);
  return alike.length ? { picture: stack(game, alike[0].kind), box: ['-21 -22 42 46', '-30 -29 60 65', '-39 -36 78 85'][size - 1], count: alike.length } : null;
}).filter(Boolean);
