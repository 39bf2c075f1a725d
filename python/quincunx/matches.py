"""Matches between players: searches, engines, functions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Union

from ._quincunx import Search, State, elo
from .records import Record

__all__ = ["MatchResult", "Player", "match"]

#: Who can play: a `Search`, an engine of `quincunx.client`, or a function from a state to a move or an action.
Player = Union[Search, Callable[[State], Union[str, int]], Any]


@dataclass
class MatchResult:
    """What a match has shown, from the first player's view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: How many pairs of games from one opening gave 0, 1/2, 1, 3/2 and 2 points.
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    records: list[Record] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> tuple[float, float] | None:
        """The difference in Elo and half the width of its interval of 95 %; `None` if the pairs do not tell."""
        estimate = elo(self.pairs)
        return estimate[1:] if estimate and all(map(isfinite, estimate)) else None

    def __str__(self) -> str:
        text = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"{text}, Elo {self.elo[0]:+.0f} +- {self.elo[1]:.0f}" if self.elo else text


def match(
    first: Player,
    second: Player,
    *,
    game: str,
    games: int = 10,
    rules: Mapping[str, object] | None = None,
    opening: int | list[State] = 4,
    seed: int = 0,
    limit: Mapping[str, Any] | None = None,
    max_plies: int = 2000,
    names: tuple[str, str] = ("first", "second"),
) -> MatchResult:
    """Plays pairs of games, each pair from one opening with the sides exchanged.

    An opening is a number of random moves, under `rules`, or a list of states, which have their own. `limit` holds
    what ends a search, such as `{"nodes": 1000}` or `{"time": 0.1}`; a `Search` with a level needs none. A move that
    is illegal loses the game, and `max_plies` moves make a draw. What a player raises ends the match.

    >>> from quincunx import Search
    >>> result = match(Search("hexceed"), lambda state: state.random_move(state.hash), game="hexceed", games=4,
    ...                limit={"nodes": 500})
    >>> result.games, result.score > 0.5
    (4, True)
    """
    if games < 1 or games % 2:
        raise ValueError(f"{games} games: pairs need an even number")
    if not isinstance(opening, int):
        if not opening:
            raise ValueError("no openings")
        if rules is not None:
            raise ValueError("rules and openings, which have their own")
        if others := {state.game for state in opening} - {game}:
            raise ValueError(f"openings of {', '.join(sorted(others))}, but a match of {game}")
    choices = [_chooser(player, dict(limit or {})) for player in (first, second)]
    result = MatchResult()
    dice = random.Random(seed)
    for pair in range(games // 2):
        start = _opening(game, rules, opening, pair, dice)
        points = 0.0
        for swap in (False, True):
            for player in (first, second):
                _new_game(player)
            state = start.copy()
            order = choices[::-1] if swap else choices
            record, score = _play(state, order, max_plies)
            score = 1 - score if swap else score
            record.tags.update(First=names[swap], Second=names[not swap], Round=f"{pair + 1}.{swap + 1}")
            result.records.append(record)
            result.wins += score == 1
            result.draws += score == 0.5
            result.losses += score == 0
            points += score
        result.pairs[round(2 * points)] += 1
    return result


def _opening(game, rules, opening, pair, dice) -> State:
    if not isinstance(opening, int):
        return opening[pair % len(opening)].copy()
    for _ in range(1000):
        state = State(game, rules=rules)
        for _ in range(opening):
            if not state.is_over:
                state.play(dice.choice(state.legal_actions()))
        if not state.is_over:
            return state
    raise ValueError(f"{opening} random moves end every game of {game}")


def _chooser(player: Player, limit: dict[str, Any]) -> Callable[[State], str | int | None]:
    if isinstance(player, Search):
        return lambda state: player.best(state, **limit).move
    if hasattr(player, "play"):
        from .client import Limit

        return lambda state: player.play(state, Limit(**limit)).move
    if callable(player):
        return player
    raise TypeError(f"{player!r} is neither a Search nor an engine nor a function")


def _new_game(player: Player) -> None:
    if isinstance(player, Search):
        player.clear()
    elif hasattr(player, "new_game"):
        player.new_game()


def _play(state: State, choices, max_plies: int) -> tuple[Record, float]:
    """Plays a game to its end; returns its record and the points of the player who is first in it."""
    while not state.is_over and state.ply < max_plies:
        mover = state.player
        move = choices[mover](state.copy())
        if move is None or not state.is_legal(move):
            record = Record.of(state, Termination="illegal move", Reason=f"{state.to_move} played {move}")
            record.result = record.tags["Result"] = ("0-1", "1-0")[mover]
            return record, float(mover)
        state.play(move)
    record = Record.of(state)
    if state.result is None:
        record.result = record.tags["Result"] = "1/2-1/2"
        record.tags["Termination"] = "adjudication"
        return record, 0.5
    return record, (state.result.rewards[0] + 1) / 2
