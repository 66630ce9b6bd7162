"""Environments of gymnasium: what they observe, what they pay, and many of them at a time."""

import sys
import warnings

import numpy as np
import pytest

import fastfuto

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from fastfuto.tasks.environments import IDS, PuzzleEnv, PuzzleVectorEnv  # noqa: E402

REWARDS = ("solved", "right", "proved")
FOUR = {"n": 4, "level": "easy"}


def right_action(env, seed=0):
    """Return an action that fills in a value of the solution."""
    boards = env.unwrapped._boards
    cells = np.flatnonzero((boards.clues + boards.entries)[0] == 0)
    return int(cells[0]) * boards.n + int(boards.solutions[0].ravel()[cells[0]]) - 1


def wrong_action(env):
    """Return an action that fills in a wrong value that is not in sight."""
    boards = env.unwrapped._boards
    right = np.eye(boards.n, dtype=bool)[boards.solutions[0] - 1]
    return int(np.flatnonzero((boards.candidates[0] & ~right).ravel())[0])


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", IDS)
def test_the_checker_of_gymnasium_passes(name, reward):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(name, reward=reward, render_mode="ansi")
        check_env(env.unwrapped)
        env.close()


@pytest.mark.parametrize("name", IDS)
def test_a_solved_grid_pays_1(name):
    for reward in REWARDS:
        env = gymnasium.make(name, reward=reward)
        observation, info = env.reset(seed=5)
        paid, is_over = 0.0, False
        while not is_over:
            action = right_action(env)
            assert info["action_mask"][action]
            assert observation["candidates"].ravel()[action]
            observation, more, is_over, is_given_up, info = env.step(action)
            paid += more
            assert not is_given_up
        assert paid == pytest.approx(1.0)
        boards = env.unwrapped._boards
        assert boards.puzzles[0].is_solution(observation["clues"] + observation["entries"])


