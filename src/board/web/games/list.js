// The games of the page, in the order of the start dialog. A new game is a file beside this one and a line here.
//
// A game exports `about` and pure functions:
//   read(position) -> model          what a position holds; it has the `turn`, the rest is the game's own
//   cells(view, model) -> areas      the board, racks and hands: their box, their ground, and the cells that may be clicked
//   draw(model, view) -> pieces      what lies on them: place, picture, and `look` and `kind` by which a piece is followed
//   steps(move) -> sequences         the orders in which the things of a move may be picked
//   text(sequence, model) -> move    the inverse, for legal and illegal moves; null if the things make none
//   say(model, picked, next)         what is expected, and what the strips of the players tell
//   words(move)                      a move as it is read aloud
//   half?(model, picked) -> model    the position while a move is being picked
//   choice?(thing, model, picked)    one of the ways to end a move that may end here or go on
import * as trimok from './trimok.js';
import * as coerceo from './coerceo.js';
import * as dominions from './dominions.js';
import * as hexceed from './hexceed.js';
import * as morris from './morris.js';

export const games = [trimok, coerceo, dominions, hexceed, morris];

/** A game by the name that the engine gives it. */
export const named = (name) => games.find((game) => game.about.name === name);
