#!/usr/bin/env python3
"""Measures strength in terms that people know, for README and benches/README.md.

    scripts/strength.py perfect TABLES [POSITIONS]         how often each level keeps the result in Morris
    scripts/strength.py sanmill PROGRAM [GAMES [MS]]       Morris against Sanmill, MS a move for both
    scripts/strength.py sanmill PROGRAM GAMES DEPTH LEVEL  Morris at a level against Sanmill at a depth
    scripts/strength.py solved PROGRAM TABLES [GAMES [MS]] Morris with all of its tables against Sanmill, MS a move for both
    scripts/strength.py peer GAME COMMAND [GAMES [LEVEL]]  a game against a UGI engine whose COMMAND says how far it searches
    scripts/strength.py tree GAME LEVEL [GAMES [VISITS]]   a level against a tree search that knows only the rules
    scripts/strength.py table                              what was measured, as Markdown

Each measurement is kept in target/strength.json and not repeated. Needs the package quincunx (the wheel of
scripts/package.sh). On an idle core `perfect` takes ten minutes, a match ten to thirty. Without LEVEL this engine has
as long for a move as a peer took for its last. Levels, depths and the tree search play alike on every machine.

`perfect`: TABLES has all of Nine Men's Morris. The positions come from games of the engine at 300 nodes a move, one
move in ten at random; those count in which at least one legal move keeps the result and another gives it away, one
a game. A move is perfect if it keeps the result: a win stays a win, a draw a draw.

The opponents are other people's programs and not part of this one. Matches begin with 4 random moves, each opening
from both sides, and each program has one thread. There are wrappers in UGI to write around NPN/coerceo, whose search ends at
a depth, and around EveryBoard; its rules know no draw, so it plays on where this engine ends the game.
"""

import inspect
import json
import math
import pathlib
import random
import subprocess
import sys
import time

try:
    from quincunx import Search, State, Tables, match, playouts
    from quincunx.client import Engine, Limit
except ImportError as error:
    sys.exit(__doc__ if len(sys.argv) < 2 else f"strength: {error}")

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "python" / "examples"))
from matches import whole  # noqa: E402
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
    asked = positions(tables, whole(count)) if names else []
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

    def __init__(self, program, milliseconds=0, depth=None):
        self.go = f"go depth {depth}" if depth else "go"
        self.process = subprocess.Popen(
            [program, "mill", "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        options = {
            "SkillLevel": 30,
            "Algorithm": 2,
            "MoveTimeMs": milliseconds,
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
        return self.ask(self.go, "bestmove")[0]

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


def sanmill(program, games="60", limit="100", level=None):
    if level:
        other = Sanmill(program, depth=whole(limit))
        play(f"morris, Sanmill at depth {limit}, level {level}", "morris", Search("morris", level=whole(level)), other, whole(games))
    else:
        other, how = Sanmill(program, whole(limit)), {"limit": {"time": whole(limit) / 1000}}
        play(f"morris, Sanmill at {limit} ms, the same time", "morris", Search("morris"), other, whole(games), **how)


def solved(program, folder, games="40", limit="100"):
    """No game may be lost that the opening had not lost."""
    name = f"morris with tables, Sanmill at {limit} ms, the same time"
    if name in kept():
        return
    own, other, tables = Search("morris", tables=folder), Sanmill(program, whole(limit)), Tables(folder)
    found = match(own, other, game="morris", games=whole(games), opening=4, seed=1, limit={"time": whole(limit) / 1000})
    due = {"won": 0, "drawn": 0, "lost": 0}
    for number, record in enumerate(found.records):
        state = State("morris")
        for move in record.moves[:4]:
            state.play(move)
        # Four plies on, it is the first player's turn; the players take turns at being that.
        value = result(tables, state) * (1 if number % 2 == 0 else -1)
        due["lost" if value < 0 else "won" if value else "drawn"] += 1
    keep(name, f"{found}, openings {due['won']} won, {due['drawn']} drawn, {due['lost']} lost")


class Peer:
    """A UGI engine, and this engine with the time that it took for its last move."""

    def __init__(self, engine, search):
        self.engine, self.search, self.seconds = engine, search, 0.01

    def new_game(self):
        self.engine.new_game()
        self.search.clear()

    def __call__(self, state):
        began = time.monotonic()
        # It goes as far as its command says.
        move = self.engine.play(state, Limit(depth=1)).move
        self.seconds = max(time.monotonic() - began, 0.001)
        return move

    def own(self, state):
        return self.search.best(state, time=self.seconds).move


def peer(game, command, games="40", level=None):
    search = Search(game, level=whole(level)) if level else Search(game)
    with Engine.open(command.split(), dialect="ugi") as engine:
        other = Peer(engine, search)
        how = f"level {level}" if level else "the same time"
        play(f"{game}, {engine.id['name']}, {how}", game, search if level else other.own, other, whole(games))


def tree(game, level, games="40", visits="1000"):
    """The tree search of the example; a leaf is worth what a random game gives."""

    def worth(leaf):
        won, drawn, _ = playouts(leaf, 1, seed=leaf.hash)
        return won + drawn / 2

    def other(state):
        return best_action(state, worth, whole(visits))

    play(f"{game}, tree search of {visits} visits, level {level}", game, Search(game, level=whole(level)), other, whole(games))


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
    parts = {part.__name__: part for part in (perfect, sanmill, solved, peer, tree, table)}
    if len(sys.argv) < 2 or sys.argv[1] not in parts:
        sys.exit(__doc__)
    part, arguments = parts[sys.argv[1]], sys.argv[2:]
    try:
        inspect.signature(part).bind(*arguments)
    except TypeError:
        sys.exit(__doc__)
    part(*arguments)
