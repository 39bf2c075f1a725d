#!/usr/bin/env python3
"""Compares tables with the values that tests/vectors lists for Morris.

  scripts/tables-vectors.py PROGRAM TABLES [PLACING]

All values and best moves with empty hands; of the results while men are in hand the first PLACING
(none unless said), which are searched down to the tables. The lists know no quiet limit: where a limit
that the tables know spoils a win, they may differ, and the line says so. Exits 1 if any differ. Needs
all 28 pairs and Python; takes a minute, and minutes for each ten of PLACING.
"""

import json
import pathlib
import subprocess
import sys

from tables_client import Engine

program, tables = sys.argv[1], sys.argv[2]
placing = int(sys.argv[3]) if len(sys.argv) > 3 else 0
vectors = pathlib.Path(__file__).parent.parent / "tests" / "vectors"


def rows(name):
    text = (vectors / f"morris.{name}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines() if not line.startswith("#")]


def probe(position):
    run = [program, "tablebase", "probe", "--path", tables, position]
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    moves = [line.split() for line in lines[2:]]
    return lines[0].split()[0], {words[0] for words in moves if words[1] == lines[0].split()[0]}


compared = different = 0
engine = Engine(program, tables)
for row in rows("values"):
    engine.send(f"position fen {row['position']}")
    if engine.moves():
        found, listed = engine.verdict()[0], row["value"].split()[0]
        compared += 1
        if found != listed:
            different += 1
            print(f"{row['position']}: {found}, listed {row['value']}")
for row in rows("best"):
    found, keep = probe(row["position"])
    compared += 1
    if found != row["value"].split()[0] or keep != set(row["keep"]):
        different += 1
        print(f"{row['position']}: {found} {sorted(keep)}, listed {row['value']} {row['keep']}")
chosen = rows("placing_values")[:placing]
if chosen:
    run = [program, "tablebase", "prove", "morris", "--path", tables]
    run += [row["position"] for row in chosen]
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    for row, line in zip(chosen, lines, strict=True):
        compared += 1
        if line.split()[1] != row["value"]:
            different += 1
            print(f"{line}, listed {row['value']}")
print(f"{compared} compared, {different} different")
sys.exit(1 if different else 0)
