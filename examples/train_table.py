"""Train a table of sixteen numbers to fill in Latin squares in a few seconds: ``pip install 'fastfuto[gym]'``.

The table distinguishes values only by two numbers: the number of candidates in the cell, and the number of places for
the value in the row or the column, whichever is smaller. For each pair of these numbers, the table has the mean reward
so far. The agent fills in a value with the highest mean reward, and sometimes a random value. At first all means are
equal, so the agent fills in values at random.
"""

import time

import gymnasium
import numpy as np
import numpy.typing as npt

import fastfuto.tasks.environments  # noqa: F401 (It registers the environments.)

ENVIRONMENT = "fastfuto/LatinSquare-v0"
MOST = 4
"""Larger numbers of candidates and of places count as this number."""

Floats = npt.NDArray[np.float64]


def kinds_of(candidates: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Return the index into the table for each action, (environments, actions)."""
    in_cell = candidates.sum(axis=3, keepdims=True)
    in_line = np.minimum(candidates.sum(axis=2, keepdims=True), candidates.sum(axis=1, keepdims=True))
    kinds: npt.NDArray[np.int64] = (in_cell.clip(1, MOST) - 1) * MOST + in_line.clip(1, MOST) - 1
    return kinds.reshape(len(candidates), -1)


def play(table: Floats, steps: int, curiosity: float, seed: int, *, learns: bool = True) -> float:
    """Play, update the table if it learns, and return the mean reward of an episode."""
    env = gymnasium.make_vec(ENVIRONMENT, num_envs=200, reward="right")
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    tried, total, episodes = np.ones_like(table), 0.0, 0
    for _ in range(steps):
        kinds = kinds_of(observation["candidates"])
        noise = rng.random(kinds.shape)
        wishes = np.where(rng.random((len(kinds), 1)) < curiosity, noise, table[kinds] + 1e-6 * noise)
        actions = np.where(info["action_mask"] != 0, wishes, -np.inf).argmax(axis=1)
        observation, paid, ended, given_up, info = env.step(actions)
        total, episodes = total + paid.sum(), episodes + int((ended | given_up).sum())
        if learns:
            # Resets have no reward and are ignored.
            for kind, reward in zip(
                kinds[np.arange(len(kinds)), actions][paid != 0], paid[paid != 0], strict=True
            ):
                tried[kind] += 1
                table[kind] += (reward - table[kind]) / tried[kind]
    env.close()
    return total / max(1, episodes)


def main() -> None:
    start = time.perf_counter()
    table = np.zeros(MOST * MOST)
    before = play(table, 300, 0.0, seed=1, learns=False)
    play(table, 600, 0.3, seed=2)
    after = play(table, 300, 0.0, seed=1, learns=False)
    seconds = time.perf_counter() - start
    print(f"mean reward of an episode: {before:.3f} before training, {after:.3f} after {seconds:.0f} s")
    assert after > before + 0.2
    print(table.reshape(MOST, MOST).round(3))


if __name__ == "__main__":
    main()
