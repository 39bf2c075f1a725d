"""Monte Carlo tree search against the engine, in some sixty lines.

    python examples/mcts.py [GAME] [LEVEL] [GAMES] [VISITS]

Every visit walks down the tree by the upper confidence bound, adds a leaf and takes the engine's evaluation for what
it is worth. With `playouts(state, 6)` in its place the tree is that of a program that knows only the rules; it then
beats random moves.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

from quincunx import Search, State, match


class Node:
    """A position of the tree, seen by the player who moved there."""

    def __init__(self, mover: int) -> None:
        self.mover, self.visits, self.points = mover, 0, 0.0
        self.children: dict[int, Node] = {}
        self.untried: list[int] | None = None

    def choice(self) -> int:
        """The action to look at next."""
        weight = 0.4 * math.sqrt(math.log(self.visits))

        def bound(action: int) -> float:
            child = self.children[action]
            return child.points / child.visits + weight / math.sqrt(child.visits)

        return max(self.children, key=bound)


def best_action(root_state: State, worth: Callable[[State], float], visits: int) -> int:
    """Returns the action that was visited most; `worth` is what a leaf promises the first player, from 0 to 1."""
    root = Node(1 - root_state.player)
    for _ in range(visits):
        state, path = root_state.copy(), [root]
        while not state.is_over:
            node = path[-1]
            if node.untried is None:
                node.untried = state.legal_actions()
            is_new = bool(node.untried)
            action = node.untried.pop() if is_new else node.choice()
            child = node.children.setdefault(action, Node(state.player))
            state.play(action)
            path.append(child)
            if is_new:
                break
        points = (state.result.rewards[0] + 1) / 2 if state.is_over else worth(state)
        for node in path:
            node.visits += 1
            node.points += points if node.mover == 0 else 1 - points
    return max(root.children, key=lambda action: root.children[action].visits)


def main(game: str = "hexceed", level: str = "3", games: str = "4", visits: str = "4000") -> None:
    search = Search(game)

    def worth(state: State) -> float:
        win, draw, loss = search.terms(state)[0].chances
        return (win if state.player == 0 else loss) + draw / 2

    result = match(
        lambda state: best_action(state, worth, int(visits)),
        Search(game, level=int(level)),
        game=game,
        games=int(games),
        opening=2,
        names=("tree search", f"level {level}"),
    )
    print(f"{game}, tree search against level {level}: {result}")


if __name__ == "__main__":
    main(*sys.argv[1:])
