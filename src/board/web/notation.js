// The notation that all games share: sections of a position, the player and the body of a move.

/** `R[3A1,2B1]turn[R]` -> `{R: ['3A1', '2B1'], turn: ['R']}`. */
export const sections = (position) => Object.fromEntries(
  [...position.matchAll(/(\w+)\[([^\]]*)\]/g)].map(([, key, items]) => [key, items ? items.split(',') : []]));

/** `R[A2-A3]` -> `A2-A3`; a bare body stays as it is. */
export const body = (move) => move.replace(/^\w\[(.*)\]$/, '$1');

/** `R[A2-A3]` -> `R`; nothing for a bare body. */
export const mover = (move) => /^(\w)\[/.exec(move)?.[1];

/** The moves of a list as the engine prints it. */
export const moves = (text) => text.split(/[\s;]+/).filter(Boolean);
