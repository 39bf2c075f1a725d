"""States: rules, notation, errors, pictures."""

import copy
import pickle
import xml.etree.ElementTree as tree
from types import MappingProxyType

import numpy as np
import pytest
from conftest import random_states

import quincunx
from quincunx import IllegalMove, ParseError, State, playouts

#: Leaves of each game's tree, from the crate's own tests.
PERFT = {"coerceo": (3, None), "dominions": (2, None), "hexceed": (3, 18 * 18 * 17), "morris": (4, 255024), "trimok": (3, 5422)}


def test_a_game_from_start_to_end(game):
    state = State(game)
    seen = []
    while not state.is_over:
        assert state.result is None
        moves, actions = state.legal_moves(), state.legal_actions()
        assert len(moves) == len(actions) == len(set(actions)) == int(state.action_mask().sum())
        at = len(moves) // 2
        assert state.move_text(actions[at]) == moves[at] and state.action(moves[at]) == actions[at]
        seen.append(state.text)
        state.play(actions[at] if state.ply % 2 else moves[at])
    assert state.legal_moves() == [] and state.legal_actions() == [] and not state.action_mask().any()
    assert sum(state.result.rewards) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play(0)
    again = State.from_record(game, ";".join(state.moves))
    assert again == state and again.result == state.result
    for text in reversed(seen):
        assert state.undo().text == text
    assert state == State(game)
    with pytest.raises(IndexError):
        state.undo()


def test_text_goes_round(game):
    for state in random_states(game, 60):
        again = State.from_text(game, state.text)
        assert again.text == state.text and again.legal_moves() == state.legal_moves()
        assert again.hash == state.hash and again.ply == 0


def test_perft(game):
    depth, leaves = PERFT[game]
    state = State(game)

    def count(depth):
        if depth == 0:
            return 1
        total = 0
        for action in state.legal_actions():
            total += count(depth - 1) if state.play(action) else 0
            state.undo()
        return total

    assert state.perft(depth, threads=2) == (leaves or state.perft(depth))
    assert state.perft(2) == count(2) == sum(leaves for _, leaves in state.perft_divide(2))
    assert state.perft(0) == 1


def test_refusals_leave_the_state_as_it_was():
    state = State("morris").play("d6")
    before = state.text
    for move, error, words in [
        ("d6", IllegalMove, "d6 is not empty"),
        ("x9", ParseError, r'expected a point.*found "x9" at column 1\nx9\n\^'),
        (-1, ValueError, "-1 is no action of morris: 0 to 14999"),
        (15000, ValueError, "15000 is no action"),
        (0, IllegalMove, "^action 0 is not legal: "),
        (1.5, TypeError, "neither the text of a move nor an action"),
        (None, TypeError, "neither"),
    ]:
        with pytest.raises(error, match=words):
            state.play(move)
        assert not state.is_legal(move)
        assert state.text == before
    with pytest.raises(ParseError) as caught:
        State.from_text("morris", "B[d6]W[]hand[8,9]turn[X]")
    assert caught.value.column == 23
    with pytest.raises(ValueError, match='"chess" is no game: one of coerceo'):
        State("chess")
    with pytest.raises(ValueError, match='"speed" is not a rule of morris: repetition, quiet'):
        State("morris", rules={"speed": 1})
    with pytest.raises(ValueError, match='Morris Quiet wants a number from 0 to 1000, got "-1"'):
        State("morris", rules={"quiet": -1})
    with pytest.raises(ValueError, match="hexceed: it has none"):
        State("hexceed", rules={"x": 1})


def test_rules_are_read_and_told():
    state = State("dominions", rules={"no_boomerang": True})
    assert state.rules == {"strict_extension": False, "no_boomerang": True}
    assert State("trimok", rules={"Trimok Change": "any", "QUIET": 7}).rules == {"change": "any", "quiet": 7, "repeat": 3}
    assert State("morris", rules={"quiet": 50}) != State("morris")
    assert State("morris", rules=MappingProxyType({"quiet": 50})).rules["quiet"] == 50
    with pytest.raises(TypeError):
        State("morris", rules=[("quiet", 50)])


def test_a_repeated_position_is_a_draw():
    state = State.from_text("morris", "B[a7,d7,d6,b2]W[g1,d1,d2,b6]turn[B]")
    for move in ["b2-b4", "g1-g4", "b4-b2", "g4-g1"] * 2:
        state.play(move)
    assert (state.result.ending, state.result.winner, state.result.score) == ("repetition", None, "1/2-1/2")
    assert state.undo().result is None


def test_copies_go_their_own_way(game):
    state = random_states(game, 12)[-1]
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and twin.moves == state.moves
        twin.play(twin.legal_actions()[0])
        assert twin != state and twin.ply == state.ply + 1
    with pytest.raises(TypeError):
        hash(state)


def test_observations_under_symmetries(game):
    facts = quincunx.game(game)
    for state in random_states(game, 30):
        plain = state.observation()
        assert plain.shape == (facts["inputs"],) and plain.dtype == np.float32 and plain.flags.writeable
        assert plain.any()
        for symmetry in range(facts["symmetries"]):
            turned = state.observation(symmetry)
            assert sorted(turned) == sorted(plain)
    assert (state.observation(0) == plain).all()
    assert facts["symmetries"] == 1 or any((state.observation(it) != plain).any() for it in range(1, facts["symmetries"]))
    with pytest.raises(ValueError, match="is no symmetry of"):
        state.observation(facts["symmetries"])


def test_drawings(game):
    for state in random_states(game, 25)[::6]:
        assert state.draw().count("\n") > 5
        image = tree.fromstring(state._repr_svg_())
        assert image.tag.endswith("svg") and len(list(image)) > 20
    start = State(game).svg()
    assert start != state.svg()


def test_random_games_are_the_same_for_a_seed(game):
    state = State(game)
    assert state.playout(5).score == state.playout(5).score
    assert len({state.random_move(seed) for seed in range(20)}) > 1
    counts = playouts(state, 200, seed=3)
    assert sum(counts) == 200 and counts == playouts(state, 200, seed=3, threads=2)
    assert state.ply == 0
    assert state.playout(1, plies=2) is None and playouts(state, 8, plies=2) == (0, 0, 0)
