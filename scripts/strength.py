#!/usr/bin/env python3
"""Measures strength in terms that people know, and prints the table of README.

    scripts/strength.py perfect TABLES [POSITIONS]   how often each level keeps the result in Morris
    scripts/strength.py sanmill PROGRAM [GAMES [MS]] Morris against Sanmill, MS a move for both
    scripts/strength.py npn COMMAND [GAMES]          Coerceo against a UGI engine around NPN/coerceo
    scripts/strength.py tree [GAMES]                 Trimok, Dominions and Hexceed against a tree search with playouts
    scripts/strength.py table                        what was measured, as Markdown

Each measurement is kept in target/strength.json and not repeated. Needs the package quincunx (the wheel of
scripts/package.sh). On an idle core `perfect` takes ten minutes, a match ten to thirty.

`perfect`: TABLES has all of Nine Men's Morris. The positions come from games of the engine at 300 nodes a move, one
move in ten at random; those count in which at least one legal move keeps the result and another gives it away, one
a game. A move is perfect if it keeps the result: a win stays a win, a draw a draw.

The opponents are other people's programs and not part of this one. Matches begin with 4 random moves, each opening
from both sides; both have one thread and, where an opponent has a clock, the same time.
"""

import json
import math
import pathlib
import random
import subprocess
import sys
import time

from quincunx import Search, State, Tables, match, playouts
from quincunx.client import Engine, Limit

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "python" / "examples"))
from mcts import best_action  # noqa: E402

KEPT = HERE / "target" / "strength.json"
LEVELS = range(1, 10)
TIMES = (0.01, 0.1, 1.0)


def kept():
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def keep(name, value):
    found = kept() | {name: value}
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(found, indent=1) + "\n")
    print(f"{name}: {value}", flush=True)


# Perfect moves.


def result(tables, state):
    """1 if the player to move wins, 0 in a draw, -1 in a loss."""
    if state.is_over:
        first = state.result.rewards[0]
        return round(first if state.player == 0 else -first)
    value = tables.probe(state)
    if value is None:
        sys.exit(f"the tables do not know {state.text}")
    return {"win": 1, "draw": 0, "loss": -1}[value.kind]


def perfect_moves(tables, state):
    """The moves that keep the result, and whether there are others."""
    worth = {move: -result(tables, state.copy().play(move)) for move in state.legal_moves()}
    best = max(worth.values())
    good = [move for move in worth if worth[move] == best]
    return good, len(good) < len(worth)


def positions(tables, count):
    """Positions in which a move can give something away, each with its perfect moves."""
    dice, search, found = random.Random(1), Search("morris"), []
    while len(found) < count:
        state, critical = State("morris"), []
        while not state.is_over and state.ply < 80:
            good, is_critical = perfect_moves(tables, state)
            if is_critical and state.ply >= 2:
                critical.append((state.copy(), good))
            at_random = dice.random() < 0.1
            state.play(dice.choice(state.legal_moves()) if at_random else search.best(state, nodes=300).move)
        if critical:
            found.append(dice.choice(critical))
    return found


def interval(share, count):
    """The interval of 95 % of a share (Wilson 1927)."""
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2) / (1 + z * z / count)
    return max(middle - half, 0), min(middle + half, 1)


def perfect(folder, count="400"):
    tables = Tables(folder)
    names = {f"level {level}": ({"level": level}, {}) for level in LEVELS}
    names |= {f"{1000 * seconds:.0f} ms": ({}, {"time": seconds}) for seconds in TIMES}
    names = {name: how for name, how in names.items() if f"morris, perfect moves, {name}" not in kept()}
    asked = positions(tables, int(count)) if names else []
    for name, (settings, limit) in names.items():
        search = Search("morris", **settings)
        hits = 0
        for state, good in asked:
            search.clear()
            hits += search.best(state, **limit).move in good
        share = hits / len(asked)
        low, high = interval(share, len(asked))
        keep(f"morris, perfect moves, {name}", f"{100 * share:.1f} %, {100 * low:.1f} to {100 * high:.1f}")
    if "morris, perfect moves, at random" not in kept():
        share = sum(len(good) / len(state.legal_actions()) for state, good in asked) / max(len(asked), 1)
        keep("morris, perfect moves, at random", f"{100 * share:.1f} %")


