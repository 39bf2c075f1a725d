"""Measures this package against OpenSpiel's Nine Men's Morris, and compares the rules move by move.

    python benches/against_openspiel.py [GAMES]

Plays GAMES random games, by default 2,000, in both at once: in every position each must have the same moves, in the
end the same winner. The rules differ in three things. OpenSpiel takes the removal of a man as an action of its own;
here a move has it. It draws every game after 200 actions, here a game is drawn after 100 quiet moves or at the third
occurrence of a position; the comparison turns the latter off and ends where OpenSpiel ends. What remains is
reported.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

import numpy as np
import pyspiel

from quincunx import Search, State, VectorEnv, playouts
from quincunx.actions import MORRIS_POINTS

#: OpenSpiel's points, row by row.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
assert sorted(POINTS) == sorted(MORRIS_POINTS)
HAND = NOTHING = 24
FREE = {"quiet": 0, "repetition": 0}


def number(point: int) -> int:
    """Our number of one of OpenSpiel's points."""
    return MORRIS_POINTS.index(POINTS[point])


def their_moves(state) -> dict[int, list[int]]:
    """Their actions by ours: a move, and the removal behind it, are one of ours."""
    moves = {}
    for action in state.legal_actions():
        if action < 24:
            origin, target = HAND, number(action)
        else:
            origin, target = (number(point) for point in divmod(action - 24, 24))
        behind = state.clone()
        behind.apply_action(action)
        removals = [NOTHING]
        if not behind.is_terminal() and behind.current_player() == state.current_player():
            removals = behind.legal_actions()
        for removal in removals:
            removed = NOTHING if removal == NOTHING else number(removal)
            path = [action] if removal == NOTHING else [action, removal]
            moves[(24 * removed + target) * 25 + origin] = path
    return moves


def compare(games: int, seed: int = 0) -> Counter:
    """Plays random games in both at once and counts how they ended and what differed."""
    dice, found = random.Random(seed), Counter()
    theirs_of = pyspiel.load_game("nine_mens_morris")
    for _ in range(games):
        ours, theirs = State("morris", rules=FREE), theirs_of.new_initial_state()
        while True:
            if theirs.is_terminal() or ours.is_over:
                found[_ending(ours, theirs)] += 1
                break
            moves = their_moves(theirs)
            found["positions"] += 1
            if set(moves) != set(ours.legal_actions()):
                found["positions with other moves"] += 1
                break
            action = dice.choice(sorted(moves))
            ours.play(action)
            for step in moves[action]:
                theirs.apply_action(step)
    return found


def _ending(ours, theirs) -> str:
    if theirs.is_terminal() and not ours.is_over:
        # No winner where we go on: their limit.
        return "drawn by OpenSpiel's limit" if theirs.returns() == [0, 0] else "over in OpenSpiel only"
    if not theirs.is_terminal():
        return f"over here only: {ours.result.ending}"
    same = tuple(theirs.returns()) == ours.result.rewards
    return f"the same winner: {ours.result.ending}" if same else f"another winner: {ours.result.ending}"


def rate(work, seconds: float = 2.0) -> float:
    """How often `work` can be done in a second of processor time, of all threads; it returns how often it was."""
    done, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        done += work()
    return done / took


def speed() -> dict[str, tuple[float, float]]:
    """Rates of both, ours first."""
    game, dice = pyspiel.load_game("nine_mens_morris"), random.Random(1)

    def their_game() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        return 1

    def our_game() -> int:
        state = State("morris")
        while not state.is_over:
            state.play(dice.choice(state.legal_actions()))
        return 1

    ours, theirs = State("morris"), game.new_initial_state()
    for _ in range(12):
        action = dice.choice(ours.legal_actions())
        ours.play(action)
        for step in their_moves(theirs)[action]:
            theirs.apply_action(step)
    clones = [theirs.clone() for _ in range(1000)]
    envs = VectorEnv("morris", 1000)
    vector = envs._vector
    actions = sum(len(envs.state(at).legal_moves()) for at in range(10))
    assert actions

    def their_batch() -> int:
        for state in clones:
            state.legal_actions_mask()
        return len(clones)

    def repeat(call):
        def work() -> int:
            for _ in range(100):
                call()
            return 100

        return work

    seeds = iter(range(1 << 30))
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in (0, 1)]

    def their_playout() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 1

    return {
        "random games/s, each move from Python": (rate(our_game), rate(their_game)),
        "random games/s, in one call each": (rate(lambda: ours_playout(next(seeds))), rate(their_playout)),
        "random games/s, batches of 1,000": (rate(lambda: sum(playouts(State("morris"), 1000, seed=next(seeds)))), float("nan")),
        "legal_actions/s": (rate(repeat(ours.legal_actions)), rate(repeat(theirs.legal_actions))),
        "masks/s, 1,000 games": (rate(lambda: len(vector.masks())), rate(their_batch)),
        "moves/s, 1,000 games with observations and masks": (rate(lambda: len(envs.step(envs.sample())[0])), float("nan")),
    }


def ours_playout(seed: int) -> int:
    State("morris").playout(seed)
    return 1


def evaluations(count: int = 10_000) -> dict[str, float]:
    """Evaluations a second in a batch of states, with one and two threads, for each game."""
    found = {}
    dice = random.Random(2)
    for game in ("coerceo", "dominions", "hexceed", "morris", "trimok"):
        states = []
        while len(states) < count:
            state = State(game)
            while not state.is_over and len(states) < count:
                states.append(state.copy())
                state.play(dice.choice(state.legal_actions()))
        for threads in (1, 2):
            search = Search(game, threads=threads)
            found[f"{game}, {threads} thread{'s' * (threads > 1)}"] = rate(lambda: len(search.evaluate(states)[0]))
    return found


if __name__ == "__main__":
    for label, (ours, theirs) in speed().items():
        print(f"{label:50} quincunx {ours:12,.0f}   OpenSpiel {theirs:12,.0f}")
    for label, found in evaluations().items():
        print(f"evaluations/s, 10,000 states, {label:20} {found:12,.0f}")
    for label, count in sorted(compare(int(sys.argv[1]) if len(sys.argv) > 1 else 2000).items()):
        print(f"{label}: {count:,}")
