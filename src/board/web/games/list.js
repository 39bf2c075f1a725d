// How games are drawn. A game of the engine with a file beside this one and a line here has a drawing
// of its own; all others are drawn plainly.
//
// A drawing exports pure functions of a position (see scene.js) and a view (`flip`, `near`, `columns`, `narrow`):
//   cells(view, model) -> areas      the board, racks and hands: their box, their background, and the things that can be clicked
//   draw(model, view) -> pieces      what is on them: place, picture, and `look` and `kind` by which a piece is tracked
//   chip?(letter) -> picture         the mark of a player
//   holds?(model, player) -> heaps   what a player has: pictures, their box, and how many there are of each
//   sketch?(game, text, player)      a move in a list: its picture, the box of that, and the words after it
// and, if they are not the usual ones, `step`, the distance of neighbours, and `thumb`, the box of a small picture.
import * as coerceo from './coerceo.js';
import * as dominions from './dominions.js';
import * as hexceed from './hexceed.js';
import * as morris from './morris.js';
import * as plain from './plain.js';
import * as trimok from './trimok.js';

const drawings = new Map(Object.entries({ coerceo, dominions, hexceed, morris, trimok }));

/** A drawing whose areas are computed once for each position and view: they are asked for several times. */
function lasting(drawn) {
  const known = new WeakMap();
  const cells = (view, model) => {
    if (!known.has(model)) known.set(model, new Map());
    const views = known.get(model);
    const key = JSON.stringify(view);
    if (!views.has(key)) views.set(key, drawn.cells(view, model));
    return views.get(key);
  };
  return { ...drawn, cells };
}

/** The drawing of a game by the name that the engine gives it. */
export const drawing = (name) => lasting(drawings.get(name) ?? plain);
