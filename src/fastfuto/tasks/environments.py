"""Gymnasium environments, in which an agent fills in puzzles one value at a time.

Importing this module registers ``fastfuto/Futoshiki-v0``, ``fastfuto/Sudoku-v0`` and ``fastfuto/LatinSquare-v0``. The
module needs gymnasium: ``pip install 'fastfuto[gym]'``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..limits import at_least
from ..logic import Level
from .boards import Boards, RewardOption

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as _error:
    raise ImportError("environments need gymnasium: pip install 'fastfuto[gym]'") from _error

Observation = dict[str, npt.NDArray[Any]]

IDS: dict[str, dict[str, Any]] = {
    "fastfuto/Futoshiki-v0": {"family": "futoshiki", "n": 6, "level": "easy"},
    "fastfuto/Sudoku-v0": {"family": "sudoku", "n": 9, "level": "trivial"},
    "fastfuto/LatinSquare-v0": {"family": "latin", "n": 6, "level": "trivial"},
}
"""The environments by id, with their default recipes, which callers may override."""


class PuzzleEnv(gymnasium.Env[Observation, np.int64]):
    """A gymnasium environment in which an agent fills in a puzzle value by value.

    Parameters
    ----------
    reward : {"solved", "right", "proved"}
        "solved" gives 1 for the solved grid and 0 for each action before. "right" gives r = 1 / (number of blank cells)
        for each right value, and -r for a wrong value, which ends the episode. "proved" gives r for each right value
        that a technique proves (see `fastfuto.judge`), and 0 for a lucky guess.
    judged : str, optional
        The highest level of the techniques for "proved". Default: all levels.
    render_mode : {"ansi"}, optional
        ``render`` returns the grid as text.
    **recipe
        As for `fastfuto.generate_many`: ``n``, ``level`` and so on, but not ``family="kakuro"``.

    Notes
    -----
    The action is ``cell * n + value - 1``, where ``cell = row * n + column``. ``info["action_mask"]``, (n ** 3,)
    int8, marks the actions that fill an empty cell with a value that its row, column and region lack. Any other action
    from 0 to n ** 3 - 1 changes nothing and costs one value's reward. A number outside this range raises a ValueError
    and is not counted as an action.

    An episode ends when the grid is full or no action is left, and is truncated after ``2 * n * n`` actions. A step
    before the first reset or after the end of an episode raises ``gymnasium.error.ResetNeeded``. ``reset(seed=...)``
    begins a stream of puzzles, and every reset takes the next puzzle.

    The observation is a dict. "clues" and "entries" are (n, n) uint8 with 0 for blank cells, and "inequalities" is (n,
    n, 2) int8 as in `fastfuto.save_dataset`. "candidates", (n, n, n) int8, is the action mask by rows, columns and
    values. ``variant="jigsaw"`` adds "regions", (n, n) int32, which differ from puzzle to puzzle.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (gymnasium reads it so)

    def __init__(
        self,
        *,
        reward: RewardOption = "right",
        judged: Level | None = None,
        render_mode: str | None = None,
        **recipe: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be 'ansi' or None, got {render_mode!r}")
        self.render_mode = render_mode
        self._boards = Boards(1, reward, judged, 0, recipe)
        self._needs_reset = True
        self.observation_space: spaces.Space[Observation] = _observations(self._boards)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(self._boards.n**3)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next puzzle, or, with a seed, the first puzzle of a new stream."""
        super().reset(seed=seed)
        if seed is not None:
            self._boards.seed(seed)
        self._boards.begin(np.zeros(1, np.intp))
        self._needs_reset = False
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Fill in a value."""
        if self._needs_reset:
            raise ResetNeeded("no episode is running: call reset() first")
        actions = _checked(action, (), self._boards.n**3).reshape(1)
        paid, is_over, is_given_up = self._boards.place(np.zeros(1, np.intp), actions)
        self._needs_reset = bool(is_over[0] or is_given_up[0])
        return self._observation(), float(paid[0]), bool(is_over[0]), bool(is_given_up[0]), self._info()

    def render(self) -> str | None:  # type: ignore[override]
        """Return the grid as text, if ``render_mode`` is "ansi"."""
        if self.render_mode is None:
            return None
        boards = self._boards
        if boards.puzzles[0] is None:
            raise ResetNeeded("there is no grid to render: call reset() first")
        return str(boards.puzzles[0].with_clues((boards.clues + boards.entries)[0]))

    def _observation(self) -> Observation:
        return {name: array[0] for name, array in _observed(self._boards).items()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._boards.candidates[0].ravel().astype(np.int8)}


class PuzzleVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """A vector environment: many puzzles of one recipe, filled in at the same time.

    Parameters
    ----------
    num_envs : int
        Number of environments.
    pool : int
        Number of puzzles made in advance, from which environments draw at random; 0 makes a new puzzle each time,
        which takes longer than filling it in.
    reward, judged, **recipe
        As for `PuzzleEnv`.

    Notes
    -----
    After an episode, an environment ignores the next action and begins another puzzle (``AutoresetMode.NEXT_STEP``).
    ``info["action_mask"]`` is (num_envs, n ** 3) int8. If one action is refused, no environment takes a step.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (gymnasium reads it so)

    def __init__(
        self,
        num_envs: int = 1,
        *,
        pool: int = 1000,
        reward: RewardOption = "right",
        judged: Level | None = None,
        **recipe: Any,
    ) -> None:
        self.num_envs: int = at_least(1, num_envs, "num_envs")
        self._boards = Boards(self.num_envs, reward, judged, at_least(0, pool, "pool"), recipe)
        self.single_observation_space: spaces.Space[Observation] = _observations(self._boards)
        self.single_action_space: spaces.Space[np.int64] = spaces.Discrete(self._boards.n**3)
        self.observation_space: spaces.Space[Observation] = batch_space(
            self.single_observation_space, self.num_envs
        )
        self.action_space: spaces.Space[npt.NDArray[np.int64]] = batch_space(
            self.single_action_space, self.num_envs
        )
        self._is_over: npt.NDArray[np.bool_] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a puzzle in each environment; a seed starts a new stream."""
        if seed is not None:
            self._boards.seed(seed)
        self._boards.begin(np.arange(self.num_envs))
        self._is_over = np.zeros(self.num_envs, bool)
        return _observed(self._boards), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Fill in a value in each environment; environments whose episode ended begin another puzzle."""
        if self._is_over is None:
            raise ResetNeeded("no episodes are running: call reset() first")
        actions = _checked(actions, (self.num_envs,), self._boards.n**3)
        paid, is_over, is_given_up = (np.zeros(self.num_envs, kind) for kind in (float, bool, bool))
        ended, going = np.flatnonzero(self._is_over), np.flatnonzero(~self._is_over)
        if len(ended):
            self._boards.begin(ended)
        if len(going):
            paid[going], is_over[going], is_given_up[going] = self._boards.place(going, actions[going])
        self._is_over = is_over | is_given_up
        return _observed(self._boards), paid, is_over, is_given_up, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._boards.candidates.reshape(self.num_envs, -1).astype(np.int8)}


def _checked(actions: Any, shape: tuple[int, ...], n_actions: int) -> npt.NDArray[np.int64]:
    """Return one or many actions as an array of this shape; raise a ValueError for any other value."""
    given = np.asarray(actions)
    what = f"actions must be {shape[0]} whole numbers" if shape else "an action must be a whole number"
    if given.shape != shape or given.dtype.kind not in "iu":
        raise ValueError(f"{what} from 0 to {n_actions - 1}, got shape {given.shape} of type {given.dtype}")
    if (is_wrong := (given < 0) | (given >= n_actions)).any():
        raise ValueError(f"{what} from 0 to {n_actions - 1}, got {given[is_wrong].flat[0]}")
    return given.astype(np.int64)


def _observations(boards: Boards) -> Any:
    """Return the observation space of one grid."""
    n = boards.n
    of_name: dict[str, spaces.Space[Any]] = {
        "clues": spaces.Box(0, n, (n, n), np.uint8),
        "entries": spaces.Box(0, n, (n, n), np.uint8),
        "inequalities": spaces.Box(-1, 1, (n, n, 2), np.int8),
        "candidates": spaces.MultiBinary((n, n, n)),
    }
    if boards.is_jigsaw:
        of_name["regions"] = spaces.Box(0, n - 1, (n, n), np.int32)
    return spaces.Dict(of_name)


def _observed(boards: Boards) -> Observation:
    """Return copies of the observations of all grids."""
    observed: Observation = {
        "clues": boards.clues.copy(),
        "entries": boards.entries.copy(),
        "inequalities": boards.inequalities.copy(),
        "candidates": boards.candidates.astype(np.int8),
    }
    if boards.is_jigsaw:
        observed["regions"] = boards.regions.copy()
    return observed


for _id, _recipe in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point=f"{__name__}:{PuzzleEnv.__name__}",
            vector_entry_point=f"{__name__}:{PuzzleVectorEnv.__name__}",
            kwargs=_recipe,
        )
