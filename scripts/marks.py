#!/usr/bin/env python3
"""Judges games with several limits and counts how often the mistakes agree.

    scripts/marks.py PROGRAM [--marks N] [--games GAME...] [--limit LIMIT] [--others LIMIT...] [--as-nodes]

The engine plays games of each of its games against itself, at levels at which both sides make mistakes,
and `analyse --each` judges every move with LIMIT, 100ms unless said, until N moves (40 unless said) have
the mark ? or ??. These moves are judged again with each other limit, 20ms and 1s unless said, and those
are counted that have the same mark or the one beside it (?! and ?, ? and ??). Moves without a mark agree
too easily to be counted.

With --as-nodes a limit of time becomes the number of nodes that one thread searches in that time (NODES),
so that the load of the machine does not matter. Limits without a unit are nodes.

Prints a table in Markdown. Exits 1 if less than 90 % of all marks agree with some limit, 2 if something
does not work.
"""

import argparse
import collections
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

# The marks that are counted, and those that agree with them.
AGREE = {"?": ("?!", "?", "??"), "??": ("?", "??")}
# How many nodes a millisecond is, of one thread on a machine that does other work besides.
NODES = {"coerceo": 1400, "dominions": 500, "hexceed": 1500, "morris": 2500, "trimok": 1500}
# At least so many games share in the marks.
SHARE = 4


def play(program, game, seed, record):
    """Plays two games from an opening."""
    players = [f"--engine={program},name={level},option.Skill Level={level}" for level in (1, 2)]
    rounds = ["--nodes", "2000", "--rounds", "1", "--seed", str(seed)]
    command = [program, "match", game, *players, *rounds, "--record", str(record)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def limits(text, game, as_nodes):
    """Returns the arguments for a limit."""
    if text.isdigit():
        return ["--nodes", text]
    if not as_nodes:
        return ["--movetime", text]
    ms = int(text[:-2]) if text.endswith("ms") else 1000 * int(text.removesuffix("s"))
    return ["--nodes", str(ms * NODES[game])]


def judge(program, game, record, number, limit):
    """Returns the marks of the moves of a game by their plies."""
    command = [program, "analyse", game, str(record), "--number", str(number), "--each", "--json", *limit]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    objects = (json.loads(line) for line in out.splitlines())
    return {one["ply"]: one["mark"] for one in objects if one["type"] == "move"}


def measure(args, game, folder):
    """Returns how many moves of a game were judged, have a mark, and agree with each other limit."""
    counts = collections.Counter()
    for seed in itertools.count(1):
        record = folder / f"{game}-{seed}.games"
        play(args.program, game, seed, record)
        for number in (1, 2):
            first, *others = [limits(text, game, args.as_nodes) for text in (args.limit, *args.others)]
            found = judge(args.program, game, record, number, first)
            marked = [ply for ply, mark in found.items() if mark in AGREE]
            counts["moves"] += len(found)
            counts["of all"] += len(marked)
            # Of a game with many some are taken, from its beginning to its end.
            taken = marked[:: -(-len(marked) * SHARE // args.marks) or 1]
            counts["marked"] += len(taken)
            for text, other in zip(args.others, others):
                for ply in taken:
                    again = judge(args.program, game, record, number, [*other, "--plies", str(ply)])
                    counts[text] += again[ply] in AGREE[found[ply]]
            if counts["marked"] >= args.marks:
                return counts


def row(name, counts, others):
    """Returns a row of the table."""
    shares = [f"{counts[other]} of {counts['marked']} ({counts[other] / counts['marked']:.0%})" for other in others]
    per_100 = f"{100 * counts['of all'] / counts['moves']:.1f}"
    return "| " + " | ".join([name, f"{counts['moves']:,}", per_100, str(counts["marked"]), *shares]) + " |"


def main():
    parser = argparse.ArgumentParser(description="Counts how often the marks of mistakes agree.")
    parser.add_argument("program")
    parser.add_argument("--marks", type=int, default=40)
    parser.add_argument("--games", nargs="+", choices=NODES, default=list(NODES))
    parser.add_argument("--limit", default="100ms")
    parser.add_argument("--others", nargs="+", default=["20ms", "1s"])
    parser.add_argument("--as-nodes", action="store_true")
    args = parser.parse_args()
    if args.marks < 1:
        parser.error("--marks must be at least 1")
    totals = collections.Counter()
    heads = ["game", "moves", "? and ?? in 100", "judged again", *(f"agree at {other}" for other in args.others)]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for game in args.games:
            counts = measure(args, game, pathlib.Path(folder))
            print(row(game, counts, args.others), flush=True)
            totals += counts
    print(row("all", totals, args.others))
    return 0 if all(totals[other] >= 0.9 * totals["marked"] for other in args.others) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
