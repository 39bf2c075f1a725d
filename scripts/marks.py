#!/usr/bin/env python3
"""Judges games twice, with little time and with more, and counts how often the marks agree.

    scripts/marks.py PROGRAM [GAMES] [NODES] [LESS MORE]

PROGRAM is the engine. It plays GAMES games of each of its games (10 unless said) against itself at
NODES nodes a move (300), and `analyse --each` judges every move with both limits, 20ms and 100ms
unless said; numbers without a unit are nodes, which do not depend on the load of the machine. Exits 1
if less than 95 % of the marks agree.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

GAMES = ("coerceo", "dominions", "hexceed", "morris", "trimok")


def play(program, game, count, nodes, record):
    """Plays rounds of two games, each from an opening of its own."""
    players = [f"--engine=builtin:name={name},nodes={nodes}" for name in ("one", "two")]
    rounds = ["--rounds", str(-(-count // 2))]
    command = [program, "match", game, *players, *rounds, "--record", str(record)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def marks(program, game, record, number, limits):
    """Returns the marks of a game's moves."""
    command = [program, "analyse", game, str(record), "--number", str(number), "--each", "--json"]
    out = subprocess.run([*command, *limits], check=True, capture_output=True, text=True).stdout
    objects = (json.loads(line) for line in out.splitlines())
    return [one["mark"] for one in objects if one["type"] == "move"]


def limit(text):
    """Returns the arguments for a limit."""
    return ["--nodes" if text.isdigit() else "--movetime", text]


def main():
    program = sys.argv[1]
    limits = [limit(text) for text in sys.argv[4:6] or ("20ms", "100ms")]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    equal = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            record = pathlib.Path(folder, f"{game}.games")
            play(program, game, count, nodes, record)
            same = moves = marked = 0
            for number in range(1, count + 1):
                first, second = (marks(program, game, record, number, one) for one in limits)
                same += sum(a == b for a, b in zip(first, second))
                marked += sum(any(pair) for pair in zip(first, second))
                moves += len(first)
            share = 100 * same / moves
            print(f"{game}: {same} of {moves} equal, {share:.1f} %, {marked} with a mark", flush=True)
            equal, total = equal + same, total + moves
    print(f"all: {equal} of {total} equal, {100 * equal / total:.1f} %")
    return 0 if equal >= 0.95 * total else 1


if __name__ == "__main__":
    sys.exit(main())
