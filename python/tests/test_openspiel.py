"""The games in OpenSpiel, and its own Nine Men's Morris against ours."""

import sys
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from quincunx.openspiel import register  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[1] / "benches"))
from against_openspiel import compare  # noqa: E402


@pytest.fixture
def theirs(game):
    assert f"quincunx_{game}" in register()
    return pyspiel.load_game(f"quincunx_{game}")


def test_random_games_of_openspiel(theirs):
    pyspiel.random_sim_test(theirs, num_sims=2, serialize=False, verbose=False)


def test_its_search_plays(theirs, game):
    if game == "dominions":
        pytest.skip("11,320 first moves are too many for so few simulations")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(theirs, 1.4, 20, evaluator, random_state=np.random.RandomState(2))
    state = theirs.new_initial_state()
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert state.inner.ply == 4
    observation = make_observation(theirs)
    observation.set_from(state, 0)
    assert (observation.tensor == state.inner.observation()).all()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert twin.inner.ply == 5 and state.inner.ply == 4


def test_the_rules_of_morris_agree():
    """In every position of random games the moves are the same, and so is the winner: see the benchmark."""
    found = compare(60, seed=5)
    endings = {label: count for label, count in found.items() if label != "positions"}
    assert found["positions"] > 2000 and sum(endings.values()) == 60
    agreed = sum(count for label, count in endings.items() if label.startswith("the same winner"))
    assert agreed + endings.get("drawn by OpenSpiel's limit", 0) == 60, endings
    assert agreed > 40
