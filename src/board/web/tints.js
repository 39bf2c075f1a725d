// The colours of players: the words of the server, as classes and tokens of the style sheet.

const TINTS = { white: 'w', black: 'b', red: 'red', blue: 'blue', grey: 'p1', sand: 'p2' };
const TOKENS = { w: '--wf', b: '--bf' };

/** The class of what is a player's; nobody's is plain. */
export const tint = (game, letter) => TINTS[game.looks.get(letter)?.colour] ?? 'none';

/** The value of a player's colour. */
export function colour(game, letter) {
  const cls = tint(game, letter);
  return `var(${TOKENS[cls] ?? (cls === 'none' ? '--edge' : `--${cls}`)})`;
}

/** The mark of a player: a disc, unless the game's drawing has another. */
export const chip = (game, letter) => game.drawing.chip?.(game, letter) ?? `<circle class="${tint(game, letter)}" r="9.5" stroke-width="1.5"/>`;
