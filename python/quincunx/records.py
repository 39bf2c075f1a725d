"""Files of games: tags, moves, result."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from ._quincunx import State, format_game, game, parse_games

__all__ = ["Record", "read_games", "write_games"]


@dataclass
class Record:
    """A game of a file.

    >>> record = Record.of(State("morris").play("d6").play("resign"), First="me", Second="you")
    >>> print(record)
    [Game "morris"]
    [First "me"]
    [Second "you"]
    [Result "1-0"]
    [Termination "resigned"]
    B[d6];W[resign]
    1-0
    >>> record.state().result.winner
    'B'
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    result: str = "*"

    @classmethod
    def of(cls, state: State, **tags: str) -> Record:
        """Returns the record of a state, with more tags."""
        own = {"Game": state.game}
        default = State(state.game).rules
        changed = {name: value for name, value in state.rules.items() if value != default[name]}
        if changed:
            own["Rules"] = ";".join(_rule(state.game, *item) for item in changed.items())
        if state.start_text != State(state.game, rules=state.rules).text:
            own["Start"] = state.start_text
        own.update(tags)
        result = state.result
        score = result.score if result else "*"
        own["Result"] = score
        if result:
            own["Termination"] = result.ending
            if result.margin is not None:
                own["Margin"] = str(result.margin)
        return cls(own, list(state.moves), score)

    def state(self) -> State:
        """Returns the state behind the last move. Whoever wrote the record, its moves are checked."""
        name = self.tags.get("Game")
        if name is None:
            raise ValueError("the game has no tag Game")
        rules = {}
        for assignment in filter(None, self.tags.get("Rules", "").split(";")):
            rule, _, value = assignment.partition("=")
            rules[rule.strip()] = value.strip()
        return State.from_record(name, ";".join(self.moves), rules=rules, start=self.tags.get("Start"))

    def __str__(self) -> str:
        return format_game(list(self.tags.items()), self.moves, self.result).rstrip("\n")


def _rule(name: str, key: str, value: object) -> str:
    shown = str(value).lower() if isinstance(value, bool) else value
    return f"{name.title()} {key.replace('_', ' ').title()}={shown}"


def read_games(path: str | os.PathLike[str]) -> list[Record]:
    """Returns the games of a file. A file that cannot be read further is refused as a whole, with the line and the
    column. Whether moves are legal is seen by `Record.state`."""
    text = Path(path).read_text(encoding="utf-8")
    return [Record(dict(tags), moves, result) for tags, moves, result in parse_games(text)]


def write_games(path: str | os.PathLike[str], records: list[Record], *, append: bool = False) -> None:
    """Writes games to a file, instead of what it held or after that."""
    text = "".join(f"{record}\n\n" for record in records)
    with open(path, "a" if append else "w", encoding="utf-8") as file:
        file.write(text)
