#!/usr/bin/env python3
"""Makes the puzzles that come with the program again, src/games/*/puzzles.txt.

    scripts/puzzles.py [--threads N] [GAME...]

Builds small tables, finds puzzles with `quincunx puzzles`, chooses from them by theme, effort, goal and length, and
checks the choice with `quincunx puzzles --solve`. A file is replaced only if nothing in it is refuted. Without GAME
it makes all five.

The same program makes the same bytes, on however many threads; with another network or search, games and efforts
are others. Tables and finds are kept in target/puzzles, and an interrupted run resumes; remove that folder to begin
anew. Seconds of processor time, tables included:

    coerceo     15   tables of 3 tiles, up to 3-4 pieces in a line
    dominions  210   no tables: exhaustive search of the last moves
    hexceed     12   no tables: the solver
    morris      70   tables up to 6-6 men
    trimok       5   tables of three stacks
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent.parent

# For each game the tables to build, and how to find puzzles.
GAMES = {
    "coerceo": (["line-3-4", "bend-3-3", "triangle-3-3"], "--positions 32768"),
    "dominions": ([], "--games 2600 --random 110 --nodes 300"),
    "hexceed": ([], "--games 256"),
    "morris": (["6-6"], "--positions 131072 --games 192 --random 60"),
    "trimok": (["2-1"], "--positions 131072"),
}
SEED = 1
# So many puzzles come with a game, if there are as many.
WANTED = 250


def parts(line):
    """The goal, the moves, the themes and the level of a puzzle."""
    goal, _, moves, themes, effort = (part.strip() for part in line.split("|"))
    themes = [theme.strip() for theme in themes.split(",") if theme.strip()]
    return goal, len(moves.split()), themes, int(effort.split()[0])


def chosen(lines):
    """WANTED of the puzzles, such that rare themes, efforts, goals and lengths are rare no more, easy ones first."""
    kinds = {}
    for line in lines:
        goal, length, themes, level = parts(line)
        kinds[line] = [*(("theme", theme) for theme in themes), ("level", level), ("goal", goal.split()[0]),
                       ("length", length)]
    taken, left, counts = [], list(lines), collections.Counter()
    while left and len(taken) < WANTED:
        # What it has in common with those taken counts the less, the more of them there are.
        best = max(left, key=lambda line: sum(1 / (1 + counts[kind]) for kind in kinds[line])
                   + 3 / (1 + counts[kinds[line][-3]]))
        left.remove(best)
        taken.append(best)
        counts.update(kinds[best])
    effort = lambda line: [int(word) for word in line.rsplit("|", 1)[1].split()]
    return sorted(taken, key=lambda line: (effort(line), line))


def make(game, program, threads):
    tables, how = GAMES[game]
    folder = HERE / "target" / "puzzles"
    # Other tables would give other puzzles.
    of_tables = folder / "-".join([game, *tables])
    of_tables.mkdir(parents=True, exist_ok=True)
    run = lambda *arguments: subprocess.run([program, *arguments], check=True)
    threads = ["--threads", str(threads)]
    for pairs in tables:
        run("tablebase", "build", game, "--path", str(of_tables), "--pairs", pairs, "--metric", "end", *threads)
    of_tables = ["--tables", str(of_tables)] if tables else []
    found = folder / f"{game}.txt"
    run("puzzles", game, *how.split(), "--seed", str(SEED), *of_tables, *threads, "--out", str(found))
    lines = [line for line in found.read_text().splitlines() if line and not line.startswith("#")]
    choice = folder / f"{game}.chosen"
    choice.write_text("\n".join([f"# puzzles of {game}", *chosen(lines)]) + "\n")
    # What the rules alone do not settle in so many nodes, tables do. Without tables it stays undecided, and takes
    # `puzzles --solve` with more nodes, and minutes.
    run("puzzles", "--solve", str(choice), *of_tables, "--nodes", "20000", *threads)
    os.replace(choice, HERE / "src" / "games" / game / "puzzles.txt")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="coerceo, dominions, hexceed, morris or trimok")
    parser.add_argument("--program", default=str(HERE / "target/release/quincunx"), help="the program to use")
    parser.add_argument("--threads", type=int, default=1, help="the number of threads")
    task = parser.parse_args()
    if unknown := [game for game in task.games if game not in GAMES]:
        sys.exit(f"puzzles: there is no game {unknown[0]!r}; the games are {', '.join(GAMES)}")
    for game in task.games or GAMES:
        before, started = sum(os.times()[:4]), time.monotonic()
        make(game, task.program, task.threads)
        print(f"{game}: {sum(os.times()[:4]) - before:.0f} s of processor time, {time.monotonic() - started:.0f} s",
              flush=True)


if __name__ == "__main__":
    main()
