#!/usr/bin/env python3
"""Fits the odds of win, draw and loss (`odds` in a game's about.rs) to games that the engine plays itself.

    scripts/fit-odds.py PROGRAM GAME [SECONDS] [NODES]

Plays for SECONDS (75) with NODES (300) a move, from 2 to 10 random moves on; one move in twelve is a
random one, so that games are lost as well as won. Prints the two numbers for the game, those
with the greatest likelihood on a grid. Takes SECONDS and some more.
"""

import math
import random
import subprocess
import sys
import time

program, game = sys.argv[1:3]
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 75
nodes = int(sys.argv[4]) if len(sys.argv) > 4 else 300
RESULTS = {"p1win": 1, "draw": 0, "p2win": -1}
LONGEST = 400

random.seed(5)
engine = subprocess.Popen([program, "--game", game], text=True, bufsize=1,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def send(line):
    engine.stdin.write(line + "\n")
    engine.stdin.flush()


def answer(first):
    """The words of the lines up to the next one that begins so."""
    lines = []
    for line in engine.stdout:
        lines.append(line.split())
        if lines[-1][:1] == [first]:
            return lines


def ask(query):
    send("query " + query)
    return answer("response")[-1][1:]


def play():
    """Plays a game; returns the scores from player 1's view, and the result."""
    send("ucinewgame")
    for _ in range(random.randint(2, 10)):
        legal = ask("moves")
        if legal:
            send("moves " + random.choice(legal))
    scores = []
    for _ in range(LONGEST):
        if ask("gameover") == ["true"]:
            break
        sign = 1 if ask("p1turn") == ["true"] else -1
        send(f"go nodes {nodes}")
        lines = answer("bestmove")
        told = [words for words in lines if "score" in words][-1]
        at = told.index("score")
        if told[at + 1] == "cp":
            scores.append(sign * int(told[at + 2]))
        move = lines[-1][1] if random.random() > 1 / 12 else random.choice(ask("moves"))
        send("moves " + move)
    return scores, RESULTS.get(ask("result")[0])


def likelihood(data, even, spread):
    def chance(score):
        return 1 / (1 + math.exp(max(-60, min(60, (even - score) / spread))))

    total = 0
    for score, result in data:
        win, loss = chance(score), chance(-score)
        total += math.log(max({1: win, 0: 1 - win - loss, -1: loss}[result], 1e-4))
    return total


data, results = [], []
started = time.time()
while time.time() - started < seconds:
    scores, result = play()
    if result is not None:
        data += [(score, result) for score in scores]
        results.append(result)
send("quit")
sample = random.sample(data, min(len(data), 6000))
EVEN = [0, 5, 10, 20, 30, 40, 60, 80, 100, 130, 160, 200, 250, 300, 400]
SPREAD = [15, 25, 35, 50, 70, 90, 110, 140, 170, 200, 250, 300, 400, 500, 700, 900, 1200, 1600, 2200]
even, spread = max(((a, b) for a in EVEN for b in SPREAD), key=lambda ab: likelihood(sample, *ab))
counts = ", ".join(f"{results.count(value)} {name}" for name, value in RESULTS.items())
print(f"{game}: even {even}, spread {spread}; {len(results)} games ({counts}), {len(data)} scores")
