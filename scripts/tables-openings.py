#!/usr/bin/env python3
"""Prints positions of Morris after 18 random placements that the tables call drawn.

  scripts/tables-openings.py PROGRAM TABLES COUNT [SEED] [IN_HAND]

With IN_HAND the last so many men are still to be placed; those positions are taken as they come,
judged by `tablebase prove`. Needs all 28 pairs; takes seconds.
"""

import random
import subprocess
import sys

from tables_client import Engine

program, tables, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
in_hand = int(sys.argv[5]) if len(sys.argv) > 5 else 0
engine = Engine(program, tables)
found = 0
while found < count:
    engine.send("position startpos")
    for _ in range(18 - in_hand):
        moves = engine.moves()
        if not moves:
            break
        engine.send(f"moves {random.choice(moves)}")
    if not engine.moves():
        continue
    position = engine.position()
    if in_hand == 0:
        verdict = engine.verdict()
        is_drawn = verdict is not None and verdict[0] == "draw"
    else:
        proof = subprocess.run(
            [program, "tablebase", "prove", "morris", "--path", tables, position],
            capture_output=True, text=True, check=True,
        )
        is_drawn = " draw (" in proof.stdout
    if is_drawn:
        print(position, flush=True)
        found += 1
