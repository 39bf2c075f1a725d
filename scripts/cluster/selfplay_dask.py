#!/usr/bin/env python3
"""Plays the games of `quincunx learn` or `quincunx train` on all workers of a Dask cluster.

  selfplay_dask.py [OPTION...] learn GAME --store DIR --games N [LEARN ARGUMENT...]
  selfplay_dask.py [OPTION...] train --recipe FILE --path DIR [TRAIN ARGUMENT...]
  selfplay_dask.py [OPTION...] train GAME --path DIR [TRAIN ARGUMENT...]

learn: each part plays games with different numbers into its own store, and the stores are merged. A part learns only
from its own games, so the result depends on the parts: equal --part-games give equal stores, however many workers
there are. train: the games of a round are the same wherever they are played; this machine trains on them and plays
the match of the round, so a recipe makes the same networks, byte for byte. After an interruption the same command
continues with the existing parts.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import subprocess

import farm
from quincunx_worker import digest


def options():
    parser = farm.arguments(__doc__)
    task = parser.add_argument_group("what")
    task.add_argument("--part-games", type=farm.positive, metavar="N",
                      help="the games of a part of learn [default: 1000]")
    task.add_argument("task", choices=["learn", "train"])
    task.add_argument("words", nargs=argparse.REMAINDER, help="its arguments")
    mine = parser.parse_args()
    own = argparse.ArgumentParser(prog=f"{parser.prog} {mine.task}", allow_abbrev=False)
    if mine.task == "learn":
        own.add_argument("game")
        own.add_argument("--store", type=pathlib.Path, metavar="DIR", required=True)
        own.add_argument("--games", type=farm.positive, metavar="N", required=True)
    else:
        own.add_argument("--path", "--data", type=pathlib.Path, metavar="DIR", required=True)
    return own.parse_known_args(mine.words, mine)


def spread(client, program, sent, commands, wanted, keep):
    """Runs the commands by number; `keep` gets the number and the files of each."""
    with farm.bar(len(commands), 0, "part") as bar:
        def done(number, files):
            keep(number, files)
            bar.update()
            return False

        farm.run(client, program, sent, commands, wanted, done)


def learn(mine, words, program):
    if mine.store.exists():
        farm.stop(f"{mine.store} exists; stores are added to others by quincunx experience merge")
    each = mine.part_games or 1000
    keeper = farm.Keeper(mine.store.with_name(mine.store.name + ".parts"), {
        "command": ["learn", mine.game, mine.games, each, *words], "program": digest(program.read_bytes())})

    def name(first):
        return f"{first:09}/data.mdb"

    def command(first):
        games = min(each, mine.games - first)
        return ["learn", mine.game, "--store=store", f"--first-game={first}", f"--games={games}", "--trials=0", *words]

    def keep(first, files):
        keeper.keep(name(first), *files.values())

    firsts = range(0, mine.games, each)
    left = [(first, command(first)) for first in firsts if not keeper.has(name(first))]
    if left:
        with farm.cluster(mine) as client:
            spread(client, program, farm.files_to_send(mine.send), left, "data.mdb", keep)
    # A store that was only half merged when the machine went down would count twice.
    fresh = keeper.path("merged")
    shutil.rmtree(fresh, ignore_errors=True)
    code = subprocess.call([program, "experience", "merge", fresh, *(keeper.path(name(f)).parent for f in firsts)])
    if code == 0:
        os.replace(fresh, mine.store)
    return code


# What the program says where a round lacks games.
MISSING = re.compile(r"(\w+), round \d+: missing games: shards (.*)\n")


def train(mine, words, program):
    mine.path.mkdir(parents=True, exist_ok=True)
    given = farm.files_to_send(mine.send)

    def keep(_, files):
        for name, data in files.items():
            farm.write(mine.path / pathlib.Path(name).name, data)

    before = None
    with contextlib.ExitStack() as stack:
        client = None
        while True:
            missing, code = learned(program, ["train", *words, "--path", mine.path, "--learn-only"])
            if not missing:
                return code
            if missing.group() == before:
                farm.stop(f"the games that the workers sent are not those: {before.strip()}")
            before, game, shards = missing.group(), missing.group(1), missing.group(2).split()
            # The recipe of the folder, the networks and the table say all that the games depend on.
            files = (path for ending in ("toml", "net", "tsv") for path in mine.path.glob(f"{game}*.{ending}"))
            sent = {f"data/{path.name}": (path.read_bytes(), False) for path in files}
            common = ["train", "--recipe", f"data/{game}.toml", "--path", "data", "--games-only", "--shard"]
            parts = [(int(shard.split("/")[0]), [*common, shard]) for shard in shards]
            client = client or stack.enter_context(farm.cluster(mine))
            spread(client, program, {**sent, **given}, parts, "*.games", keep)


def learned(program, command):
    """Runs the program; returns which games it lacks, if any, and its exit code."""
    missing = None
    with subprocess.Popen([program, *command], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            missing = MISSING.fullmatch(line) or missing
            print(line, end="", flush=True)
    return missing, process.returncode


def main():
    mine, words = options()
    program = farm.find_program(mine.program)
    return (learn if mine.task == "learn" else train)(mine, words, program)


if __name__ == "__main__":
    farm.main(main)
