"""Engines as processes: what they say, and what happens when they do not."""

import asyncio
import sys
import threading
import time

import pytest
from conftest import GAMES, random_states

from quincunx import State
from quincunx.client import AsyncEngine, Engine, EngineDied, EngineError, EngineTimeout, Info, Limit, Score, _option

#: An engine in few words, which refuses values of more than two letters: what it does after the handshake stands in
#: its argument.
FAKE = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("id name Fake\\noption name Hash type spin default 16 min 1 max 64"
        "\\noption name Trimok Quiet type spin default 50 min 1 max 99\\nuciok", flush=True)
    elif word == "isready": time.sleep({pause}); print("readyok", flush=True)
    elif word == "setoption" and len(line.split()[-1]) > 2: print("info string error", line, end="", flush=True)
    elif word == "quit": break
    elif word == "go":
        {go}
"""


def fake(go, pause=0):
    return [sys.executable, "-c", FAKE.format(go=go, pause=pause)]


@pytest.mark.parametrize("dialect", ["uci", "ugi"])
def test_every_game_is_played(program, dialect):
    with Engine.open([program], dialect=dialect) as engine:
        assert engine.id["name"].startswith("Quincunx") and engine.options["Hash"].min == 1
        assert set(engine.options["UCI_Variant"].choices) == set(GAMES)
        engine.configure({"Hash": 2, "UCI_ShowWDL": True})
        for game in GAMES:
            for state in random_states(game, 20)[::7]:
                best = engine.play(state, Limit(nodes=300))
                assert state.is_legal(best.move)
                assert best.info.score.wdl and best.info.pv[0] == best.move and best.info.nodes > 0
        lines = engine.analyse(State("morris"), Limit(depth=2), multipv=3)
        assert [line.multipv for line in lines] == [1, 2, 3] and len({line.pv[0] for line in lines}) == 3
        engine.new_game()
        engine.ping()
        assert engine.is_alive
    assert not engine.is_alive
    with pytest.raises(EngineDied):
        engine.ping()


def test_rules_reach_the_engine(program):
    with Engine.open([program], dialect="ugi") as engine:
        state = State.from_text("trimok", State("trimok").text, rules={"change": "any", "quiet": 5})
        while not state.is_over and state.ply < 8:
            state.play(engine.play(state, Limit(depth=1)).move)
        assert state.result is None or state.result.ending == "quiet"


def test_rules_reach_the_engine_again(program):
    """After others were set, and if it has refused them."""
    with Engine.open([program], dialect="ugi") as engine:
        state = State.from_text("morris", "B[a7,d7,b6,f6]W[c5,d5,e4,g1]turn[B]")
        score = engine.play(state, Limit(depth=2)).info.score
        for other in ({"UCI_Variant": "trimok"}, {"Morris Quiet": 1}):
            engine.configure(other)
            assert engine.play(state, Limit(depth=2)).info.score == score
    with Engine.open(fake('print("bestmove a", flush=True)')) as engine:
        for _ in range(2):
            with pytest.raises(EngineError, match="Trimok Quiet value 100"):
                engine.play(State("trimok", rules={"quiet": 100}), Limit(depth=1))


def test_refusals_are_raised_and_the_engine_stays(program):
    with Engine.open([program], dialect="ugi") as engine:
        with pytest.raises(EngineError, match="no option 'Speed'"):
            engine.configure({"Speed": 1})
        with pytest.raises(EngineError, match="abc"):
            engine.configure({"Hash": "abc"})
        with pytest.raises(EngineError, match="illegal-move"):
            engine.analyse("startpos moves W[nowhere]", Limit(depth=1), multipv=3)
        with pytest.raises(ValueError, match="no limit"):
            engine.play(State("morris"), Limit())
        with pytest.raises(ValueError, match="more than a line"):
            engine.play("startpos\nquit", Limit(depth=1))
        best = engine.play(State("morris"), Limit(depth=1))
        assert best.move and len(best.lines) == 1


def test_a_search_is_stopped_by_another_thread(program):
    with Engine.open([program], dialect="ugi") as engine:
        threading.Timer(0.5, engine.stop).start()
        began = time.monotonic()
        assert engine.play(State("dominions"), Limit(time=60)).move
        assert time.monotonic() - began < 20


def test_clocks(program):
    with Engine.open([program], dialect="uci") as engine:
        assert engine.play(State("morris"), Limit(clocks=(1.0, 1.0), increments=(0.1, 0.1), moves_to_go=20)).move


def test_a_dead_engine_is_told_at_once():
    began = time.monotonic()
    engine = Engine.open(fake('print("oh no", file=sys.stderr); sys.exit(3)'))
    with pytest.raises(EngineDied, match=r"ended with code 3:\noh no"):
        engine.play(State("morris"), Limit(depth=1))
    with pytest.raises(EngineDied):
        engine.play(State("morris"), Limit(depth=1))
    assert not engine.is_alive
    engine.quit()
    with pytest.raises(EngineDied, match="ended with code 0"):
        Engine.open([sys.executable, "-c", ""])
    with pytest.raises(FileNotFoundError):
        Engine.open(["/nowhere/engine"])
    assert time.monotonic() - began < 10


def test_a_silent_engine_is_killed_in_time():
    began = time.monotonic()
    engine = Engine.open(fake("time.sleep(60)"), timeout=2)
    with pytest.raises(EngineTimeout, match="within 2.1 s"):
        engine.play(State("morris"), Limit(time=0.1))
    assert not engine.is_alive
    engine.quit()
    engine = Engine.open(fake("time.sleep(60)"), timeout=2)
    with pytest.raises(TimeoutError):
        engine.play(State("morris"), Limit(depth=1), deadline=0.3)
    engine.quit()
    with pytest.raises(EngineTimeout):
        Engine.open([sys.executable, "-c", "import time; time.sleep(60)"], timeout=1)
    assert time.monotonic() - began < 20


def test_a_flood_is_refused():
    engine = Engine.open(fake('print("x" * 3000000, flush=True)'))
    with pytest.raises(EngineError, match="a line of more than 1048576 bytes"):
        engine.play(State("morris"), Limit(depth=1))
    engine.quit()


def test_nonsense_is_passed_over():
    go = 'print("info depth x score cp\\ninfo wdl 1\\nhello\\ninfo depth 3 score cp 5 lowerbound pv a b\\nbestmove a ponder b", flush=True)'
    with Engine.open(fake(go)) as engine:
        best = engine.play("startpos", Limit(depth=1))
        assert (best.move, best.ponder, best.info.depth) == ("a", "b", 3)
        assert best.info.score == Score(cp=5, bound="lowerbound") and not best.info.score.proven


def test_coroutines(program):
    async def play():
        async with await AsyncEngine.open([program], dialect="ugi") as engine:
            long = asyncio.ensure_future(engine.analyse(State("dominions"), Limit(time=60), multipv=3))
            await asyncio.sleep(0.5)
            long.cancel()
            with pytest.raises(asyncio.CancelledError):
                await long
            return await engine.play(State("hexceed"), Limit(depth=2))

    began = time.monotonic()
    best = asyncio.run(play())
    assert State("hexceed").is_legal(best.move) and len(best.lines) == 1 and time.monotonic() - began < 20


def test_a_refusal_is_told_to_whom_it_concerns():
    async def refuse():
        async with await AsyncEngine.open(fake("pass", pause=0.2)) as engine:
            for work in (engine.ping(), engine.new_game(), engine.configure({"Hash": 8})):
                task = asyncio.ensure_future(work)
                await asyncio.sleep(0.1)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                with pytest.raises(EngineError, match="abc"):
                    await engine.configure({"Hash": "abc"})
                await engine.ping()
            with pytest.raises(EngineError, match="abc"):
                await engine.configure({"Hash": "abc", "Speed": 1})
            await engine.ping()

    asyncio.run(refuse())


def test_two_engines_at_once(program):
    async def play():
        async with await AsyncEngine.open(program, dialect="ugi") as one:
            async with await AsyncEngine.open(program, dialect="uci") as two:
                return await asyncio.gather(*(it.play(State("trimok"), Limit(depth=3)) for it in (one, two)))

    assert len({best.move for best in asyncio.run(play())}) == 1


def test_lines_are_read():
    info = Info.parse("depth 6 score mate -4 margin 7 wdl 0 0 1000 string x y")
    assert info.score == Score(mate=-4, margin=7, wdl=(0, 0, 1000)) and info.string == "x y" and info.score.proven
    option = _option("name Move Overhead name type spin default 10 min 0 max 5000")
    assert (option.name, option.type, option.default, option.max) == ("Move Overhead name", "spin", "10", 5000)
    assert _option("name Go type combo default a b var a b var c").choices == ("a b", "c")
