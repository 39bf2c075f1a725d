// The games of the page, in the order of the start dialog. A new game is a file beside this one and a line here.
import * as trimok from './trimok.js';
import * as coerceo from './coerceo.js';
import * as dominions from './dominions.js';
import * as hexceed from './hexceed.js';
import * as morris from './morris.js';

export const games = [trimok, coerceo, dominions, hexceed, morris];

/** A game by the name that the engine gives it. */
export const named = (name) => games.find((game) => game.about.name === name);
