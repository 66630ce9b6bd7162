"""Generators of reasoning-gym, with their own solver or with fastfuto in its place."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from ..cases.client import Client
from ..tasks import Outcome, Task

SOLVER = "_generate_random_solution", "_solve", "count_solutions", "_count_solutions"
"""The methods of the datasets that fastfuto replaces, if they have them."""


def theirs(client: Client, task: Task, limit: float) -> Outcome:
    """Make a task with the package's own solver."""
    return _made(client, client.dataset(is_ours=False))


def ours(client: Client, task: Task, limit: float) -> Outcome:
    """Make a task with fastfuto as the solver."""
    return _made(client, client.dataset(is_ours=True))


def inside(client: Client, task: Task, limit: float) -> Outcome:
    """Make a task with fastfuto as the solver, and return the seconds that the solver's methods take."""
    dataset = client.dataset(is_ours=True)
    seconds = 0.0

    def timed(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal seconds
            start = perf_counter()
            answer = method(*arguments, **options)
            seconds += perf_counter() - start
            return answer

        return call

    for name in SOLVER:
        if hasattr(dataset, name):
            setattr(dataset, name, timed(getattr(dataset, name)))
    outcome = _made(client, dataset)
    outcome.solve = seconds
    return outcome


def _made(client: Client, dataset: Any) -> Outcome:
    start = perf_counter()
    made = dataset[client.index]
    seconds = perf_counter() - start
    client.check(made)
    return Outcome(1, 0, seconds)
