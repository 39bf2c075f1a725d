#!/usr/bin/env python3
"""Judges what the search claims without tables, in positions sampled from all 49 sectors.

  scripts/tables-claims.py PROGRAM TABLES [POSITIONS] [NODES] [SEED]

10,000 positions of 10,000 nodes unless said. Every `mate` of every iteration has to be true. Exits 1
if one is not. Needs all 28 pairs and Python; takes some ten minutes.
"""

import random
import sys

from tables_client import Engine

POINTS = (
    "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
)


def sample(own, enemy):
    points = random.sample(POINTS, own + enemy)
    sides = [",".join(points[:own]), ",".join(points[own:])]
    turn = random.randrange(2)
    black, white = sides[turn], sides[1 - turn]
    return f"B[{black}]W[{white}]turn[{'BW'[turn]}]"


def claims(lines):
    """Returns the distances that the iterations claim, in plies: above 0 won, below lost."""
    for line in lines:
        words = line.split()
        if "score" in words and words[words.index("score") + 1] == "mate":
            yield int(words[words.index("score") + 2])


program, tables = sys.argv[1], sys.argv[2]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
nodes = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000
random.seed(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
judge, search = Engine(program, tables), Engine(program)
sectors = [(own, enemy) for own in range(3, 10) for enemy in range(3, 10)]
positions = wins = losses = false = 0
won = lost = drawn = 0
while positions < count:
    position = sample(*sectors[positions % len(sectors)])
    judge.send(f"position fen {position}")
    if not judge.moves():
        continue
    verdict = judge.verdict()
    if verdict is None:
        raise SystemExit(f"no verdict on {position}")
    result = verdict[0]
    won, drawn, lost = won + (result == "win"), drawn + (result == "draw"), lost + (result == "loss")
    search.send(f"position fen {position}")
    search.send(f"go nodes {nodes}")
    for plies in claims(search.wait("bestmove")):
        wins, losses = wins + (plies > 0), losses + (plies <= 0)
        # Nobody wins faster than a removal comes.
        is_true = result == ("win" if plies > 0 else "loss")
        if not is_true:
            false += 1
            print(f"FALSE: mate {plies} in {position}, a {result}", flush=True)
    positions += 1
print(
    f"{positions} positions, {won} won, {drawn} drawn, {lost} lost: "
    f"{wins} claims of a win, {losses} of a loss, {false} false"
)
sys.exit(1 if false else 0)
