"""A match between two programs that speak UCI or UGI.

    python examples/programs.py [FIRST] [SECOND] [GAME] [GAMES] [RECORD]

Both are `quincunx` unless others are named; the second gets a quarter of the nodes.
"""

from __future__ import annotations

import sys

from quincunx import match, write_games
from quincunx.client import Engine, Limit


class Player:
    """An engine with limits of its own."""

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self.engine, self.limit = engine, limit

    def __call__(self, state):
        return self.engine.play(state, self.limit).move


def main(
    first: str = "quincunx", second: str = "quincunx", game: str = "trimok", games: str = "6", record: str | None = None
) -> None:
    with Engine.open(first) as one, Engine.open(second) as two:
        players = Player(one, Limit(nodes=4000)), Player(two, Limit(nodes=1000))
        result = match(*players, game=game, games=int(games), names=(one.id["name"], two.id["name"]), max_plies=300)
    print(f"{game}, {one.id['name']} with 4,000 nodes against {two.id['name']} with 1,000: {result}")
    if record:
        write_games(record, result.records)


if __name__ == "__main__":
    main(*sys.argv[1:])
