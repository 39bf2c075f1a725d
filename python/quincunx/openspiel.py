"""The games for OpenSpiel: Python games that its algorithms load as any other.

>>> import pyspiel
>>> from quincunx.openspiel import register
>>> register()
['quincunx_coerceo', 'quincunx_dominions', 'quincunx_hexceed', 'quincunx_morris', 'quincunx_trimok']
>>> state = pyspiel.load_game("quincunx_morris").new_initial_state()
>>> len(state.legal_actions()), state.action_to_string(0, state.legal_actions()[0])
(24, 'B[a7]')

Actions are those of `quincunx.actions`; the utility is 1 for a win, -1 for a loss, 0 for a draw. A game that is
not over after 2,000 moves is a draw.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from ._quincunx import State, game as facts, games

__all__ = ["register"]

#: The most moves of a game.
MOST_PLIES = 2000


def register() -> list[str]:
    """Registers the games and returns their names; doing it twice changes nothing."""
    known = set(pyspiel.registered_names())
    names = []
    for name in games():
        game = _game_class(name)
        if game.SHORT_NAME not in known:
            pyspiel.register_game(game.GAME_TYPE, game)
        names.append(game.SHORT_NAME)
    return names


class _State(pyspiel.State):
    """A state of OpenSpiel around one of this package."""

    def __init__(self, game) -> None:
        super().__init__(game)
        self.inner = State(game.NAME)

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.inner.player

    def _legal_actions(self, player):
        # OpenSpiel wants them in order.
        return sorted(self.inner.legal_actions()) if player == self.current_player() else []

    def _apply_action(self, action):
        self.inner.play(action)

    def _action_to_string(self, player, action):
        return self.inner.move_text(action) if self.inner.is_legal(action) else f"action {action}"

    def is_terminal(self):
        return self.inner.is_over or self.inner.ply >= MOST_PLIES

    def returns(self):
        result = self.inner.result
        return list(result.rewards) if result else [0.0, 0.0]

    def __str__(self):
        return self.inner.text


class _Observer:
    """What `State.observation` returns, for whoever is to move."""

    def __init__(self, size: int, params) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        self.tensor[:] = state.inner.observation()

    def string_from(self, state, player):
        return state.inner.text


def _game_class(name: str):
    known = facts(name)
    short = f"quincunx_{name}"
    game_type = pyspiel.GameType(
        short_name=short,
        long_name=known["title"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=known["actions"],
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_PLIES,
    )

    class Game(pyspiel.Game):
        NAME, SHORT_NAME, GAME_TYPE = name, short, game_type

        def __init__(self, params=None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self):
            return _State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return _Observer(known["inputs"], params)

    return Game
