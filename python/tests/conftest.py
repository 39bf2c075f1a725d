"""What tests share."""

import random
import shutil

import pytest

import quincunx

GAMES = quincunx.games()


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def program():
    """The program of the same wheel."""
    found = shutil.which("quincunx")
    if found is None:
        pytest.fail("the program quincunx is not on the path")
    return found


def random_states(game, count, seed=0, rules=None):
    """Returns states of random games, not over, each a copy."""
    dice = random.Random(seed)
    states = []
    while len(states) < count:
        state = quincunx.State(game, rules=rules)
        while not state.is_over and len(states) < count:
            states.append(state.copy())
            state.play(dice.choice(state.legal_actions()))
    return states
