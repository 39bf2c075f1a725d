"""Environments for learners."""

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import quincunx
from quincunx import State, VectorEnv


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_likes_it(game):
    api_test(quincunx.env(game), num_cycles=300)
    seed_test(lambda: quincunx.env(game), num_cycles=100)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_renders():
    render_test(lambda render_mode=None: quincunx.env("morris", render_mode=render_mode))


def test_a_random_game_is_that_of_a_state(game):
    dice = np.random.default_rng(1)
    environment, state = quincunx.env(game), State(game)
    environment.reset()
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, info = environment.last()
        total[agent] += reward
        if terminated or truncated:
            environment.step(None)
            continue
        assert agent == f"player_{state.player}"
        assert (observation["observation"] == state.observation()).all()
        assert (observation["action_mask"] == state.action_mask()).all()
        action = int(dice.choice(state.legal_actions()))
        state.play(action)
        environment.step(action)
    assert state.is_over and tuple(total.values()) == state.result.rewards
    assert info["ending"] == state.result.ending


def test_a_finished_game_is_not_started():
    environment = quincunx.env("morris")
    with pytest.raises(ValueError, match="the game is over at its start"):
        environment.reset(options={"text": "B[a7,d7,b6,f6]W[c5,d5]turn[W]"})


def test_an_illegal_move_loses():
    environment = quincunx.env("trimok")
    environment.reset(options={"text": State("trimok").text})
    environment.step(0)
    assert environment.rewards == {"player_0": -1, "player_1": 0}


def test_truncation():
    environment = quincunx.env("trimok", max_plies=4)
    environment.reset()
    for agent in environment.agent_iter(20):
        observation, reward, terminated, truncated, _ = environment.last()
        assert not terminated
        environment.step(None if truncated else int(observation["action_mask"].argmax()))
    assert environment.unwrapped.state_of_game.ply == 4


def test_a_vector_is_many_states(game):
    envs = VectorEnv(game, 24, seed=7, random_plies=2)
    observations, infos = envs.reset(seed=9)
    assert set(infos) == {"action_mask", "to_move"}
    finished = 0
    for _ in range(1500):
        if finished > 10:
            break
        states = [envs.state(at) for at in range(envs.num_envs)]
        for at in (0, 13, 23):
            assert (observations[at] == states[at].observation()).all()
            assert (infos["action_mask"][at] == states[at].action_mask()).all()
            assert infos["to_move"][at] == states[at].player
        actions = envs.sample()
        assert infos["action_mask"][np.arange(24), actions].all()
        observations, rewards, over, cut, infos = envs.step(actions)
        assert not cut.any()
        for at, state in enumerate(states):
            mover = state.player
            result = state.play(int(actions[at])).result
            assert bool(over[at]) == (result is not None)
            assert rewards[at] == (result.rewards[mover] if result else 0)
            if result:
                finished += 1
                sign = -1 if mover else 1
                assert infos["margin"][at] == sign * (result.margin or 0)
                assert envs.state(at).ply <= 2
    assert finished > 10


def test_a_vector_refuses_all_or_none():
    envs = VectorEnv("morris", 3)
    actions = envs.sample()
    before = [envs.state(at).text for at in range(3)]
    for wrong, error, words in [
        ([actions[0], actions[1], 0], quincunx.IllegalMove, "game 2: action 0 is not legal in B"),
        ([actions[0], -1, actions[2]], ValueError, "game 1: -1 is no action of morris"),
        (actions[:2], ValueError, "2 actions for 3 games"),
    ]:
        with pytest.raises(error, match=words):
            envs.step(np.array(wrong))
        assert [envs.state(at).text for at in range(3)] == before
    with pytest.raises(IndexError):
        envs.state(3)
    for wrong in ({"num_envs": 0}, {"num_envs": 2, "random_plies": -1}, {"num_envs": 2, "start": State("trimok")}):
        with pytest.raises((ValueError, OverflowError)):
            VectorEnv("morris", **wrong)


def test_a_vector_starts_from_a_state_under_rules():
    start = State.from_text("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]", rules={"quiet": 3})
    envs = VectorEnv("morris", 2, start=start)
    assert envs.state(1) == start
    with pytest.raises(ValueError, match="rules and a start, which has its own"):
        VectorEnv("morris", 2, rules={"quiet": 5}, start=start)
    envs = VectorEnv("trimok", 2, rules={"quiet": 1, "change": "any"})
    assert envs.state(0).rules["quiet"] == 1
