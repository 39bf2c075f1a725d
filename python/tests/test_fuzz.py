"""Whatever Python passes, a state stays legal and errors are exceptions of the kinds that are promised."""

from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx import State

GAMES = st.sampled_from(quincunx.games())
#: Texts near the notation, and any.
TEXTS = st.one_of(st.text(max_size=60), st.text(alphabet="abgdBWRturnhadP0123456789[](),;-x@=", max_size=60))
REFUSALS = (ValueError, TypeError, OverflowError)


def check(state):
    """A state agrees with what its own text says."""
    again = State.from_text(state.game, state.text, rules=state.rules)
    assert again == state
    if not state.is_over:
        assert set(state.legal_moves()) <= set(again.legal_moves())


@settings(max_examples=300, deadline=None)
@given(GAMES, st.lists(st.one_of(st.integers(-(2**70), 2**70), st.integers(0, 15000), TEXTS, st.floats(), st.none()), max_size=8))
def test_no_move_breaks_a_state(game, moves):
    state = State(game)
    for move in moves:
        before = (state.text, state.ply, state.moves)
        legal = state.is_legal(move)
        try:
            state.play(move)
            assert legal
        except REFUSALS:
            assert not legal and before == (state.text, state.ply, state.moves)
    check(state)


@settings(max_examples=150, deadline=None)
@given(GAMES, st.data())
def test_any_walk_through_moves_and_undos(game, data):
    state = State(game)
    for step in data.draw(st.lists(st.integers(0, 1000), max_size=60)):
        if step % 7 == 0 and state.moves:
            state.undo(1 + step % len(state.moves))
        elif not state.is_over:
            actions = state.legal_actions()
            state.play(actions[step % len(actions)])
    check(state)
    assert State.from_record(game, " ".join(state.moves)) == state


@settings(max_examples=400, deadline=None)
@given(GAMES, TEXTS)
def test_no_text_breaks_the_parsers(game, text):
    for read in (State.from_text, State.from_record):
        try:
            check(read(game, text))
        except quincunx.ParseError as error:
            assert "\n" in str(error) and error.column >= 1
        except quincunx.IllegalMove:
            pass


@settings(max_examples=300, deadline=None)
@given(GAMES, st.data())
def test_no_damage_to_a_position_breaks_the_parser(game, data):
    state = State(game)
    for step in data.draw(st.lists(st.integers(0, 1000), max_size=20)):
        if not state.is_over:
            state.play(state.legal_actions()[step % len(state.legal_actions())])
    text = state.text
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)):]
    try:
        check(State.from_text(game, damaged))
    except quincunx.ParseError as error:
        assert error.column >= 1


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_no_text_breaks_the_reader_of_games(text):
    try:
        from quincunx._quincunx import parse_games

        for tags, moves, result in parse_games(text):
            assert result in ("1-0", "0-1", "1/2-1/2", "*")
    except ValueError as error:
        assert "line" in str(error)


@settings(max_examples=100, deadline=None)
@given(GAMES, st.dictionaries(st.text(max_size=12), st.one_of(st.integers(), st.text(max_size=8), st.booleans(), st.none()), max_size=2))
def test_no_rules_break_the_start(game, rules):
    try:
        check(State(game, rules=rules))
    except ValueError:
        pass
