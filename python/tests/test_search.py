"""The engine's search, tables, experience, matches and records."""

import os
import signal
import subprocess
import threading
import time

import numpy as np
import pytest
from conftest import random_states

import quincunx
from quincunx import Experience, Record, Search, State, Tables, match, read_games, write_games


def test_the_best_move_is_legal(game):
    search = Search(game, hash=2)
    for state in random_states(game, 40)[::8]:
        line = search.best(state, nodes=500)
        replay = state.copy()
        for move in line.pv:
            replay.play(move)
        assert line.move == line.pv[0] and line.nodes > 0 and line.time >= 0 and not line.from_book
        assert line.value.proven == (line.value.kind != "estimate")
        assert abs(sum(line.value.chances) - 1) < 0.002


def test_one_thread_and_equal_limits_search_the_same(game):
    lines = [Search(game, hash=1).best(State(game), depth=3) for _ in range(2)]
    assert lines[0].pv == lines[1].pv and lines[0].nodes == lines[1].nodes


def test_several_lines_come_in_order():
    lines = Search("morris").lines(random_states("morris", 15)[-1], 4, depth=3)
    scores = [float(line.value) for line in lines]
    assert len({line.move for line in lines}) == 4 and scores == sorted(scores, reverse=True)


def test_a_win_is_proven():
    state = State.from_text("morris", "B[a7,d7,b4]W[g1,d1,c5]turn[B]")
    value = Search("morris").best(State.from_text("morris", "B[a7,d7,g1,b6]W[d1,c5,e3]turn[B]"), depth=6).value
    assert value.kind in ("win", "estimate")
    line = Search("morris").best(State.from_text("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]"), depth=4)
    assert (line.value.kind, line.value.proven, line.value.plies) == ("win", True, 1)
    assert float(line.value) == 319.99
    over = state.play("resign")
    done = Search("morris").best(over, depth=3)
    assert done.move is None and done.value.proven


def test_a_search_needs_a_limit_and_a_state_of_its_game():
    search = Search("morris")
    with pytest.raises(ValueError, match="no limit: time, nodes, depth or mate"):
        search.best(State("morris"))
    with pytest.raises(ValueError, match="a state of trimok, but a search of morris"):
        search.best(State("trimok"), depth=1)
    with pytest.raises(ValueError, match="a state of trimok, but a search of morris"):
        search.evaluate([State("trimok")])
    for wrong in ({"threads": 0}, {"hash": 0}, {"level": 11}, {"network": "/nowhere.net"}, {"tables": "/nowhere"}):
        with pytest.raises(ValueError):
            Search("morris", **wrong)
    with pytest.raises(ValueError, match="a time of -1 s"):
        search.best(State("morris"), time=-1)


def test_rules_of_the_state_count():
    search = Search("trimok")
    for change in ("captured", "none", "any"):
        state = State("trimok", rules={"change": change})
        assert search.best(state, depth=2).move in state.legal_moves()


def test_repetition_is_seen_by_the_search():
    state = State.from_text("morris", "B[a7,d7,d6,b2]W[g1,d1,d2,b6]turn[B]")
    for move in ["b2-b4", "g1-g4", "b4-b2", "g4-g1"] * 2:
        state.play(move)
    assert state.is_over and Search("morris").best(state, depth=2).value.kind == "draw"


def test_levels():
    state = State("hexceed")
    moves = lambda level: [Search("hexceed", level=level, seed=seed).best(state).move for seed in range(20)]
    assert len(set(moves(1))) > 3
    assert moves(1) == moves(1)
    # The first look at every move, and no more nodes than the level has.
    assert Search("hexceed", level=1).best(state).nodes <= 2 * len(state.legal_moves())
    # Limits of its own are not those of the level.
    assert Search("hexceed", level=1).best(state, depth=3).move == Search("hexceed").best(state, depth=3).move


