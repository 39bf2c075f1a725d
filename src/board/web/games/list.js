// The games of the page, in the order of the start dialog. A new game is a file beside this one and a line here.
//
// A game exports `about` and pure functions:
//   read(position) -> model          the contents of a position; it has the `turn`, the rest is up to the game
//   cells(view, model) -> areas      the board, racks and hands: their box, their background, and the cells that can be clicked
//   draw(model, view) -> pieces      what is on them: place, picture, and `look` and `kind` by which a piece is tracked
//   steps(move) -> sequences         the orders in which the things of a move may be picked
//   text(sequence, model) -> move    the inverse, for legal and illegal moves; null if the things make none
//   say(model, picked, next)         what is expected, and what the players' strips show
//   words(move)                      a move as read aloud
//   half?(model, picked) -> model    the position while a move is being picked
//   choice?(thing, model, picked)    one of the ways to finish a move that may end here or continue
import * as trimok from './trimok.js';
import * as coerceo from './coerceo.js';
import * as dominions from './dominions.js';
import * as hexceed from './hexceed.js';
import * as morris from './morris.js';

export const games = [trimok, coerceo, dominions, hexceed, morris];

/** A game by the name that the engine gives it. */
export const named = (name) => games.find((game) => game.about.name === name);
