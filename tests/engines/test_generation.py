"""The generator: its door, its builds, and that no result depends on how the work is cut."""

import numpy as np
import pytest

from fastfuto.engines import OPEN_TOP, Generator, MakingStatus
from fastfuto.engines._problem import Units
from fastfuto.engines.loading import module, units_of
from fastfuto.generation.plan import ORDERS, plan_for
from fastfuto.generation.recipe import Recipe
from fastfuto.logic.technique import RULES

from ..calls import is_refused

BUILDS = ("_generation", "_generation_wide")
RECIPES = (
    Recipe(6, level="easy", rules="tatham"),
    Recipe(6, level="extreme", rules="tatham", remove="mixed"),
    Recipe(6, level="recursive", rules="tatham"),
    Recipe(6, level="hard"),
    Recipe(6, level="diabolical"),
    Recipe(6, numbers=0),
    Recipe(6, technique="x-wing", score=5.6),
    Recipe(6, variant="adjacent"),
    Recipe(6, family="sudoku", symmetry="half-turn"),
)


def opened(name, plan, *, has_relations=False):
    return module(name).Generator(units_of(plan.skeleton), plan.groups, plan.pairs, has_relations)


def made(name, recipe, budget):
    plan = plan_for(recipe)
    generator = opened(name, plan, has_relations=recipe.variant == "adjacent")
    generator.reset(plan.rules, plan.all_rules, seed=7, most_tries=1000, **plan.wishes)
    while generator.run(budget) == MakingStatus.PAUSED:
        pass
    clues, solution = np.zeros((2, recipe.n**2), np.uint8)
    chosen = np.zeros_like(plan.pairs)
    n = generator.read(clues, solution, chosen)
    return clues.tolist(), solution.tolist(), chosen[:n].tolist(), generator.verdict(), generator.at_try


@pytest.mark.parametrize("name", BUILDS)
def test_the_builds_know_the_same_numbers(name):
    built = module(name)
    assert len(RULES) == built.RULES
    assert tuple(MakingStatus) == (built.PAUSED, built.PUZZLE_MADE, built.TRIES_FAILED)
    assert built.OPEN == OPEN_TOP
    assert list(built.ORDERS) == list(ORDERS)
    assert list(built.ORDERS.values()) == [0, 1, 2]


@pytest.mark.thorough
@pytest.mark.parametrize("recipe", RECIPES, ids=range(len(RECIPES)))
def test_neither_the_build_nor_the_budget_changes_the_puzzle(recipe):
    expected = made("_generation", recipe, 10**7)
    assert made("_generation", recipe, 1000) == expected
    assert made("_generation_wide", recipe, 10**6) == expected
    if recipe.level == "easy":
        assert made("_generation", recipe, 1) == expected


def test_tries_can_be_shared_out():
    plan = plan_for(Recipe(5, level="extreme", rules="tatham"))
    generator = Generator(plan.skeleton, plan.groups, plan.pairs)
    found = {}
    for first, stride in ((0, 1), (0, 2), (1, 2)):
        generator.reset(
            plan.rules, plan.all_rules, seed=3, first_try=first, stride=stride, most_tries=500, **plan.wishes
        )
        while generator.run(10**6) == MakingStatus.PAUSED:
            pass
        found[first, stride] = generator.at_try
    assert found[0, 1] == min(found[0, 2], found[1, 2])


def test_a_generator_that_gives_up_has_the_nearest_miss():
    plan = plan_for(Recipe(3, level="extreme", rules="tatham"))
    generator = Generator(plan.skeleton, plan.groups, plan.pairs)
    generator.reset(plan.rules, plan.all_rules, seed=3, most_tries=50, **plan.wishes)
    assert generator.nearness is None
    while (status := generator.run(10**6)) == MakingStatus.PAUSED:
        pass
    assert status == MakingStatus.GAVE_UP
    distance, at_try = generator.nearness
    assert distance > 0
    assert 0 <= at_try < 50
    assert generator.read(nearest=True).is_solved
    with pytest.raises(ValueError, match="no puzzle to read"):
        generator.read()


UNITS = np.array([[0, 1], [2, 3], [0, 2], [1, 3]], np.int32)


def door(starts=(0, 2, 4, 6, 8), cells=UNITS, n_cells=4, n_values=2, groups=(0, 1, 2, 3), pairs=UNITS):
    built = module("_generation")
    arrays = [np.array(each, np.int32) for each in (starts, np.ravel(cells), groups)]
    units = Units(arrays[0], arrays[1], n_cells, n_values)
    return built.Generator(units, arrays[2], np.array(pairs, np.int32))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"cells": np.where(UNITS == 3, 4, UNITS)}, "out of 0 to 3"),
        ({"cells": np.where(UNITS == 3, 9, UNITS)}, "out of"),
        ({"n_values": 0}, "n_values"),
        ({"groups": (0, 1, 2)}, "4 entries"),
        ({"groups": (0, 1, 2, 9)}, "group of cell 3"),
        ({"groups": (0, 0, 2, 2)}, "some group has no cell"),
        ({"pairs": [[0, 4]]}, "pair 0"),
        ({"pairs": [[0, 0]]}, "pair 0"),
        ({"pairs": [[0, 3]]}, "share no unit"),
        ({"pairs": [[0, 1, 2]]}, "two columns"),
    ],
)
def test_the_door_refuses_wrong_structures(wrong, message):
    with pytest.raises(ValueError, match=message):
        door(**wrong)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"longest": -1}, "longest"),
        ({"technique": 99}, "technique"),
        ({"technique": 1}, "kind of single"),
        ({"order": 3}, "order"),
        ({"share": 1.5}, "share"),
        ({"share": float("nan")}, "share"),
        ({"most_tries": 0}, "no try"),
        ({"stride": 0}, "no try"),
        ({"rules": np.zeros(3, np.int32)}, "scores"),
        ({"rules": np.full(len(RULES), -1, np.int32)}, "0 to 1000"),
    ],
)
def test_the_door_refuses_wrong_wishes(wrong, message):
    scores = np.full(len(RULES), 10, np.int32)
    with pytest.raises(ValueError, match=message):
        door().reset(wrong.pop("rules", scores), scores, **wrong)


def test_the_door_refuses_what_is_out_of_turn():
    generator = door()
    scores = np.full(len(RULES), 10, np.int32)
    with pytest.raises(ValueError, match="call reset first"):
        generator.run(1)
    generator.reset(scores, scores)
    with pytest.raises(ValueError, match="at least 1"):
        generator.run(0)
    clues, chosen = np.zeros(4, np.uint8), np.zeros((4, 2), np.int32)
    with pytest.raises(ValueError, match="no puzzle"):
        generator.read(clues, clues, chosen)
    assert generator.run(10**6) == MakingStatus.MADE
    with pytest.raises(ValueError, match="4 entries"):
        generator.read(clues[:3], clues, chosen)
    with pytest.raises(ValueError, match="shape"):
        generator.read(clues, clues, chosen[:2])
    with pytest.raises(ValueError, match="no puzzle"):
        generator.read(clues, clues, chosen, True)


def test_a_generator_runs_in_one_thread_only():
    plan = plan_for(Recipe(12, numbers=0))
    generator = opened("_generation", plan)
    generator.reset(plan.rules, plan.all_rules, seed=1, most_tries=10**9, **plan.wishes)
    assert is_refused(lambda: generator.run(1), lambda: generator.run(20_000_000))