# Matches.


def play(name, game, own, other, games, **how):
    if name in kept():
        return
    found = match(own, other, game=game, games=games, opening=4, seed=1, **how)
    bad = [record.tags for record in found.records if record.tags.get("Termination") == "illegal move"]
    if bad:
        sys.exit(f"{name}: {bad[0]}")
    keep(name, str(found))


class Sanmill:
    """Sanmill moves and removes in two steps, and answers each."""

    def __init__(self, program, seconds):
        self.process = subprocess.Popen(
            [program, "mill", "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        options = {
            "SkillLevel": 30,
            "Algorithm": 2,
            "MoveTimeMs": round(1000 * seconds),
            "Shuffling": "false",
            "StrictRefereeProfile": "mif-stable-moving-v1",
        }
        self.ask("uci", "uciok")
        for name, value in options.items():
            self.process.stdin.write(f"setoption name {name} value {value}\n")
        self.ask("isready", "readyok")

    def ask(self, line, answer):
        self.process.stdin.write(line + "\n")
        while True:
            heard = self.process.stdout.readline()
            if not heard:
                sys.exit(f"Sanmill ended at {line}")
            if answer in heard:
                return heard.split()[heard.split().index(answer) + 1 :]

    def step(self, steps):
        self.process.stdin.write(f"position startpos moves {' '.join(steps)}\n")
        return self.ask("go", "bestmove")[0]

    def __call__(self, state):
        steps = []
        for move in state.moves:
            place, *taken = move[2:-1].split("x")
            steps += [place, *("x" + point for point in taken)]
        legal = state.legal_moves()
        move = self.step(steps)
        if not any(text[2:-1] == move for text in legal) and not move.startswith("x"):
            move += self.step([*steps, move])
        return f"{state.to_move}[{move}]"


def sanmill(program, games="100", milliseconds="100"):
    seconds = int(milliseconds) / 1000
    own, other = Search("morris"), Sanmill(program, seconds)
    play(f"morris, Sanmill, {milliseconds} ms a move each", "morris", own, other, int(games), limit={"time": seconds})


def npn(command, games="100"):
    """It searches to a fixed depth; this engine has the time that it took for its last move."""
    with Engine.open(command.split(), dialect="ugi") as engine:
        search, spent = Search("coerceo"), [0.01]

        def other(state):
            began = time.monotonic()
            found = engine.play(state, Limit(depth=1)).move
            spent[0] = max(time.monotonic() - began, 0.001)
            return found

        play(f"coerceo, {engine.id['name']}, its time each", "coerceo", lambda state: search.best(state, time=spent[0]).move, other, int(games))


def tree_search(state, visits=1000):
    """The tree search of the example, by the rules alone: a leaf is worth what four random games give."""

    def worth(leaf):
        wins, draws, losses = playouts(leaf, 4, seed=leaf.hash)
        return (wins + draws / 2) / max(wins + draws + losses, 1)

    return best_action(state, worth, visits)


def tree(games="40"):
    for game in ("dominions", "hexceed", "trimok"):
        for level in (5, 8):
            name = f"{game}, tree search of 1,000 visits, level {level}"
            play(name, game, Search(game, level=level), tree_search, int(games))


def table():
    """The matches, and all that is known of perfect moves in one row."""
    perfect = "morris, perfect moves, "
    shares = [f"{name[len(perfect):]} {value.split(',')[0]}" for name, value in kept().items() if name.startswith(perfect)]
    print("| what | result |\n|---|---|")
    print(f"| morris, moves that keep the result where another would not | {', '.join(shares)} |")
    for name, value in kept().items():
        if not name.startswith(perfect):
            print(f"| {name} | {value.split(',')[0]} |")


if __name__ == "__main__":
    parts = {part.__name__: part for part in (perfect, sanmill, npn, tree, table)}
    if len(sys.argv) < 2 or sys.argv[1] not in parts:
        sys.exit(__doc__)
    parts[sys.argv[1]](*sys.argv[2:])
