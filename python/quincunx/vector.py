"""Many games at once, in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._quincunx import State, Vector, game as facts

if TYPE_CHECKING:
    import numpy as np

__all__ = ["VectorEnv"]


class VectorEnv:
    """`num_envs` games of a kind at once, with the names of Gymnasium's vector environments.

    Every step plays an action in every game, for whoever is to move there; a game that is over starts anew, so that
    the observation behind it is that of the next game. Rewards are those of the player who moved. Games begin under
    `rules` or from the position and under the rules of `start`, and with `random_plies` random moves.

    >>> envs = VectorEnv("hexceed", 64, seed=1)
    >>> observations, infos = envs.reset()
    >>> observations.shape, infos["action_mask"].shape
    ((64, 400), (64, 342))
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
    >>> rewards.shape, bool(terminations.any())
    ((64,), False)
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        rules: dict[str, Any] | None = None,
        start: State | None = None,
        random_plies: int = 0,
        seed: int = 0,
    ) -> None:
        known = facts(game)
        self.game, self.num_envs = game, num_envs
        self.actions, self.inputs = known["actions"], known["inputs"]
        self._vector = Vector(game, num_envs, rules=rules, start=start, plies=random_plies, seed=seed)

    def reset(self, *, seed: int | None = None) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Starts all games anew; returns the observations and the information that `step` returns, without `margin`,
        as nobody has moved."""
        self._vector.restart(seed)
        return self._vector.observations(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """Plays an action in every game, all or none. Returns observations, rewards (`float32`, 1, 0 or -1 for the
        player who moved), whether each game was over, whether it was cut off, which none is, and information:
        `action_mask` (`bool`), `to_move`, the number of the player to move, and `margin`, in games of points, that
        of the player who moved."""
        import numpy as np

        actions = np.ascontiguousarray(actions, dtype=np.int64)
        rewards, over, margins = self._vector.step(actions.tobytes())
        infos = self._infos()
        infos["margin"] = margins
        return self._vector.observations(), rewards.astype(np.float32), over, np.zeros_like(over), infos

    def _infos(self) -> dict[str, np.ndarray]:
        return {"action_mask": self._vector.masks(), "to_move": self._vector.players()}

    def sample(self) -> np.ndarray:
        """Returns a legal action of every game, each with the same probability."""
        return self._vector.sample()

    def state(self, at: int) -> State:
        """Returns a copy of a game."""
        return self._vector.state(at)

    def close(self) -> None:
        """Does nothing."""
