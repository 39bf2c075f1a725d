#!/usr/bin/env python3
"""Plays the games of `quincunx learn` or `quincunx train` on all workers of a Dask cluster.

  selfplay_dask.py [OPTION...] learn GAME --store DIR --games N [LEARN ARGUMENT...]
  selfplay_dask.py [OPTION...] train GAME --data DIR --games N [--rounds N] [TRAIN ARGUMENT...]

learn: each part plays games with different numbers into its own store, and the stores are merged. A part learns only
from its own games, so the result depends on the parts: equal --part-games give equal stores, however many workers
there are. train: the games of a round are the same wherever they are played; this machine trains on them and plays
the match of the round. After an interruption the same command continues with the existing parts.
"""

import os
import pathlib
import shutil
import subprocess

import farm
from quincunx_worker import digest


def options():
    parser = farm.arguments(__doc__)
    task = parser.add_argument_group("what")
    task.add_argument("--part-games", type=int, metavar="N", help="the games of a part of learn [default: 1000]")
    task.add_argument("task", choices=["learn", "train"])
    task.add_argument("game")
    task.add_argument("--store", type=pathlib.Path, metavar="DIR")
    task.add_argument("--data", type=pathlib.Path, metavar="DIR")
    task.add_argument("--games", type=int, metavar="N", required=True)
    task.add_argument("--rounds", type=int, default=1, metavar="N")
    return parser.parse_known_args()


def spread(mine, program, sent, commands, wanted, keep):
    """Runs the commands by number; `keep` gets the number and the only file of each."""
    with farm.bar(len(commands), 0, "part") as bar, farm.cluster(mine) as client:
        def done(number, files):
            keep(number, *files.values())
            bar.update()
            return False

        farm.run(client, program, sent, commands, wanted, done)


def learn(mine, words, program):
    if not mine.store:
        farm.stop("learn wants --store")
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

    def keep(first, data):
        keeper.path(name(first)).parent.mkdir(exist_ok=True)
        keeper.keep(name(first), data)

    firsts = range(0, mine.games, each)
    left = [(first, command(first)) for first in firsts if not keeper.has(name(first))]
    if left:
        spread(mine, program, farm.files_to_send(mine.send), left, "data.mdb", keep)
    # A store that was only half merged when the machine went down would count twice.
    fresh = keeper.path("merged")
    shutil.rmtree(fresh, ignore_errors=True)
    code = subprocess.call([program, "experience", "merge", fresh, *(keeper.path(name(f)).parent for f in firsts)])
    if code == 0:
        os.replace(fresh, mine.store)
    return code


# The number of games per file, as in the program.
FILE = 250


def train(mine, words, program):
    if not mine.data:
        farm.stop("train wants --data")
    mine.data.mkdir(parents=True, exist_ok=True)
    given = farm.files_to_send([*mine.send, *farm.named_files(words)])
    for number in range(1, mine.rounds + 1):
        def path(first):
            return mine.data / f"{mine.game}-{number:02}-{first:06}.games"

        common = ["train", mine.game, *words, f"--rounds={number}"]
        files = [*mine.data.glob(f"{mine.game}-*.net"), *mine.data.glob(f"{mine.game}-rounds.tsv")]
        sent = {f"data/{file.name}": (file.read_bytes(), False) for file in files}
        table = mine.data / f"{mine.game}-rounds.tsv"
        rows = table.read_text().splitlines() if table.exists() else []
        if any(row.startswith(f"{number}\t") for row in rows):
            continue
        # Fewer than five games are not worth a part.
        firsts = [first for first in range(0, mine.games - 4, FILE) if not path(first).exists()]
        left = [(first, [*common, "--data=data", "--games-only", f"--first-game={first}",
                         f"--games={min(FILE, mine.games - first)}"]) for first in firsts]
        if left:
            spread(mine, program, {**sent, **given}, left, "*.games",
                   lambda first, data: farm.write(path(first), data))
        code = subprocess.call([program, *common, f"--data={mine.data}", f"--games={mine.games}"])
        if code:
            return code
    return 0


def main():
    mine, words = options()
    program = farm.find_program(mine.program)
    return (learn if mine.task == "learn" else train)(mine, words, program)


if __name__ == "__main__":
    farm.main(main)