def test_other_threads_run_and_time_is_kept():
    search, ticks, done = Search("coerceo"), [], threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    began = time.monotonic()
    line = search.best(State("coerceo"), time=0.5)
    took = time.monotonic() - began
    done.set()
    ticker.join()
    assert len(ticks) > 10 and 0.2 < took < 3 and line.depth > 1


def test_another_thread_can_stop_a_search():
    search = Search("dominions")
    threading.Timer(0.3, search.stop).start()
    began = time.monotonic()
    assert search.best(State("dominions"), time=60).move
    assert time.monotonic() - began < 10


def test_threads_search_in_turns():
    """The one that searches is stopped, and the time of the other begins when its turn comes."""
    search, ended = Search("dominions"), []

    def work(seconds):
        search.best(State("dominions"), time=seconds)
        ended.append(time.monotonic())

    threads = [threading.Thread(target=work, args=(seconds,), daemon=True) for seconds in (20, 0.5)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
        time.sleep(0.7)
    search.stop()
    for thread in threads:
        thread.join(30)
    assert ended[0] - began < 10 and ended[1] - ended[0] > 0.2


@pytest.mark.parametrize("work", [
    'Search("dominions").best(State("dominions"), time=60)',
    'State("dominions").perft(6)',
    'playouts(State("trimok"), 10**9)',
    'Search("dominions").evaluate([State("dominions")] * 4, depth=30)',
    'search, state = Search("dominions"), State("dominions"); '
    'threading.Thread(target=search.best, args=[state], kwargs={"time": 3}).start(); '
    'time.sleep(0.2); search.best(state, time=60)',
])
def test_ctrl_c_ends_long_work(work):
    """Raises KeyboardInterrupt long before the work would be done."""
    code = f"""
import os, signal, threading, time
from quincunx import Search, State, playouts
# What a shell starts in the background ignores the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {work}
    print("done")
except KeyboardInterrupt:
    print("interrupted")
"""
    import sys

    began = time.monotonic()
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=50)
    assert out.stdout == "interrupted\n", out.stderr
    assert time.monotonic() - began < 30


def test_a_batch_is_what_each_state_is(game):
    search = Search(game, threads=2)
    states = random_states(game, 700)
    scores, proven = search.evaluate(states)
    assert scores.dtype == np.int32 and proven.dtype == np.bool_ and len(scores) == 700 and not proven.any()
    for at in range(0, 700, 70):
        value, terms = search.terms(states[at])
        assert round(100 * float(value)) == scores[at] and terms
        assert abs(100 * sum(term for _, term in terms) - scores[at]) < 2
    assert [len(it) for it in search.evaluate([])] == [0, 0]


def test_a_searched_batch_proves_what_it_sees():
    search = Search("morris", threads=2)
    won = State.from_text("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]")
    scores, proven = search.evaluate([won, State("morris"), State("morris").play("resign")], depth=3)
    assert proven.tolist() == [True, False, True] and scores[0] == 31999 and scores[2] == -32000


def test_tables_know_their_positions(program, tmp_path):
    subprocess.run(
        [program, "tablebase", "build", "morris", "--path", tmp_path, "--pairs", "3-3"],
        check=True, capture_output=True, timeout=300,
    )
    tables = Tables(tmp_path)
    state = State.from_text("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]")
    value = tables.probe(state)
    assert tables.games == ["morris"] and tables.report and tables.complaints == []
    assert value.kind == "win" and value.proven and tables.distance(state)[0] == value.plies == 1
    assert tables.probe(State("morris")) is None and tables.probe(State("hexceed")) is None
    assert tables.probe(state.copy().play("g4-g7xa1")).kind == "loss"
    scores, proven = Search("morris", tables=tmp_path).evaluate([state, State("morris")])
    assert proven.tolist() == [True, False] and scores[0] == 31999
    line = Search("morris", tables=tmp_path).best(state, depth=3)
    assert line.table_hits > 0 and line.value.proven


