"""The games as PettingZoo environments (AEC: one player acts at a time)."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._quincunx import State, game as facts

__all__ = ["Raw", "env", "raw_env"]


def env(game="morris", *, rules=None, render_mode=None, max_plies=None):
    """Returns an environment with the usual wrappers: an illegal move loses the game."""
    environment = Raw(game, rules=rules, render_mode=render_mode, max_plies=max_plies)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class Raw(AECEnv):
    """An environment of a game.

    An observation is a dictionary: `observation`, what `State.observation` returns, from the view of the player to
    move, and `action_mask`. Whoever is not to move sees the same with an empty mask. A player may act several times
    in a row. The rewards at the end are 1 for a win, -1 for a loss, 0 for a draw; after `max_plies` moves a game is
    truncated.

    `render_mode` is `"ansi"`, which returns a drawing as text, `"svg"`, which returns an image as text, or
    `"human"`, which prints.
    """

    metadata = {"render_modes": ["ansi", "svg", "human"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game="morris", *, rules=None, render_mode=None, max_plies=None):
        super().__init__()
        self.game, self.rules, self.render_mode, self.max_plies = game, rules, render_mode, max_plies
        self.metadata = {**self.metadata, "name": f"quincunx_{game}"}
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        known = facts(game)
        observation = spaces.Dict({
            "observation": spaces.Box(-np.inf, np.inf, (known["inputs"],), np.float32),
            "action_mask": spaces.Box(0, 1, (known["actions"],), np.int8),
        })
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(known["actions"]) for agent in self.possible_agents}
        self.state_of_game = State(game, rules=rules)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Starts a game; `options={"text": ...}` starts it from a position."""
        text = (options or {}).get("text")
        if text is None:
            state = State(self.game, rules=self.rules)
        else:
            state = State.from_text(self.game, text, rules=self.rules)
        if state.is_over:
            raise ValueError("the game is over at its start")
        self.state_of_game = state
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        self.agent_selection = self.possible_agents[self.state_of_game.player]

    def observe(self, agent):
        state = self.state_of_game
        acts = agent == self.agent_selection and not state.is_over
        mask = state.action_mask().view(np.int8) if acts else np.zeros(state.action_count, np.int8)
        return {"observation": state.observation(), "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        state = self.state_of_game.play(int(action))
        if state.is_over:
            self.rewards = dict(zip(self.possible_agents, state.result.rewards))
            self.terminations = dict.fromkeys(self.agents, True)
            margin = state.result.margin
            for sign, player in zip((1, -1), self.possible_agents):
                self.infos[player] = {"ending": state.result.ending}
                if margin is not None:
                    self.infos[player]["margin"] = sign * margin
        elif self.max_plies is not None and state.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if state.is_over or any(self.truncations.values()):
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def render(self):
        if self.render_mode == "svg":
            return self.state_of_game.svg()
        if self.render_mode == "ansi":
            return self.state_of_game.draw()
        if self.render_mode == "human":
            print(self.state_of_game.draw())
        return None

    def close(self):
        pass


def raw_env(game="morris", **options):
    """Returns an environment without wrappers; an illegal move raises `quincunx.IllegalMove`."""
    return Raw(game, **options)
