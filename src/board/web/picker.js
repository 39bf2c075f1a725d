// Which clicks make which move. Pure: it handles sequences of things and knows neither game nor
// page. No sequence is another's beginning.

/** The moves as a tree of the things that are picked, one branch for each order in which they may be.
    `moves`: `{move, path, orders}`; each node has one of the paths that lead through it. */
export function tree(moves) {
  const root = { next: new Map(), move: null, path: null };
  for (const { move, path, orders } of moves) {
    for (const sequence of orders) {
      let node = root;
      for (const thing of sequence) {
        if (!node.next.has(thing)) node.next.set(thing, { next: new Map(), move: null, path });
        node = node.next.get(thing);
      }
      node.move = move;
    }
  }
  return root;
}

/** The branch behind the things picked, if there is one. */
export const branch = (root, picked) => picked.reduce((node, thing) => node?.next.get(thing), root);

const goOn = (node, picked) => (node.move ? { picked: [], move: node.move } : { picked });

/** What one more thing leads to: `{picked}` to go on with, `{picked, move}` to send, or `{picked, refused}`, a sequence that fits no move. */
export function pick(root, picked, thing) {
  if (picked.at(-1) === thing) return { picked: picked.slice(0, -1) };
  const node = branch(root, [...picked, thing]);
  if (node) return goOn(node, [...picked, thing]);
  const anew = root.next.get(thing);
  // A click that would immediately make another complete move is more likely a slip: it only clears
  // the selection.
  if (anew) return { picked: anew.move ? [] : [thing] };
  return picked.length ? { picked: [], refused: [...picked, thing] } : { picked };
}

/** The same for a piece that was dragged from its origin and dropped on a thing. */
export function drop(root, picked, thing) {
  const node = branch(root, [...picked, thing]);
  return node ? goOn(node, [...picked, thing]) : { picked: [], refused: [...picked, thing] };
}

/** A first thing is taken by itself when there is no choice and it lies beside the board. */
export function start(root, onBoard) {
  const only = root.next.size === 1 ? root.next.keys().next().value : null;
  return only && !root.next.get(only).move && !onBoard(only) ? [only] : [];
}
