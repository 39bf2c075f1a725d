#!/usr/bin/env python3
"""Finds a blur for each level of a game that makes even steps, as after a change of its network.

    scripts/fit_levels.py PROGRAM GAME [FIRST [GAMES]]

From level FIRST (2) on, each level keeps its nodes and plays GAMES (400) games a try against the level
below it, with one blur after another, until it is 150 Elo better, give or take 15; six tries at most. The
next blur is where the line through all tries so far meets 150. Prints the tries, and in the end the ladder
for `src/games/GAME/about.rs`.

Measure the ladder with `scripts/levels.py`: the last try of a level is flattered by being the last. And
look at `novice` there, who has just read the rules: even steps do not say how strong the lowest levels are.
"""

import math
import pathlib
import tempfile

from levels import rungs
from matches import play, whole, words

STEP, WITHIN, TRIES = 150, 15, 6
# How Elo changes with the logarithm of the blur before anything is tried, and how much that counts: as
# much as tries with such a sum of squares.
SLOPE, SPREAD = -300, 0.05


def beyond(tries):
    """Returns the logarithm of the blur at which the tries, pairs of that and Elo, expect a step."""
    x0, y0 = (sum(column) / len(tries) for column in zip(*tries))
    spread = SPREAD + sum((x - x0) ** 2 for x, _ in tries)
    slope = (SLOPE * SPREAD + sum((x - x0) * (y - y0) for x, y in tries)) / spread
    last = tries[-1][0]
    return min(max(x0 + (STEP - y0) / min(slope, -50), last - 0.7), last + 0.7)


def fit(program, game, level, ladder, count, folder):
    """Returns the nodes and the blur of a level that is a step above the one below it."""
    nodes, blur = ladder[level - 1]
    below = "builtin:level={}/{},name=below".format(*ladder[level - 2])
    tries = []
    while len(tries) < TRIES:
        player = f"builtin:level={nodes}/{blur},name=level {level}"
        record = folder / f"{level}-{len(tries)}.games"
        seed = ["--seed", str(100 * level + len(tries))]
        strength = play(program, game, (player, below), count, record, *seed)["strength"]
        elo = strength["elo"] if strength["elo"] is not None else 800
        print(f"level {level}: {nodes}, {blur / 100:.2f}: {elo:+.0f}", flush=True)
        if abs(elo - STEP) <= WITHIN:
            break
        tries.append((math.log(blur), elo))
        blur = max(5, round(math.exp(beyond(tries))))
    return nodes, blur


def main():
    program, game, *more = words(__doc__, 2, 4)
    first = whole(more[0]) if more else 2
    count = whole(more[1]) if len(more) > 1 else 400
    ladder = rungs(game)
    with tempfile.TemporaryDirectory() as folder:
        for level in range(first, len(ladder) + 1):
            ladder[level - 1] = fit(program, game, level, ladder, count, pathlib.Path(folder))
    print(ladder)


if __name__ == "__main__":
    main()
