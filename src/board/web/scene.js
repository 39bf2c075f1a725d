// Games and positions as the server describes them, unpacked. The page knows no rule and no notation:
// it has things that can be clicked, pieces that lie on them, and paths, the things of each legal move.
import { told } from './words.js';
/** The entries of a list in one text. */
export const words = (text) => (text ? text.split(' ') : []);

/** A game as the server describes it, with a drawing: its things and kinds of pieces by id, its players by letter. */
export function unpack(entry, drawing) {
  const by = (list, key) => new Map(list.map((one) => [one[key], one]));
  const things = by(entry.things.map((thing) => ({ look: [], ...thing, name: thing.name ? told(thing.name) : thing.id })), 'id');
  const kinds = by(entry.kinds.map((kind) => ({ family: kind.id, face: '', look: [], ...kind, name: told(kind.name) })), 'id');
  const looks = new Map(entry.players.map((letter, i) => [letter, { ...entry.looks[i], name: told(entry.looks[i].name) }]));
  const options = entry.options.map((option) => ({ ...option, label: told(option.label), values: option.values.map(([value, text]) => [value, told(text)]) }));
  const phases = entry.phases.map((prompts) => prompts.map((one) => ({ ...one, title: told(one.title), help: told(one.help) })));
  return { ...entry, title: told(entry.title).replace("'", '’'), line: told(entry.line), things, kinds, looks, options, phases, drawing };
}

/** The things of an area, in the order of the game. */
export const inArea = (game, area) => [...game.things.values()].filter((thing) => thing.area === area);

/** The area of a thing; what the game does not describe is a button. */
export const area = (game, id) => game.things.get(id)?.area ?? 'button';

/** A position: whose turn it is, and the pieces, each a kind `at` a thing. */
export function position(game, { turn, pieces }) {
  const piece = (item) => {
    const [at, kind = at] = item.split(',');
    return { at, kind: game.kinds.get(kind) };
  };
  return { game, turn, pieces: words(pieces).map(piece) };
}

/** The pieces on the things of an area. */
export const piecesIn = (model, name) => model.pieces.filter(({ at }) => area(model.game, at) === name);

/** The paths of moves: what a path has in common with the one before is left out of the text. */
export function paths(text) {
  let before = [];
  return words(text).map((item) => (before = item.split(',').map((thing, i) => thing || before[i])));
}

/** The orders in which the things of a path may be picked. */
export function orders(game, path) {
  const is = (list) => (thing) => list.includes(area(game, thing));
  const all = [path];
  if (path.length === 2 && path.some(is(game.either))) all.push([path[1], path[0]]);
  if (is(game.optional)(path[0])) all.push(path.slice(1));
  return all;
}

/** The things of a path that are always picked. */
export const needed = (game, path) => path.filter((thing) => !game.optional.includes(area(game, thing)));

/** The position while a move is being picked: the piece is on its way if more than that is to be said. */
export function half(model, path, picked) {
  const [from, to] = path ?? [];
  if (!path || path.length < 3 || !picked.includes(to)) return model;
  const moved = model.pieces.findLast((piece) => piece.at === from);
  return moved ? { ...model, pieces: model.pieces.map((piece) => (piece === moved ? { ...piece, at: to } : piece)) } : model;
}

/** What is expected of the side to move in a phase of the game, behind the things picked, before those that may follow:
    `{title, help}`. */
export function prompt({ game, turn, pieces }, phase, picked, next) {
  const counted = needed(game, picked);
  const after = counted.length ? `${counted.map((thing) => area(game, thing)).join(' ')}>${area(game, next[0])}` : '';
  const found = game.phases[phase]?.find((one) => one.after === after);
  const words = {
    me: () => game.looks.get(turn).name,
    them: () => game.looks.get(game.players.find((player) => player !== turn)).name,
    on: (thing) => pieces.find(({ at }) => at === thing)?.kind.name ?? '',
    n: (both) => `${next.length} ${both.split('|')[next.length === 1 ? 0 : 1]}`,
  };
  const name = (thing) => game.things.get(thing)?.name ?? thing;
  const fill = (text) => text?.replace(/\{(\w+):?(.*?)\}/g, (_, what, of) => words[what]?.(of) ?? name(counted[what - 1]));
  return { title: fill(found?.title), help: fill(found?.help) ?? '' };
}
