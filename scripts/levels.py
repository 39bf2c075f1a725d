#!/usr/bin/env python3
"""Measures the ladder of levels by matches, and prints it as the table of protocol.md.

    scripts/levels.py PROGRAM [GAMES [FOLDER]]

In each game each level plays GAMES games (200 unless said) against the one below it, and again as many
until the error is at most 40 Elo or there are five times GAMES. Levels 1 to 3 do the same against somebody
who has just read the rules: the player `novice` of `quincunx match`, which takes a win in one, avoids a
loss in one if it can, captures or scores where it can, and else moves at random. Level 10 has 20,000 nodes
a move here, a small part of what its 20 seconds allow, and plays half of GAMES and no more.

Matches are recorded in FOLDER (target/levels): an interrupted match resumes, a complete one is only
counted. 200 games a step take some 40 minutes of one processor.
"""

import pathlib
import re

from matches import GAMES, HERE, play, table_head, whole, words

TOP, TOP_NODES = 10, 20_000
ERROR = 40


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
    most = count if level == TOP else 5 * count
    record = folder / f"{game}-{level}-{below}.games"
    for games in range(count, most + 1, count):
        first = play(program, game, (player(level), player(below)), games, record)
        elo, error = first["strength"]["elo"], first["strength"]["elo_error"]
        if elo is None or error is None:
            return f"{first['won']}:{first['lost']}"
        if error <= ERROR:
            break
    return f"{elo:+.0f} ± {error:.0f}"


def main():
    program, *more = words(__doc__, 1, 3)
    count = whole(more[0]) if more else 200
    folder = pathlib.Path(more[1] if len(more) > 1 else HERE / "target/levels")
    folder.mkdir(parents=True, exist_ok=True)
    print(table_head("level"))
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
