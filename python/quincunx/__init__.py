"""The five games of quincunx in Python: rules, search, tables, environments.

>>> from quincunx import Search, State
>>> state = State("morris").play("d6").play("d2")
>>> state.to_move, len(state.legal_moves())
('B', 22)
>>> line = Search("morris").best(state, nodes=2000)
>>> line.move in state.legal_moves(), line.value.proven
(True, False)

* `State` is a game in progress and can never be illegal; `quincunx.actions` says how moves are numbered.
* `Search` is the engine's search, `Tables` solved positions, `Experience` what games have taught.
* `read_games` and `write_games` read and write files of games, `match` plays players against each other.
* `quincunx.client` speaks to any UGI or UCI engine as a process.
* `env` is a PettingZoo environment, `VectorEnv` many games at once, `quincunx.openspiel` an adapter.

Only arrays need numpy, only `env` needs PettingZoo, only the adapter needs OpenSpiel:
`pip install quincunx[env]` installs the first two.
"""

from ._quincunx import (
    Experience,
    IllegalMove,
    Known,
    Line,
    ParseError,
    Result,
    Search,
    State,
    Tables,
    Value,
    Vector,
    __version__,
    game,
    games,
    playouts,
)
from .matches import MatchResult, match
from .records import Record, read_games, write_games
from .vector import VectorEnv

__all__ = [
    "Experience", "IllegalMove", "Known", "Line", "MatchResult", "ParseError", "Record", "Result", "Search", "State",
    "Tables", "Value", "Vector", "VectorEnv", "__version__", "env", "game", "games", "match", "playouts",
    "read_games", "write_games",
]


def env(game="morris", *, rules=None, render_mode=None, max_plies=None):
    """Returns a game as a PettingZoo AEC environment, with the usual wrappers: an illegal move loses the game.

    >>> environment = env("hexceed")
    >>> environment.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = environment.last()
    >>> int(observation["action_mask"].sum())
    18
    """
    from .aec import env as wrapped

    return wrapped(game, rules=rules, render_mode=render_mode, max_plies=max_plies)
