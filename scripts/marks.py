#!/usr/bin/env python3
"""Judges games with several limits and counts how often the mistakes agree.

    scripts/marks.py PROGRAM [GAMES] [LIMIT OTHER...]

PROGRAM is the engine. It plays GAMES games of each of its games (10 unless said) against itself, at a
`Skill Level` at which both sides make mistakes, and `analyse --each` judges every move with each limit:
100ms, then 20ms and 1s unless said. Numbers without a unit are nodes, which do not depend on the load
of the machine. With the limits of 100ms, 20ms and 1s, 10 games of each take some three hours.

Counted are the moves that have the mark ? or ?? with the first limit, and how many of them have the
same mark or the one beside it (?! and ?, ? and ??) with each other limit; moves without a mark agree
too easily to be counted. Exits 1 if that is less than 90 % of all games with some limit.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

# The marks that are counted, and those beside them.
BESIDE = {"?": ("?!", "??"), "??": ("?",)}
GAMES = ("coerceo", "dominions", "hexceed", "morris", "trimok")


def play(program, game, count, record):
    """Plays rounds of two games, each from an opening of its own."""
    players = [f"--engine={program},name={level},option.Skill Level={level}" for level in (2, 3)]
    rounds = ["--nodes", "3000", "--rounds", str(-(-count // 2))]
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


def agree(first, second):
    """Returns whether a mark is the other one or stands beside it."""
    return first == second or second in BESIDE[first]


def main():
    program = sys.argv[1]
    first, *others = [limit(text) for text in sys.argv[3:] or ("100ms", "20ms", "1s")]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    totals = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            record = pathlib.Path(folder, f"{game}.games")
            play(program, game, count, record)
            counts = collections.Counter()
            for number in range(1, count + 1):
                found = marks(program, game, record, number, first)
                counts["moves"] += len(found)
                counts["marked"] += sum(mark in BESIDE for mark in found)
                for other in others:
                    pairs = zip(found, marks(program, game, record, number, other))
                    counts[other[1]] += sum(agree(*pair) for pair in pairs if pair[0] in BESIDE)
            report(game, counts, others)
            totals += counts
    report("all", totals, others)
    return 0 if all(totals[other[1]] >= 0.9 * totals["marked"] for other in others) else 1


def report(game, counts, others):
    """Prints how many of the marked moves agree with each other limit."""
    marked = counts["marked"]
    shares = (f"{counts[text]} ({100 * counts[text] / max(marked, 1):.0f} %) with {text}" for _, text in others)
    print(f"{game}: {marked} of {counts['moves']} moves marked, there are {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
