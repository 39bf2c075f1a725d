"""Any UGI or UCI engine as a process.

Plain:

>>> from quincunx import State
>>> from quincunx.client import Engine, Limit
>>> with Engine.open("quincunx", dialect="ugi") as engine:
...     engine.configure({"Hash": 4})
...     best = engine.play(State("morris"), Limit(depth=3))
>>> best.info.depth, best.move in State("morris").legal_moves()
(3, True)

`AsyncEngine` has the same methods as coroutines. An engine that ends raises `EngineDied` at once, with what it last
wrote to its error output; one that does not answer in time is killed and raises `EngineTimeout`. A refusal,
`info string error ...`, raises `EngineError` with its words.
"""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from ._quincunx import State

__all__ = [
    "AsyncEngine", "Engine", "EngineDied", "EngineError", "EngineTimeout", "Info", "Limit", "Option", "PlayResult", "Score",
]

#: A state, or the words of a `position` command.
Position = Union[State, str]

#: The longest line that is read, in bytes.
LONGEST_LINE = 1 << 20


class EngineError(RuntimeError):
    """The engine refuses, or says what makes no sense."""


class EngineDied(EngineError):
    """The engine has ended."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time, and was killed."""


@dataclass(frozen=True)
class Limit:
    """What ends a search; the limit that is reached first does. Times are seconds.

    >>> Limit(time=0.5, depth=8).command()
    'go depth 8 movetime 500'
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    #: What the clocks of the first and the second player show, and what is added after each move.
    clocks: tuple[float, float] | None = None
    increments: tuple[float, float] = (0.0, 0.0)
    moves_to_go: int | None = None

    def command(self) -> str:
        """The line that starts the search."""
        words = ["go"]
        for name, value in (("depth", self.depth), ("nodes", self.nodes), ("mate", self.mate)):
            if value is not None:
                words += [name, str(value)]
        if self.time is not None:
            words += ["movetime", str(max(1, round(1000 * self.time)))]
        if self.clocks is not None:
            for name, seconds in zip(("wtime", "btime"), self.clocks):
                words += [name, str(round(1000 * seconds))]
            for name, seconds in zip(("winc", "binc"), self.increments):
                words += [name, str(round(1000 * seconds))]
            if self.moves_to_go is not None:
                words += ["movestogo", str(self.moves_to_go)]
        if len(words) == 1:
            raise ValueError("no limit: time, depth, nodes, mate or clocks")
        return " ".join(words)

    @property
    def longest(self) -> float | None:
        """The longest that the search may take, in seconds, if that is known."""
        times = [self.time] if self.time is not None else []
        times += [max(self.clocks)] if self.clocks is not None else []
        return min(times) if times else None


@dataclass(frozen=True)
class Option:
    """An option that an engine announces."""

    name: str
    type: str
    default: str | None = None
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """What a line is worth to the side to move."""

    #: Hundredths of the game's unit, if it is not a win or a loss.
    cp: int | None = None
    #: The distance to a win, negative to a loss: in plies in UGI, in moves in UCI.
    mate: int | None = None
    #: `None`, `"lowerbound"` or `"upperbound"`.
    bound: str | None = None
    #: The final margin of a game of points, if it is proven.
    margin: int | None = None
    #: The chances of win, draw and loss in thousandths, if the engine tells them.
    wdl: tuple[int, int, int] | None = None

    @property
    def proven(self) -> bool:
        """Whether it is a win, a loss or a margin rather than an estimate."""
        return self.bound is None and (self.mate is not None or self.margin is not None)


@dataclass
class Info:
    """What an engine says of a line.

    >>> info = Info.parse("depth 7 seldepth 9 multipv 2 score cp -13 nodes 100 nps 9 time 11 tbhits 0 pv B[a7] W[d6]")
    >>> info.depth, info.multipv, info.score.cp, info.time, info.pv
    (7, 2, -13, 0.011, ['B[a7]', 'W[d6]'])
    """

    depth: int | None = None
    seldepth: int | None = None
    multipv: int = 1
    score: Score | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    tbhits: int | None = None
    time: float | None = None
    currmove: str | None = None
    pv: list[str] = field(default_factory=list)
    string: str | None = None

    @classmethod
    def parse(cls, text: str) -> Info:
        """Reads what stands behind `info`. What is unknown or malformed is passed over."""
        info = cls()
        words = deque(text.split())
        score: dict[str, Any] = {}
        numbers = {"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits"}
        while words:
            word = words.popleft()
            with contextlib.suppress(ValueError, IndexError):
                if word == "string":
                    info.string = " ".join(words)
                    break
                if word == "pv":
                    info.pv = list(words)
                    break
                if word in numbers:
                    setattr(info, word, int(words.popleft()))
                elif word == "time":
                    info.time = int(words.popleft()) / 1000
                elif word == "currmove":
                    info.currmove = words.popleft()
                elif word in ("cp", "mate", "margin"):
                    score[word] = int(words.popleft())
                elif word in ("lowerbound", "upperbound"):
                    score["bound"] = word
                elif word == "wdl":
                    score["wdl"] = (int(words.popleft()), int(words.popleft()), int(words.popleft()))
        if score:
            info.score = Score(**score)
        return info


@dataclass
class PlayResult:
    """What a search has found."""

    #: The move, `None` if there is none.
    move: str | None
    #: The answer that is expected.
    ponder: str | None
    #: The last that was said of each line, best first.
    lines: list[Info]
    #: What else the engine said.
    strings: list[str]

    @property
    def info(self) -> Info:
        """The last that was said of the best line."""
        return self.lines[0] if self.lines else Info()


class AsyncEngine:
    """An engine as a process, for `asyncio`. `open` starts one; see `Engine` for what the methods do."""

    def __init__(self, process: asyncio.subprocess.Process, dialect: str, timeout: float) -> None:
        self._process = process
        self._dialect = dialect
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._errors: deque[str] = deque(maxlen=20)
        self._drain = asyncio.ensure_future(self._read_errors())
        self._told: list[str] | None = None
        self._game: tuple[Any, ...] | None = None
        self.id: dict[str, str] = {}
        self.options: dict[str, Option] = {}

    @classmethod
    async def open(
        cls,
        command: str | Sequence[str],
        *,
        dialect: str = "uci",
        timeout: float = 10.0,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> AsyncEngine:
        if dialect not in ("uci", "ugi"):
            raise ValueError(f'dialect {dialect!r}: "uci" or "ugi"')
        words = shlex.split(command) if isinstance(command, str) else list(command)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *words, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=env, limit=LONGEST_LINE
        )
        self = cls(process, dialect, timeout)
        try:
            await self._within(timeout, self._shake_hands())
        except BaseException:
            await self._kill()
            raise
        return self

    async def _shake_hands(self) -> None:
        await self._send(self._dialect)
        while (line := await self._line()) != f"{self._dialect}ok":
            word, _, rest = line.partition(" ")
            if word == "id":
                name, _, value = rest.partition(" ")
                self.id[name] = value
            elif word == "option":
                option = _option(rest)
                self.options[option.name] = option
        await self._ready()

    async def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(ValueError):
            while line := await self._process.stderr.readline():
                self._errors.append(line.decode("utf-8", "replace").rstrip())

    async def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError(f"{line!r} is more than a line")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise await self._death() from None

    async def _line(self) -> str:
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            await self._kill()
            raise EngineError(f"the engine wrote a line of more than {LONGEST_LINE} bytes") from None
        if not line:
            raise await self._death()
        return line.decode("utf-8", "replace").strip()

    async def _death(self) -> EngineDied:
        code = None
        with contextlib.suppress(asyncio.TimeoutError):
            code = await asyncio.wait_for(self._process.wait(), 1)
        if code is None:
            await self._kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._drain), 1)
        said = "\n".join(self._errors)
        how = "closed its output" if code is None else f"ended with code {code}"
        return EngineDied(f"the engine {how}" + (f":\n{said}" if said else ""))

    async def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._drain.cancel()

    async def _within(self, seconds: float | None, work):
        try:
            return await asyncio.wait_for(work, seconds)
        except asyncio.TimeoutError:
            await self._kill()
            raise EngineTimeout(f"the engine did not answer within {seconds:g} s") from None

    async def _ready(self) -> list[str]:
        await self._send("isready")
        errors = []
        while (line := await self._line()) != "readyok":
            if line.startswith("info string error "):
                errors.append(line[len("info string error "):])
        return errors

    async def _settle(self) -> None:
        errors = await _whole(self._within(self._timeout, self._ready()))
        if errors:
            raise EngineError("; ".join(errors))

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def ping(self) -> None:
        async with self._lock:
            await self._settle()

    async def configure(self, options: Mapping[str, Any]) -> None:
        async with self._lock:
            self._game = None
            try:
                await self._set(options)
            finally:
                await self._settle()

    async def _set(self, options: Mapping[str, Any]) -> None:
        known = {name.lower(): option for name, option in self.options.items()}
        for name, value in options.items():
            option = known.get(name.lower())
            if option is None:
                raise EngineError(f"the engine has no option {name!r}")
            if option.type == "button":
                await self._send(f"setoption name {option.name}")
                continue
            shown = str(value).lower() if isinstance(value, bool) else "<empty>" if value in (None, "") else value
            await self._send(f"setoption name {option.name} value {shown}")

    async def new_game(self) -> None:
        async with self._lock:
            await self._send(f"{self._dialect}newgame")
            await self._settle()

    async def _set_position(self, position: Position) -> None:
        if isinstance(position, str):
            await self._send(f"position {position}")
            await self._settle()
            return
        chosen = (position.game, tuple(position.rules.items()))
        if chosen != self._game:
            self._game = None
            wanted: dict[str, Any] = {}
            if "UCI_Variant" in self.options:
                wanted["UCI_Variant"] = position.game
            for rule, value in position.rules.items():
                name = f"{position.game} {rule.replace('_', ' ')}".lower()
                if any(option.lower() == name for option in self.options):
                    wanted[name] = value
            await self._set(wanted)
        moves = position.moves
        tail = f" moves {' '.join(moves)}" if moves else ""
        await self._send(f"position fen {position.start_text}{tail}")
        await self._settle()
        self._game = chosen

    async def play(self, position: Position, limit: Limit, *, deadline: float | None = None) -> PlayResult:
        return (await self._search(position, limit, None, deadline))

    async def analyse(
        self, position: Position, limit: Limit, *, multipv: int = 1, deadline: float | None = None
    ) -> list[Info]:
        return (await self._search(position, limit, multipv, deadline)).lines

    async def _search(self, position, limit, multipv, deadline) -> PlayResult:
        async with self._lock:
            changes = multipv is not None and "MultiPV" in self.options
            try:
                if changes:
                    await self._set({"MultiPV": multipv})
                await self._set_position(position)
                if deadline is None and limit.longest is not None:
                    deadline = limit.longest + self._timeout
                await self._send(limit.command())
                try:
                    return await self._within(deadline, self._hear())
                except asyncio.CancelledError:
                    await _whole(self._end_search())
                    raise
            finally:
                if changes and self.is_alive:
                    await self._set({"MultiPV": 1})

    async def _end_search(self) -> None:
        """Stops a search whose answer is not wanted."""
        if self.is_alive:
            await self._send("stop")
            await self._within(self._timeout, self._hear())

    async def _hear(self) -> PlayResult:
        lines: dict[int, Info] = {}
        strings: list[str] = []
        errors: list[str] = []
        while True:
            line = await self._line()
            word, _, rest = line.partition(" ")
            if word == "info":
                info = Info.parse(rest)
                if info.string is not None:
                    if info.string.startswith("error "):
                        errors.append(info.string[len("error "):])
                    strings.append(info.string)
                elif info.pv or info.score is not None:
                    lines[info.multipv] = info
            elif word == "bestmove":
                if errors:
                    raise EngineError("; ".join(errors))
                words = [None if it in ("0000", "(none)") else it for it in rest.split()]
                move = words[0] if words else None
                ponder = words[2] if len(words) > 2 and words[1] == "ponder" else None
                return PlayResult(move, ponder, [lines[at] for at in sorted(lines)], strings)

    async def stop(self) -> None:
        """Ends the search that another task waits for; it gets what was found."""
        await self._send("stop")

    async def quit(self) -> None:
        if self.is_alive:
            with contextlib.suppress(EngineError):
                await self._send("quit")
            try:
                await asyncio.wait_for(self._process.wait(), self._timeout)
            except asyncio.TimeoutError:
                await self._kill()
        self._drain.cancel()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()


async def _whole(work):
    """Does work to its end even if it is cancelled: else the next to ask would read the rest of its answer."""
    task, cancelled = asyncio.ensure_future(work), None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled:
        raise cancelled from task.exception()
    return task.result()


def _option(text: str) -> Option:
    words = text.split()
    marks = ("name", "type", "default", "min", "max", "var")
    found: dict[str, list[list[str]]] = {}
    current: list[str] = []
    for word in words:
        # A name may hold any word but `type`.
        if word in marks and not (word != "type" and "name" in found and "type" not in found):
            current = []
            found.setdefault(word, []).append(current)
        else:
            current.append(word)
    first = {mark: " ".join(parts[0]) for mark, parts in found.items()}

    def number(mark: str) -> int | None:
        try:
            return int(first[mark])
        except (KeyError, ValueError):
            return None

    choices = tuple(" ".join(part) for part in found.get("var", ()))
    return Option(
        first.get("name", ""), first.get("type", ""), first.get("default"), number("min"), number("max"), choices
    )


class Engine:
    """An engine as a process. `Engine.open` starts one; `with` ends it."""

    def __init__(self, engine: AsyncEngine, loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
        self._engine, self._loop, self._thread = engine, loop, thread

    @classmethod
    def open(
        cls,
        command: str | Sequence[str],
        *,
        dialect: str = "uci",
        timeout: float = 10.0,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Engine:
        """Starts an engine and waits for its answer to `uci` or `ugi`. `timeout` is how long any answer may take,
        beyond the time that a search was given."""
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="quincunx.client", daemon=True)
        thread.start()
        opening = AsyncEngine.open(command, dialect=dialect, timeout=timeout, cwd=cwd, env=env)
        try:
            engine = asyncio.run_coroutine_threadsafe(opening, loop).result()
        except BaseException:
            _end(loop, thread)
            raise
        return cls(engine, loop, thread)

    def _do(self, work):
        if not self._thread.is_alive():
            work.close()
            raise EngineDied("the engine was quit")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            # The search is stopped, the engine stays.
            future.cancel()
            raise

    @property
    def id(self) -> dict[str, str]:
        """What the engine says of itself: `name`, `author`."""
        return self._engine.id

    @property
    def options(self) -> dict[str, Option]:
        """The options that the engine announces, by name."""
        return self._engine.options

    @property
    def is_alive(self) -> bool:
        """Whether the engine runs."""
        return self._engine.is_alive

    def ping(self) -> None:
        """Waits until the engine has done all that it was told."""
        self._do(self._engine.ping())

    def configure(self, options: Mapping[str, Any]) -> None:
        """Sets options. An unknown one, or one that the engine refuses, raises `EngineError`."""
        self._do(self._engine.configure(options))

    def new_game(self) -> None:
        """Lets the engine forget the game."""
        self._do(self._engine.new_game())

    def play(self, position: Position, limit: Limit, *, deadline: float | None = None) -> PlayResult:
        """Searches a position and returns the best move. The engine is told the game and the rules of a `State`; a
        text is what follows the word `position`. Without a limit of time, the answer is waited for `deadline`
        seconds, or as long as the engine runs."""
        return self._do(self._engine.play(position, limit, deadline=deadline))

    def analyse(
        self, position: Position, limit: Limit, *, multipv: int = 1, deadline: float | None = None
    ) -> list[Info]:
        """Searches a position and returns the best lines."""
        return self._do(self._engine.analyse(position, limit, multipv=multipv, deadline=deadline))

    def stop(self) -> None:
        """Ends the search that another thread waits for; it gets what was found."""
        self._do(self._engine.stop())

    def quit(self) -> None:
        """Ends the engine, and kills it if it does not end within the timeout."""
        if self._thread.is_alive():
            try:
                self._do(self._engine.quit())
            finally:
                _end(self._loop, self._thread)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()


def _end(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    if not thread.is_alive():
        loop.close()
