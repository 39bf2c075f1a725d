#!/usr/bin/env python3
"""Plays a match of quincunx on all workers of a Dask cluster, as one machine would play it, to the byte.

  match_dask.py [OPTION...] GAME --engine .. --engine .. --nodes .. [MATCH ARGUMENT...]

Arguments that are not options of this script go to `quincunx match`. --concurrency is the number of games
that a worker plays at a time. Programs, networks and openings that the arguments name by a path below the
current folder are sent. After an interruption the same command continues with the existing parts. The exit
code is that of match: 0 the test accepted H1 or there is none, 1 it accepted H0, 3 it was not decided, 2 error.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time

import farm
from quincunx_worker import digest


def options():
    parser = farm.arguments(__doc__)
    match = parser.add_argument_group("what")
    match.add_argument("--part-rounds", type=farm.positive, default=10, metavar="N",
                       help="the rounds of a part [default: 10]")
    match.add_argument("--parts", type=pathlib.Path, metavar="DIR", help="where the parts go [default: RECORD.parts]")
    match.add_argument("--record", type=pathlib.Path, required=True, metavar="FILE", help="the record to write")
    mine, words = parser.parse_known_args()
    # These are read here but passed on unchanged: the record repeats the command.
    seen = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    seen.add_argument("--rounds", type=int)
    seen.add_argument("--sprt")
    seen.add_argument("--openings", type=pathlib.Path)
    return seen.parse_known_args(words, mine)[0], words


def first_missing(keeper, parts, name):
    return next((at for at in range(1, parts + 1) if not keeper.has(name(at))), parts + 1)


class Judge:
    """Asks the program for the result of the parts up to the first missing one."""

    def __init__(self, program, keeper, parts, name, cache):
        self.program, self.keeper, self.parts, self.name, self.cache = program, keeper, parts, name, cache
        self.known, self.next_at = 0, 0.0
        self.state, self.is_decided = "", False

    def merge(self, *more):
        first = first_missing(self.keeper, self.parts, self.name)
        files = [self.keeper.path(self.name(at)) for at in range(1, first)]
        return first - 1, subprocess.run([self.program, "match", "--merge", *files, *self.cache, *more],
                                         capture_output=True, text=True)

    def ask(self, is_last):
        """Checks for new parts, but spends at most a tenth of the time on it."""
        if not self.keeper.has(self.name(self.known + 1)) or (time.monotonic() < self.next_at and not is_last):
            return self.is_decided
        began = time.monotonic()
        self.known, said = self.merge("--partial")
        if said.returncode == 2:
            raise RuntimeError(said.stderr.strip())
        self.next_at = time.monotonic() + 10 * (time.monotonic() - began)
        found = [re.search(what, said.stdout) for what in (r"\d+ games", r"Elo \S+ \+/- \S+", r"LLR .*?\)")]
        self.state = ", ".join(match[0] for match in found if match)
        # Without a test a match is decided once all of it has been played.
        self.is_decided = found[-1] is not None and said.returncode in (0, 1)
        return self.is_decided


def main():
    mine, words = options()
    program = farm.find_program(mine.program)
    rounds = mine.rounds or (10_000 if mine.sprt else 50)
    if mine.record.exists():
        farm.stop(f"{mine.record} exists")
    parts = max(1, -(-rounds // mine.part_rounds))
    folder = mine.parts or mine.record.with_name(mine.record.name + ".parts")
    sent = farm.files_to_send([*mine.send, *farm.named_files(words), *([mine.openings] if mine.openings else [])])
    keeper = farm.Keeper(folder, {
        "command": words, "parts": parts, "program": digest(program.read_bytes()),
        "files": {name: digest(data) for name, (data, _) in sent.items()},
    })
    cache = []
    if not mine.openings:
        # Once, instead of by each part for all rounds before it.
        if not keeper.has("openings"):
            made = subprocess.run([program, "match", *without(words, "--concurrency"), "--print-openings"],
                                  stdout=subprocess.PIPE)
            if made.returncode:
                return made.returncode
            keeper.keep("openings", made.stdout)
        sent["openings.cache"] = (keeper.path("openings").read_bytes(), False)
        cache = ["--opening-cache", keeper.path("openings")]

    def name(at):
        return f"{at:06}.games"

    def command(at):
        more = ["--opening-cache", "openings.cache"] if cache else []
        return ["match", *words, f"--shard={at}/{parts}", "--record", "part.games", *more]

    judge = Judge(program, keeper, parts, name, cache)
    left = [at for at in range(1, parts + 1) if not keeper.has(name(at))]
    with farm.bar(parts, parts - len(left), "part") as bar:
        def tell(is_last=False):
            judge.ask(is_last)
            bar.set_postfix_str(judge.state)
            return judge.is_decided

        def done(at, files):
            keeper.keep(name(at), files["part.games"])
            bar.update()
            return tell()

        if left and not tell():
            with farm.cluster(mine) as client:
                farm.run(client, program, sent, [(at, command(at)) for at in left], "part.games", done)
        tell(is_last=True)
    # The rounds after the decision may be missing.
    _, said = judge.merge("--record", mine.record)
    sys.stdout.write(said.stdout)
    sys.stderr.write(said.stderr)
    return said.returncode


def without(words, option):
    """Removes an option and its value."""
    left, words = [], iter(words)
    for word in words:
        if word == option:
            next(words, None)
        elif not word.startswith(option + "="):
            left.append(word)
    return left


if __name__ == "__main__":
    farm.main(main)
