"""Learns the value of positions from random games: one weight for each number of an observation.

    python examples/learner.py [GAME] [STEPS] [PICTURE]

Many games run at once. What a position was worth is known when its game is over; logistic regression on that gives a
value, and its error on games that it has not seen gives a curve, drawn into PICTURE if there is one. At the end the
learner plays: one ply deep by its value, against random moves.
"""

from __future__ import annotations

import sys

import numpy as np

from quincunx import State, VectorEnv, game as facts, match


def finished_games(envs: VectorEnv, steps: int):
    """Yields, for each game that ends, the observations of its positions and what their player got there."""
    observations, infos = envs.reset()
    histories: list[list[tuple[np.ndarray, int]]] = [[] for _ in range(envs.num_envs)]
    for _ in range(steps):
        players = infos["to_move"]
        for history, observation, player in zip(histories, observations, players):
            history.append((observation, player))
        observations, rewards, over, _, infos = envs.step(envs.sample())
        for at in np.flatnonzero(over):
            positions = np.array([observation for observation, _ in histories[at]])
            signs = np.array([1 if player == players[at] else -1 for _, player in histories[at]])
            yield positions, (signs * rewards[at] + 1) / 2
            histories[at] = []


class Value:
    """The chance of the player to move."""

    def __init__(self, inputs: int) -> None:
        self.weights, self.squares, self.scale = np.zeros(inputs + 1), np.full(inputs + 1, 1e-6), 1.0

    def __call__(self, positions: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-np.clip(self._padded(positions) @ self.weights, -30, 30)))

    @staticmethod
    def _padded(positions: np.ndarray) -> np.ndarray:
        return np.concatenate([positions, np.ones((len(positions), 1), np.float32)], axis=1)

    def learn(self, positions: np.ndarray, points: np.ndarray) -> None:
        """Takes a step of Adagrad."""
        gradient = self._padded(positions).T @ (self(positions) - points) / len(positions)
        self.squares += gradient**2
        self.weights -= 0.05 * gradient / np.sqrt(self.squares)


def loss(value: Value, positions: np.ndarray, points: np.ndarray) -> float:
    chances = np.clip(value(positions), 1e-6, 1 - 1e-6)
    return float(-(points * np.log(chances) + (1 - points) * np.log(1 - chances)).mean())


def player(value: Value, game: str):
    """Returns a function that plays to the position that is worst for whoever moves there."""

    def choose(state: State) -> str:
        moves, mover, worths = state.legal_moves(), state.player, []
        for move in moves:
            state.play(move)
            if state.is_over:
                worths.append((state.result.rewards[mover] + 1) / 2)
            else:
                chance = float(value(state.observation()[None])[0])
                worths.append(chance if state.player == mover else 1 - chance)
            state.undo()
        return moves[int(np.argmax(worths))]

    return choose


def main(game: str = "morris", steps: str = "2500", picture: str | None = None) -> None:
    envs = VectorEnv(game, 128, seed=1)
    value, curve, unseen, batch = Value(facts(game)["inputs"]), [], [], []
    for number, finished in enumerate(finished_games(envs, int(steps))):
        if number < 60:
            unseen.append(finished)
            continue
        batch.append(finished)
        if len(batch) == 20:
            value.learn(*(np.concatenate(parts) for parts in zip(*batch)))
            batch = []
            if number % 100 < 20:
                curve.append((number, loss(value, *(np.concatenate(parts) for parts in zip(*unseen)))))
    print(f"{game}: error {curve[0][1]:.4f} after {curve[0][0]} games, {curve[-1][1]:.4f} after {curve[-1][0]}")
    if picture:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(6, 3.5))
        axes.plot(*zip(*curve))
        axes.set(xlabel="games", ylabel="error on unseen games", title=f"A linear value of {facts(game)['title']}")
        figure.tight_layout()
        figure.savefig(picture)
    result = match(player(value, game), lambda state: state.random_move(state.hash), game=game, games=40, opening=2)
    print(f"against random moves: {result}")
    assert curve[-1][1] < curve[0][1] and result.score > 0.6


if __name__ == "__main__":
    main(*sys.argv[1:])