def test_experience_is_learned_and_becomes_a_book(tmp_path):
    store = Experience(tmp_path, write=True)
    for _ in range(40):
        store.learn(State("morris").play("d6").play("resign"))
    assert store.games(State("morris")) == 40
    known = {it.move: it for it in store.moves(State("morris"))}
    assert known["B[d6]"].games == 40 and known["B[d6]"].wins == 40 and known["B[a7]"].games == 0
    assert known["B[d2]"].games == 40, "by symmetry"
    with pytest.raises(ValueError, match="the game is not over"):
        store.learn(State("morris"))
    line = Search("morris", store=tmp_path).best(State("morris"), nodes=100)
    assert line.from_book and known[line.move].games == 40
    with pytest.raises(ValueError):
        Experience(tmp_path / "none")
    reader = Experience(tmp_path)
    with pytest.raises(ValueError, match="open for reading"):
        reader.learn(State("morris").play("resign"))
    assert (reader.games(State("morris")), reader.games(State("hexceed")), reader.moves(State("hexceed"))) == (40, 0, [])


def test_records_go_round(tmp_path):
    path = tmp_path / "some.games"
    states = [
        State("trimok", rules={"change": "any", "quiet": 20}),
        State.from_text("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]").play("g4-g7xa1"),
        State("hexceed"),
    ]
    states[2].play(states[2].legal_actions()[0])
    write_games(path, [Record.of(state, First='a "b"') for state in states])
    write_games(path, [Record.of(State("dominions", rules={"no_boomerang": True}))], append=True)
    records = read_games(path)
    assert [record.state() for record in records[:3]] == states
    assert records[0].tags["First"] == 'a "b"' and records[1].result == "1-0" and records[3].state().rules["no_boomerang"]
    path.write_text("[Game \"morris\"]\nB[d6]\n")
    with pytest.raises(ValueError, match="line 3, column 1: expected 1-0"):
        read_games(path)
    path.write_text("[Game \"morris\"]\nB[d6];W[d6] *\n")
    with pytest.raises(quincunx.IllegalMove, match="d6 is not empty"):
        read_games(path)[0].state()
    with pytest.raises(ValueError):
        print(Record({"Game": "morris"}, ["B[d6]", "1-0"], "*"))


def test_the_program_reads_what_is_written(program, tmp_path):
    path = tmp_path / "some.games"
    state = State("trimok", rules={"quiet": 20})
    for _ in range(6):
        state.play(state.legal_actions()[0])
    write_games(path, [Record.of(state.copy())])
    told = subprocess.run([program, "analyse", "trimok", path, "--depth", "2"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


def test_matches_count_pairs():
    best = Search("hexceed")
    result = match(best, lambda state: state.legal_moves()[0], game="hexceed", games=8, limit={"nodes": 300})
    assert result.games == 8 and sum(result.pairs) == 4 and result.wins > 4
    assert all(record.state().is_over for record in result.records)
    assert {record.tags["First"] for record in result.records} == {"first", "second"}
    cheat = match(lambda state: "nonsense", lambda state: state.legal_moves()[0], game="morris", games=2)
    assert (cheat.losses, cheat.records[0].tags["Termination"]) == (2, "illegal move")
    with pytest.raises(ValueError, match="pairs need an even number"):
        match(best, best, game="hexceed", games=3)
    with pytest.raises(ValueError, match="no openings"):
        match(best, best, game="hexceed", opening=[])
    with pytest.raises(ValueError, match="openings of morris, but a match of hexceed"):
        match(best, best, game="hexceed", opening=[State("hexceed"), State("morris")])
    with pytest.raises(ValueError, match="rules and openings, which have their own"):
        match(best, best, game="morris", rules={"Morris Quiet": 40}, opening=[State("morris")])
    with pytest.raises(TypeError, match="neither a Search"):
        match(best, 3, game="hexceed")
