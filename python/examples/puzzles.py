"""Looks for positions in which one move wins and every other one gives the win away, with tables.

    python examples/puzzles.py [TABLES] [COUNT]

Without a folder of tables it builds small ones for Nine Men's Morris with the program, which takes some seconds.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile

from quincunx import State, Tables
from quincunx.actions import MORRIS_POINTS


def worth(tables: Tables, state: State, mover: int) -> tuple[str, int | None] | None:
    """What a position is worth to a player, and how many plies that takes."""
    value = tables.probe(state)
    if value is None:
        return None
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    return (value.kind if state.player == mover else opposite[value.kind]), value.plies


def puzzle(tables: Tables, state: State) -> tuple[str, int] | None:
    """The only winning move and the plies to the win, if there is exactly one that is no removal."""
    own = worth(tables, state, state.player)
    if own is None or own[0] != "win" or own[1] < 9:
        return None
    wins = []
    for move in state.legal_moves():
        behind = state.copy().play(move)
        found = worth(tables, behind, state.player)
        if found is None:
            return None
        wins += [move] if found[0] == "win" else []
    return (wins[0], own[1]) if len(wins) == 1 and "x" not in wins[0] else None


def hunt(tables: Tables, count: int, men: tuple[int, int] = (3, 4)) -> list[tuple[State, str, int]]:
    dice, found = random.Random(1), []
    for _ in range(200_000):
        points = dice.sample(MORRIS_POINTS, sum(men))
        black, white = ",".join(points[: men[0]]), ",".join(points[men[0]:])
        try:
            state = State.from_text("morris", f"B[{black}]W[{white}]turn[{dice.choice('BW')}]")
        except ValueError:
            continue
        if not state.is_over and (solution := puzzle(tables, state)):
            found.append((state, *solution))
            if len(found) == count:
                break
    return found


def main(folder: str | None = None, count: str = "3") -> None:
    with tempfile.TemporaryDirectory() as made:
        if folder is None:
            build = ["quincunx", "tablebase", "build", "morris", "--path", made, "--pairs", "3-4"]
            subprocess.run(build, check=True, capture_output=True)
        tables = Tables(folder or made)
        found = hunt(tables, int(count))
        for state, move, plies in found:
            print(state.draw())
            print(f"{state.to_move} to move wins in {plies} plies, by {move} alone.\n{state.text}\n")
        assert len(found) == int(count)


if __name__ == "__main__":
    main(*sys.argv[1:])