def test_seeds_repeat_episodes_and_the_mask_is_what_can_be_filled_in():
    env = gymnasium.make("fastfuto/Futoshiki-v0", **FOUR)
    for seed in range(5):
        first, info = env.reset(seed=seed)
        again, _ = gymnasium.make("fastfuto/Futoshiki-v0", **FOUR).reset(seed=seed)
        assert all((first[name] == again[name]).all() for name in first)
        for action in np.flatnonzero(info["action_mask"]).tolist():
            (r, c), value = divmod(action // 4, 4), action % 4 + 1
            assert first["clues"][r, c] == 0
            assert value not in {*first["clues"][r], *first["clues"][:, c]}
        assert info["action_mask"].sum() == first["candidates"].sum() > 0
        env.reset()
        other, _ = env.reset()
        assert any((first[name] != other[name]).any() for name in first)


def test_observations_are_the_puzzle():
    env = PuzzleEnv(n=5, level="easy")
    observation, _ = env.reset(seed=1)
    made = next(fastfuto.generate_many(1, 5, level="easy", seed=1))
    assert (observation["clues"] == made.puzzle.clues).all()
    assert np.count_nonzero(observation["inequalities"]) == len(made.puzzle.inequalities)
    kept = observation["entries"].copy()
    env.step(right_action(env))
    assert (observation["entries"] == kept).all()


def test_what_a_wrong_value_costs():
    share = {}
    for reward in REWARDS:
        env = PuzzleEnv(reward=reward, **FOUR)
        observation, _ = env.reset(seed=2)
        share = 1 / np.count_nonzero(observation["clues"] == 0)
        _, paid, is_over, _, _ = env.step(wrong_action(env))
        if reward == "solved":
            assert paid == 0.0
        else:
            assert (paid, is_over) == (-share, True)
        env.reset(seed=2)
        cell = int(np.flatnonzero(observation["clues"].ravel())[0]) if observation["clues"].any() else None
        if cell is not None:
            _, paid, is_over, _, _ = env.step(cell * 4)
            assert (paid, is_over) == (-share, False)


def test_a_lucky_guess_is_not_paid():
    env = PuzzleEnv(reward="proved", judged="trivial", n=5, level="tricky")
    paid = []
    for seed in range(5):
        env.reset(seed=seed)
        paid.append(env.step(right_action(env))[1])
    assert 0.0 in paid
    env = PuzzleEnv(reward="proved", n=5, level="tricky")
    env.reset(seed=paid.index(0.0))
    assert env.step(right_action(env))[1] > 0


def test_an_episode_is_given_up():
    env = PuzzleEnv(reward="right", **FOUR)
    env.reset(seed=3)
    action = right_action(env)
    ends = [env.step(action)[2:4] for _ in range(32)]
    assert ends[:-1] == [(False, False)] * 31
    assert ends[-1] == (False, True)


def test_the_grid_is_rendered():
    env = PuzzleEnv(render_mode="ansi", **FOUR)
    env.reset(seed=0)
    before = fastfuto.parse(env.render())
    env.step(right_action(env))
    assert np.count_nonzero(fastfuto.parse(env.render()).clues) == np.count_nonzero(before.clues) + 1
    assert PuzzleEnv(**FOUR).render() is None


NO_ACTIONS = (
    *(-64, -1, 64, 2**70, np.int8(-5), np.uint64(2**63)),
    *(True, np.True_, None, "3", 3.0, 3.7, np.float64(3), 1e300, 3j, [3], (3,), np.array([3])),
)


def state_of(env):
    boards = env.unwrapped._boards
    return [np.copy(each) for each in (boards.entries, boards.candidates, boards.steps)]


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_no_other_action_is_taken_or_counted(action):
    one, many = PuzzleEnv(**FOUR), PuzzleVectorEnv(2, pool=2, **FOUR)
    for env, wrong, what in (
        (one, action, "an action must be a whole number from 0 to 63, got"),
        (many, [action, action], "actions must be 2 whole numbers from 0 to 63, got|inhomogeneous"),
        (many, action, "actions must be 2 whole numbers from 0 to 63, got"),
    ):
        env.reset(seed=0)
        before = state_of(env)
        with pytest.raises(ValueError, match=what):
            env.step(wrong)
        assert all((a == b).all() for a, b in zip(before, state_of(env), strict=True))


def test_numbers_of_numpy_are_actions():
    env = PuzzleEnv(**FOUR)
    for kind in (int, np.int8, np.uint64, np.array):
        env.reset(seed=0)
        assert env.step(kind(right_action(env)))[1] > 0


def test_steps_need_an_episode():
    one, many = PuzzleEnv(render_mode="ansi", **FOUR), PuzzleVectorEnv(2, pool=2, **FOUR)
    for ask in (lambda: one.step(0), one.render, lambda: many.step(np.zeros(2, int))):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            ask()
    one.reset(seed=0)
    assert one.step(wrong_action(one))[2]
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
        one.step(right_action(one))
    assert not one.reset()[0]["entries"].any()


@pytest.mark.parametrize("pool", [0, 5])
def test_masks_follow_the_regions_of_each_jigsaw(pool):
    many = PuzzleVectorEnv(5, pool=pool, n=6, family="sudoku", variant="jigsaw")
    observation, _ = many.reset(seed=0)
    assert many.observation_space.contains(observation)
    assert len({regions.tobytes() for regions in observation["regions"]}) > 1
    for k, puzzle in enumerate(many._boards.puzzles):
        clues, regions, candidates = (observation[name][k] for name in ("clues", "regions", "candidates"))
        assert (regions == puzzle.regions).all()
        for (r, c), clue in np.ndenumerate(clues):
            if clue:
                assert not candidates[regions == regions[r, c], clue - 1].any()
            else:
                assert candidates[r, c, many._boards.solutions[k, r, c] - 1]


def test_many_environments_do_what_one_does():
    """A vector of environments with the same puzzles pays, ends and observes the same."""
    many = PuzzleVectorEnv(3, pool=0, reward="right", **FOUR)
    observation, info = many.reset(seed=4)
    boards = many._boards
    ones = []
    for k in range(3):
        env = PuzzleEnv(reward="right", **FOUR)
        env.reset(seed=4)
        for _ in range(k):
            env.reset()
        ones.append(env)
        assert (env._boards.clues[0] == observation["clues"][k]).all()
    rng = np.random.default_rng(0)
    over = np.zeros(3, bool)
    for _ in range(60):
        actions = np.array(
            [rng.choice(np.flatnonzero(mask) if mask.any() else [0]) for mask in info["action_mask"]]
        )
        observation, paid, is_over, is_given_up, info = many.step(actions)
        for k, env in enumerate(ones):
            if over[k]:
                continue
            seen, one_paid, one_over, one_given_up, one_info = env.step(actions[k])
            assert (paid[k], is_over[k], is_given_up[k]) == (one_paid, one_over, one_given_up)
            assert all((seen[name] == observation[name][k]).all() for name in seen)
            assert (one_info["action_mask"] == info["action_mask"][k]).all()
            over[k] = one_over or one_given_up
    assert over.all()
    assert boards.steps.max() < 60


def test_a_vector_begins_anew_after_each_episode():
    many = gymnasium.make_vec("fastfuto/Futoshiki-v0", num_envs=50, pool=20, reward="right", **FOUR)
    assert isinstance(many, PuzzleVectorEnv)
    _, info = many.reset(seed=1)
    assert many.observation_space.contains(many.reset(seed=1)[0])
    rng = np.random.default_rng(1)
    episodes = 0
    was_over = np.zeros(50, bool)
    for _ in range(40):
        noise = rng.random(info["action_mask"].shape)
        actions = (noise * info["action_mask"]).argmax(axis=1)
        observation, paid, is_over, is_given_up, info = many.step(actions)
        assert (paid[was_over] == 0).all()
        assert not observation["entries"][was_over].any()
        was_over = is_over | is_given_up
        episodes += was_over.sum()
    assert episodes > 100
    many.close()


def test_wrong_arguments():
    with pytest.raises(ValueError, match="reward must be one of 'solved', 'right', 'proved', got 'x'"):
        PuzzleEnv(reward="x", **FOUR)
    with pytest.raises(ValueError, match="render_mode must be 'ansi'"):
        PuzzleEnv(render_mode="human", **FOUR)
    with pytest.raises(ValueError, match="level must be"):
        PuzzleEnv(n=4, level="x")
    with pytest.raises(ValueError, match=r"level must be one of 'trivial', .*, got 'x'"):
        PuzzleEnv(judged="x", **FOUR)
    with pytest.raises(fastfuto.PuzzleError, match="do not support Kakuro"):
        PuzzleEnv(family="kakuro", n=5)
    with pytest.raises(ValueError, match="num_envs must be at least 1"):
        PuzzleVectorEnv(0, **FOUR)


def test_without_gymnasium_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "fastfuto.tasks.environments")
    with pytest.raises(ImportError, match=r"pip install 'fastfuto\[gym\]'"):
        __import__("fastfuto.tasks.environments")


def test_values_in_the_box_are_no_candidates():
    env = PuzzleEnv(family="sudoku", n=4)
    observation, _ = env.reset(seed=0)
    for r, c in np.argwhere(observation["clues"]).tolist():
        box = observation["candidates"][r // 2 * 2 : r // 2 * 2 + 2, c // 2 * 2 : c // 2 * 2 + 2]
        assert not box[:, :, observation["clues"][r, c] - 1].any()
