#!/usr/bin/env python3
"""Measures the ladder of levels by matches, and prints it as the table of protocol.md.

    scripts/levels.py PROGRAM [GAMES [FOLDER]]

In each game each level plays GAMES games (200 unless said) against the one below it, and levels 1 to 3
play as many against somebody who has just read the rules: the player `novice` of `quincunx match`, which
takes a win in one, avoids a loss in one if it can, captures or scores where it can, and else moves at
random. Level 10 has 20,000 nodes a move here, a small part of what its 20 seconds allow, and plays half
as many games.

Matches are recorded in FOLDER (target/levels); one that was interrupted goes on where it was, and one
that is complete is only counted. 200 games a step take about an hour of one processor.
"""

import json
import pathlib
import re
import subprocess
import sys

GAMES = ("coerceo", "dominions", "hexceed", "morris", "trimok")
TOP, TOP_NODES = 10, 20_000
HERE = pathlib.Path(__file__).resolve().parent.parent


def rungs(game):
    """Returns the nodes and the blur of each level below the greatest."""
    text = (HERE / "src/games" / game / "about.rs").read_text()
    table = re.search(r"const LEVELS: .*?=\s*\[(.*?)\];", text, re.S).group(1)
    return [tuple(map(int, pair)) for pair in re.findall(r"\((\d+), (\d+)\)", table)]


def player(level):
    if level == 0:
        return "novice"
    limit = f",nodes={TOP_NODES}" if level == TOP else ""
    return f"builtin:level={level}{limit},name=level {level}"


def step(program, game, level, below, count, folder):
    """Returns the Elo of a level above another one, with its error, as text."""
    record = folder / f"{game}-{level}-{below}.games"
    rounds = ["--rounds", str(max(1, count // 2)), "--every", "1000000", "--json"]
    if record.exists():
        command = [program, "match", "--resume", record, *rounds]
    else:
        players = [f"--engine={player(one)}" for one in (level, below)]
        command = [program, "match", game, *players, *rounds, "--record", record]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    first = json.loads(told.splitlines()[-1])["players"][0]
    strength = first["strength"]
    if strength["elo"] is None or strength["elo_error"] is None:
        return f"{first['won']}:{first['lost']}"
    return f"{strength['elo']:+.0f} ± {strength['elo_error']:.0f}"


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else HERE / "target/levels")
    folder.mkdir(parents=True, exist_ok=True)
    print("| level |", " | ".join(GAMES), "|")
    print("|---|" + "---|" * len(GAMES))
    for level in range(1, TOP + 1):
        cells = []
        for game in GAMES:
            if level == TOP:
                cells.append(step(program, game, level, level - 1, count // 2, folder))
                continue
            nodes, blur = rungs(game)[level - 1]
            above = f": {step(program, game, level, level - 1, count, folder)}" if level > 1 else ""
            cells.append(f"{nodes}, {blur / 100:.2f}{above}")
        print(f"| {level} |", " | ".join(cells), "|", flush=True)
    for level in (1, 2, 3):
        cells = [step(program, game, level, 0, count, folder) for game in GAMES]
        print(f"| {level} against `novice` |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
