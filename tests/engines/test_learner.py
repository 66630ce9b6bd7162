"""The learner, called directly: against brute force, reference and search, and at its limits."""

import copy
import io
import json
import pickle
import random
import threading
import time

import numpy as np
import pytest

from fastfuto import Futoshiki, LatinSquare, Model, Skeleton, format_puzzle, reference
from fastfuto.engines import _learner, _learner_wide, _search
from fastfuto.engines._learner import EXHAUSTED, PAUSED, SOLUTION
from fastfuto.engines.loading import problem_of, units_of
from fastfuto.proofs import drat, encoding
from fastfuto.proofs.derivation import derive_clauses

from ..cases import thorough
from ..model.test_model import brute_force, random_model
from ..strategies import large_puzzle, perturbed_puzzle, random_puzzle, rounds
from .problems import made
from .test_search import EMPTY, HUGE, drain, loaded, models, side_by_side

BUILDS = pytest.mark.parametrize("build", [_learner, thorough(_learner_wide)], ids=["narrow", "wide"])


WAYS = pytest.mark.parametrize("by_activity", [False, True], ids=["by-size", "by-activity"])


def learning(build, model, seed=0, by_activity=False, memory=2**40, **options):
    skeleton = model.skeleton
    learner = build.Learner(units_of(skeleton), memory)
    learner.reset(made(model, build.WORDS), seed, by_activity, **options)
    return learner


def tight(seed, n=20, g=0.35, s=0.5):
    """Return a model that takes some hundred conflicts or more."""
    return random_puzzle(random.Random(seed), n, g, s).model()


def effort(learner):
    return learner.nodes, learner.conflicts, learner.restarts, learner.learned, learner.propagations


# Answers -----------------------------------------------------------------------------------------------


@BUILDS
@WAYS
@pytest.mark.parametrize("seed", range(8))
def test_brute_force_agrees(build, by_activity, seed):
    rng = random.Random(seed)
    for _ in rounds(600):
        model = random_model(rng)
        expected = brute_force(model)
        if len(expected) <= 300:
            found = drain(learning(build, model, seed, by_activity), model.n_cells)
            assert sorted(found) == sorted(map(tuple, expected))


@BUILDS
@WAYS
@pytest.mark.parametrize("seed", range(3))
def test_models_side_by_side(build, by_activity, seed):
    model, expected = side_by_side(random.Random(seed))
    found = drain(learning(build, model, 0, by_activity), model.n_cells, limit=50)[:500]
    assert len(set(found)) == len(found)
    assert set(found) <= set(map(tuple, expected))


@WAYS
@pytest.mark.parametrize("seed", range(8))
def test_the_reference_agrees(by_activity, seed):
    rng = random.Random(seed)
    for _ in rounds(400):
        n = rng.choice([3, 4, 5])
        puzzle = rng.choice([random_puzzle, perturbed_puzzle])(rng, n, rng.choice([0.1, 0.3]), 0.5)
        expected = [tuple(v for row in grid for v in row) for grid in reference.all_solutions(puzzle)]
        if len(expected) <= 300:
            found = drain(learning(_learner, puzzle.model(), 0, by_activity), n * n)
            assert sorted(found) == sorted(expected)


@WAYS
@pytest.mark.parametrize("seed", range(12))
def test_the_search_agrees(by_activity, seed):
    rng = random.Random(seed)
    for n, g, s in ((6, 0.2, 0.5), (7, 0.3, 0.4), (9, 0.35, 0.4), (12, 0.35, 0.6), (15, 0.45, 0.5)):
        for make in (random_puzzle, perturbed_puzzle):
            model = make(rng, n, g, s).model()
            search = loaded(_search, model)
            if search.run(5_000_000, 200) == EXHAUSTED:
                expected = sorted(drain(loaded(_search, model), model.n_cells))
                assert sorted(drain(learning(_learner, model, seed, by_activity), model.n_cells)) == expected


@pytest.mark.thorough
@WAYS
@pytest.mark.parametrize("seed", range(4))
def test_learned_clauses_hold_in_every_solution(by_activity, seed):
    # In every one that is not found yet, that is: what is found is blocked by a clause.
    rng = random.Random(seed)
    n_clauses = 0
    for _ in range(25):
        n = rng.choice([4, 5])
        make = rng.choice([random_puzzle, perturbed_puzzle])
        model = make(rng, n, rng.choice([0, 0.1]), rng.choice([0.2, 0.4, 0.6])).model()
        left = set(drain(loaded(_search, model), model.n_cells))
        learner = learning(_learner, model, seed, by_activity)
        row = np.empty((1, model.n_cells), np.uint8)
        while len(left) < 100 and learner.run(20, 1, row) != EXHAUSTED:
            if learner.found:
                left.remove(tuple(row[0].tolist()))
            for clause in learner.clauses():
                n_clauses += 1
                assert all(any((row[c] == v) == holds for c, v, holds in clause) for row in left)
    assert n_clauses > 100


@pytest.mark.thorough
@WAYS
def test_it_learns_restarts_and_forgets(by_activity):
    learner = learning(_learner, tight(3, 25, 0.3, 0.9), by_activity=by_activity)
    learner.run(3_000_000, 10**6)
    assert learner.conflicts > 1500
    assert learner.restarts > 0
    assert 0 < learner.learned <= learner.conflicts + learner.total
    assert len(learner.clauses()) < learner.learned


def test_blocked_solutions_stay_blocked():
    # Many more clauses than are kept, between solutions that must not come twice.
    model = random_puzzle(random.Random(12), 12, 0.3, 0.3).model()
    learner = learning(_learner, model, by_activity=True)
    found = drain(learner, model.n_cells, limit=10, most=8000)
    assert learner.conflicts > 1000
    assert len(set(found)) == len(found)


# The trace ---------------------------------------------------------------------------------------------


def verdict_on(model, proof, excluded):
    """Return what the checker of certificates says of a proof."""
    statement = encoding.statement(json.loads(format_puzzle(model, "json")))
    checker = drat.Checker(model.n_cells * model.skeleton.n_values, lambda: None)
    for clause in drat.formula(statement, excluded):
        checker.load(clause)
    checker.is_refuted |= not checker.propagate(0)
    steps = drat.binary_steps(io.BytesIO(proof), checker.n_variables)
    return drat.follow(steps, checker, "step")


@BUILDS
@WAYS
@pytest.mark.parametrize("seed", range(4))
def test_the_trace_of_every_run_is_a_proof(build, by_activity, seed):
    rng = random.Random(seed)
    n_bytes = 0
    for k in range(25):
        if k % 2:
            make = rng.choice([random_puzzle, perturbed_puzzle])
            model = make(rng, rng.choice([4, 5, 6, 7]), rng.choice([0.1, 0.3]), 0.4).model()
        else:
            model = random_model(rng)
        learner = learning(build, model, seed, by_activity, trace=True, clausal=True)
        out, trace, found = np.empty((1, model.n_cells), np.uint8), b"", []
        while (outcome := learner.run(rng.choice([5, 500, 50_000]), 1, out)) != EXHAUSTED and len(found) < 30:
            trace += learner.take_trace()
            if outcome == SOLUTION:
                found.append(out[0].tolist())
        if outcome == EXHAUSTED:
            found += [out[0].tolist()] * learner.found
            trace += learner.take_trace()
            proof = derive_clauses(model, trace, lambda: None)
            verdict = verdict_on(model, proof, found)
            assert verdict.ok, verdict
            n_bytes += len(proof)
    assert n_bytes > 50


@pytest.mark.thorough
@pytest.mark.parametrize(("build", "by_activity"), [(_learner, False), (_learner_wide, True)])
def test_a_proof_deletes_what_it_no_longer_needs(build, by_activity):
    # Eight cells that differ, two by two, and seven values: more conflicts than clauses are kept.
    model = Model(Skeleton(8, 7, [(a, b) for a in range(8) for b in range(a)]))
    learner = learning(build, model, 0, by_activity, trace=True, clausal=True)
    assert learner.run(10**8, 1) == EXHAUSTED
    assert learner.conflicts > 300
    proof = derive_clauses(model, learner.take_trace(), lambda: None)
    steps = [is_added for is_added, _ in drat.binary_steps(io.BytesIO(proof), 56)]
    assert 100 < steps.count(False) < steps.count(True)
    assert verdict_on(model, proof, []).ok
    assert learner.take_trace() == b""


@WAYS
def test_the_trace_changes_nothing_and_is_off_by_default(by_activity):
    model = tight(1)
    silent, traced = (learning(_learner, model, 3, by_activity, trace=trace) for trace in (False, True))
    rows = np.zeros((2, 20, model.n_cells), np.uint8)
    outcomes = [learner.run(3_000_000, 20, out) for learner, out in zip((silent, traced), rows, strict=True)]
    assert outcomes[0] == outcomes[1]
    assert (rows[0] == rows[1]).all()
    assert effort(silent) == effort(traced)
    assert silent.take_trace() == b""
    assert len(traced.take_trace()) > 100
    traced.reset(made(model))
    traced.run(10**6, 1)
    assert traced.take_trace() == b""


@pytest.mark.thorough
def test_the_trace_is_part_of_the_memory():
    model = tight(3, 25, 0.3, 0.9)
    silent, traced = (learning(_learner, model, by_activity=True, trace=trace) for trace in (False, True))
    for learner in (silent, traced):
        learner.run(3_000_000, 10**6)
    trace = traced.take_trace()
    assert silent.bytes + len(trace) <= traced.bytes <= silent.bytes + 3 * len(trace) + 4096
    with pytest.raises(MemoryError):
        learning(_learner, model, by_activity=True, memory=traced.bytes - 1, trace=True).run(3_000_000, 10**6)


# Runs --------------------------------------------------------------------------------------------------


@BUILDS
@WAYS
@pytest.mark.parametrize("seed", [thorough(0), 7])
def test_small_budgets_change_nothing(build, by_activity, seed):
    for model in models(1)[::3]:
        first = learning(build, model, seed, by_activity)
        expected = drain(first, model.n_cells, limit=40)[:400]
        second = learning(build, model, seed, by_activity)
        assert drain(second, model.n_cells, budget=5, limit=40)[:400] == expected


@pytest.mark.parametrize(
    ("build", "by_activity"),
    [(_learner, False), (_learner_wide, False), thorough((_learner, True)), thorough((_learner_wide, True))],
)
def test_it_pauses_while_it_sets_itself_up_on_a_large_grid(build, by_activity):
    model = Futoshiki([[0] * 60] * 60).model()
    learner = learning(build, model, by_activity=by_activity)
    pauses = 0
    while learner.is_preparing:
        assert learner.run(HUGE, 1) == PAUSED or not learner.is_preparing
        pauses += learner.is_preparing
    assert pauses > 1
    row = np.zeros((1, 3600), np.uint8)
    learner.reset(made(model, build.WORDS), by_activity=by_activity)
    assert learner.is_preparing
    while learner.run(1_000_000, 1, row) == PAUSED:
        pass
    assert LatinSquare(row.reshape(60, 60)).is_valid


@pytest.mark.thorough
def test_dives_into_a_large_grid_build_on_each_other():
    # If activity decays as fast as on smaller grids, this takes 1,647 conflicts.
    learner = learning(_learner_wide, large_puzzle(150, 4).model(), 1)
    row = np.zeros((1, 150 * 150), np.uint8)
    while learner.run(1_000_000, 1, row) == PAUSED and learner.conflicts < 1000:
        pass
    assert learner.found == 1
    assert LatinSquare(row.reshape(150, 150)).is_valid


@WAYS
def test_the_same_seed_the_same_way(by_activity):
    for seed in (0, 1, 2**64 - 1):
        one, two = (learning(_learner, tight(5), seed, by_activity) for _ in range(2))
        assert one.run(HUGE, 1) == SOLUTION
        while two.run(1000, 1) == PAUSED:
            pass
        assert effort(one) == effort(two)
    other = learning(_learner, tight(5), 3, by_activity)
    assert other.run(HUGE, 1) == SOLUTION
    assert effort(one) != effort(other)


@pytest.mark.thorough
def test_reset_is_as_good_as_new():
    rng = random.Random(4)
    learner = learning(_learner, tight(0))
    for k in range(12):
        model = random_puzzle(rng, 20, 0.35, 0.5).model()
        learner.run(rng.choice([1, 1000, 100_000]), 2)
        learner.reset(made(model), k, k % 2)
        fresh = learning(_learner, model, k, k % 2)
        assert learner.run(300_000, 2) == fresh.run(300_000, 2)
        assert effort(learner) == effort(fresh)


@BUILDS
def test_the_end_is_final(build):
    learner = learning(build, EMPTY)
    assert learner.run(HUGE, HUGE) == EXHAUSTED
    assert learner.total == learner.found == 576
    for _ in range(3):
        assert learner.run(1, 1) == EXHAUSTED
        assert learner.found == 0
    assert learner.total == 576


@BUILDS
def test_a_budget_of_one_pauses_soon(build):
    learner = learning(build, Futoshiki([[0] * 9] * 9).model())
    for _ in range(100):
        before = learner.propagations
        assert learner.run(1, 1) in (PAUSED, SOLUTION)
        assert learner.propagations - before < 100


@pytest.mark.thorough
def test_memory_is_kept():
    model = tight(2, 30, 0.4, 0.6)
    needed = learning(_learner, model, by_activity=True)
    assert needed.run(1_000_000, 1) == PAUSED
    with pytest.raises(MemoryError, match="900 cells of 30 values with 1044 inequalities"):
        learning(_learner, model, memory=10_000)
    for share in (0.5, 0.9):
        short = learning(_learner, model, by_activity=True, memory=int(needed.bytes * share))
        with pytest.raises(MemoryError, match=r"^[1-9][0-9]* candidates and"):
            short.run(1_000_000, 1)
        assert short.bytes <= needed.bytes * share
        with pytest.raises(ValueError, match="call reset first"):
            short.run(1, 1)
    again = learning(_learner, model, by_activity=True, memory=needed.bytes)
    assert again.run(1_000_000, 1) == PAUSED
    assert again.bytes <= needed.bytes


def test_a_reset_without_memory_leaves_nothing_behind():
    model = tight(3)
    learner = learning(_learner, model, memory=1 << 21)
    learner.run(100_000, 2)
    assert learner.clauses()
    many = Model.from_arrays(model.skeleton, model.domains, np.tile(model.inequalities, (2000, 1)))
    with pytest.raises(MemoryError, match="do not fit"):
        learner.reset(problem_of(many))
    assert learner.clauses() == []
    with pytest.raises(ValueError, match="call reset first"):
        learner.run(1, 1)


# Sharing -----------------------------------------------------------------------------------------------


def sharing(model, seed=0):
    """Return two learners over the model that share clauses, one of each kind."""
    return [learning(_learner, model, seed, by_activity, share=True) for by_activity in (False, True)]


@pytest.mark.parametrize(
    ("make", "n", "g", "s", "seed", "n_solutions"),
    [
        (random_puzzle, 18, 0.33, 0.7, 2, 37),
        thorough((random_puzzle, 20, 0.33, 0.8, 48, 15)),
        (perturbed_puzzle, 20, 0.33, 0.8, 24, 2),
        thorough((perturbed_puzzle, 16, 0.2, 0.9, 5, 16)),
        (perturbed_puzzle, 16, 0.2, 0.9, 49, 0),
    ],
)
def test_learners_that_share_find_all_solutions(make, n, g, s, seed, n_solutions):
    model = make(random.Random(seed), n, g, s).model()
    expected = set(drain(learning(_learner, model, by_activity=True), model.n_cells))
    assert len(expected) == n_solutions
    row, n_received = np.empty((1, model.n_cells), np.uint8), 0
    for seed in range(2):
        learners = sharing(model, seed)
        found, at_work = ([], []), {0, 1}
        while at_work:
            for k in sorted(at_work):
                outcome = learners[k].run(2000, 1, row)
                if learners[k].found:
                    found[k].append(tuple(row[0].tolist()))
                if outcome == EXHAUSTED:
                    at_work.remove(k)
                elif 1 - k in at_work and not learners[1 - k].is_preparing:
                    offers = learners[k].take_offers()
                    learners[1 - k].receive(offers)
                    n_received += len(offers)
        assert len(found[0]) == len(found[1]) == n_solutions
        assert set(found[0]) == set(found[1]) == expected
    assert n_received > 0


def test_what_is_received_saves_conflicts():
    model = perturbed_puzzle(random.Random(49), 16, 0.2, 0.9).model()
    first = learning(_learner, model, 1, by_activity=True, share=True)
    assert first.run(HUGE, 1) == EXHAUSTED
    conflicts = []
    for offers in (np.array([], np.uint32), first.take_offers()):
        other = learning(_learner, model, 2, by_activity=True)
        assert other.run(20_000, 1) == PAUSED
        other.receive(offers)
        assert other.run(HUGE, 1) == EXHAUSTED
        conflicts.append(other.conflicts)
    assert conflicts[1] < conflicts[0]
    assert len(first.take_offers()) == len(other.take_offers()) == 0


def test_clauses_received_that_contradict_each_other_end_the_search():
    for offers in ([1, 1, 0, 1, 1, 1], [2, 2, 0, 2, 2, 2, 0, 3, 2, 2, 1, 2, 2, 2, 1, 3]):
        learner = learning(_learner, tight(3, 25, 0.3, 0.9))
        assert learner.run(20_000, 1) == PAUSED
        learner.receive(np.array(offers, np.uint32))
        assert learner.run(HUGE, 1) == EXHAUSTED
        assert learner.total == 0
        assert learner.conflicts < 1000


def test_nothing_is_offered_after_a_solution():
    model = random_puzzle(random.Random(2), 18, 0.33, 0.7).model()
    learner = learning(_learner, model, 1, by_activity=True, share=True)
    assert learner.run(HUGE, 1) == SOLUTION
    learner.take_offers()
    before = learner.learned
    assert learner.run(HUGE, HUGE) == EXHAUSTED
    assert learner.learned > before + 100
    assert len(learner.take_offers()) == 0


def test_wrong_offers():
    model = tight(3, 25, 0.3, 0.9)
    learner = learning(_learner, model)
    with pytest.raises(ValueError, match="prepares or traces"):
        learner.receive(np.array([1, 1, 0], np.uint32))
    assert learner.run(20_000, 1) == PAUSED
    for words in ([0, 1], [1, 1], [1], [17, *range(18)], [2**32 - 1, 1, 0], [1, 1, 2**31], [2, 2, 0, 2, 1]):
        with pytest.raises(ValueError, match="no clauses over the candidates"):
            learner.receive(np.array(words, np.uint32))
    traced = learning(_learner, model, trace=True)
    assert traced.run(20_000, 1) == PAUSED
    with pytest.raises(ValueError, match="prepares or traces"):
        traced.receive(np.array([1, 1, 0], np.uint32))
    short = learning(_learner, model, memory=learner.bytes + 1000)
    assert short.run(20_000, 1) == PAUSED
    with pytest.raises(MemoryError, match="clauses received do not fit"):
        short.receive(np.tile(np.array([1, 1, 0], np.uint32), 1000))
    with pytest.raises(ValueError, match="call reset first"):
        short.run(1, 1)


# Bad input ---------------------------------------------------------------------------------------------


@BUILDS
def test_wrong_calls(build):
    learner = build.Learner(units_of(EMPTY.skeleton))
    with pytest.raises(ValueError, match="call reset first"):
        learner.run(1, 1)
    with pytest.raises(ValueError, match="other units"):
        learner.reset(made(LatinSquare(3).model(), build.WORDS))
    learner.reset(made(EMPTY, build.WORDS))
    with pytest.raises(ValueError, match="a survey has no trace"):
        learner.reset(made(EMPTY, build.WORDS), survey=True, trace=True)
    for budget, limit in ((0, 1), (1, 0), (-1, 1)):
        with pytest.raises(ValueError, match="at least 1"):
            learner.run(budget, limit)
    for shape in ((1, 15), (1, 17), (0, 16)):
        with pytest.raises(ValueError, match="out must have shape"):
            learner.run(1, 1, np.zeros(shape, np.uint8))
    assert learner.run(HUGE, HUGE) == EXHAUSTED
    assert learner.total == 576


@BUILDS
def test_a_learner_is_no_value(build):
    learner = learning(build, EMPTY)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            copied(learner)
    with pytest.raises(AttributeError):
        learner.conflicts = 1


@pytest.mark.thorough
def test_a_learner_that_runs_elsewhere_is_refused():
    learner = learning(_learner, tight(1, 40, 0.45, 0.4))
    started = threading.Event()

    def run():
        started.set()
        learner.run(3_000_000, HUGE)

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    time.sleep(0.02)
    with pytest.raises(RuntimeError, match="running in another thread"):
        learner.run(1, 1)
    with pytest.raises(RuntimeError, match="running in another thread"):
        learner.reset(made(EMPTY))
    with pytest.raises(RuntimeError, match="running in another thread"):
        learner.take_offers()
    with pytest.raises(RuntimeError, match="running in another thread"):
        learner.receive(np.array([], np.uint32))
    thread.join()


# Probing -----------------------------------------------------------------------------------------------

PROBED = tight(3, 20, 0.3, 0.8)
"""A grid with solutions that takes some thousand conflicts, so that passes over its candidates are made."""


def single_offers(learner):
    """Return the literals that the learner offers as clauses of their own."""
    words, literals, at = learner.take_offers().tolist(), [], 0
    while at < len(words):
        if words[at] == 1:
            literals.append(words[at + 2])
        at += 2 + words[at]
    return literals


def test_probing_settles_many_candidates():
    # By activity only: by size, nearly nothing is learned that holds everywhere.
    settled = []
    for by_activity in (False, True):
        learner = learning(_learner, PROBED, by_activity=by_activity, share=True)
        while learner.conflicts < 1500 and learner.run(1000, 1) == PAUSED:
            pass
        settled.append(len(set(single_offers(learner))))
    by_size, by_activity = settled
    assert by_activity > 4 * by_size + 20


@pytest.mark.thorough
@BUILDS
@pytest.mark.parametrize("seed", [3, 0, 1, 2])
def test_a_question_ends_probing(build, seed):
    # From 300 conflicts on, half of its work is probing. What it tries when it is asked is not taken as assumed.
    rng = random.Random(seed)
    row = np.empty((1, PROBED.n_cells), np.uint8)
    outcomes = set()
    for _ in range(8):
        learner = learning(build, PROBED, seed, by_activity=True)
        n_conflicts = rng.randint(250, 1000)
        while learner.conflicts < n_conflicts:
            assert learner.run(200, 1) == PAUSED
        cell = rng.randrange(PROBED.n_cells)
        value = rng.choice(PROBED.allowed(cell))
        learner.assume(np.array([[cell, value]], np.int32))
        while (outcome := learner.run(HUGE, 1, row)) == PAUSED:
            pass
        domains = PROBED.domains.copy()
        domains[cell] = 0
        domains[cell, 0] = 1 << (value - 1)
        fixed = learning(build, PROBED.with_domains(domains))
        while (expected := fixed.run(HUGE, 1)) == PAUSED:
            pass
        assert outcome == expected
        assert learner.failed() == ([0] if outcome == EXHAUSTED else [])
        assert outcome == EXHAUSTED or row[0, cell] == value
        outcomes.add(outcome)
    assert len(outcomes) == 2


def assumed(rng, model):
    """Return some cells with a value each, mostly one that the cell may take."""
    cells = rng.sample(range(model.n_cells), rng.randint(0, model.n_cells))
    values = [rng.choice(model.allowed(cell) or [1]) if rng.random() < 0.9 else 1 for cell in cells]
    return np.array([*zip(cells, values, strict=True)], np.int32).reshape(-1, 2)


def with_values(rows, assumptions):
    return {row for row in rows if all(row[cell] == value for cell, value in assumptions.tolist())}


@BUILDS
@WAYS
@pytest.mark.parametrize("seed", range(6))
def test_assumptions_leave_the_solutions_that_have_them(build, by_activity, seed):
    rng = random.Random(seed)
    n_refuted = 0
    for _ in range(60):
        model = random_model(rng)
        left = set(map(tuple, brute_force(model)))
        learner = learning(build, model, seed, by_activity)
        row = np.empty((1, model.n_cells), np.uint8)
        for _ in range(8):
            assumptions = assumed(rng, model)
            learner.assume(assumptions)
            while (outcome := learner.run(rng.choice([3, 10**6]), 1, row)) == PAUSED:
                pass
            if learner.found:
                found = tuple(row[0].tolist())
                assert found in with_values(left, assumptions)
                left.remove(found)
            else:
                assert outcome == EXHAUSTED
                failed = learner.failed()
                assert not with_values(left, assumptions[failed])
                n_refuted += bool(failed)
    assert n_refuted > 10


def test_failed_assumptions_are_those_that_matter():
    learner = learning(_learner, Futoshiki([[0] * 6] * 6).model())
    learner.assume(np.array([[35, 1], [0, 4], [20, 2], [5, 4]], np.int32))
    assert learner.run(10**6, 1) == EXHAUSTED
    assert learner.failed() == [1, 3]
    learner.assume(np.empty((0, 2), np.int32))
    assert learner.run(10**6, 1) == SOLUTION
    assert learner.failed() == []


def test_the_memory_of_assumptions_is_given_back():
    learner = learning(_learner, EMPTY)
    before = learner.bytes
    pairs = np.array([[cell, 1] for cell in range(EMPTY.n_cells)], np.int32)
    learner.assume(pairs)
    most = learner.bytes
    for _ in range(3):
        learner.assume(pairs)
        assert learner.bytes == most > before
    learner.assume(pairs[:1])
    assert before < learner.bytes < most


def test_assumptions_are_checked():
    learner = _learner.Learner(units_of(EMPTY.skeleton))
    with pytest.raises(ValueError, match="call reset first"):
        learner.assume(np.empty((0, 2), np.int32))
    learner = learning(_learner, EMPTY)
    n_cells, n_values = EMPTY.n_cells, EMPTY.n_values
    for pair in ((-1, 1), (n_cells, 1), (0, 0), (0, n_values + 1)):
        with pytest.raises(ValueError, match="there is no cell"):
            learner.assume(np.array([pair], np.int32))
    for shape in ((1, 3), (n_cells + 1, 2)):
        with pytest.raises(ValueError, match="pairs of a cell and its value"):
            learner.assume(np.ones(shape, np.int32))


# Surveys -----------------------------------------------------------------------------------------------


def surveyed(learner, model, budget=10**6):
    while learner.run(budget, 10**9) != EXHAUSTED:
        pass
    out = np.zeros((model.n_cells, model.domains.shape[1]), np.uint64)
    learner.take_found(out)
    return [model.with_domains(out).allowed(cell) for cell in range(model.n_cells)]


@WAYS
@pytest.mark.parametrize("seed", range(6))
def test_what_a_survey_finds_stands_in_some_solution(by_activity, seed):
    rng = random.Random(seed)
    for _ in rounds(600):
        model = random_model(rng)
        rows = brute_force(model)
        learner = learning(_learner, model, seed, by_activity, survey=True)
        values = surveyed(learner, model, rng.choice([3, 10**6]))
        assert values == [sorted({row[cell] for row in rows}) for cell in range(model.n_cells)]
        assert learner.total <= len(rows)


def test_a_survey_takes_few_solutions():
    model = Futoshiki([[0] * 9] * 9).model()
    learner = learning(_learner, model, survey=True)
    assert surveyed(learner, model) == [list(range(1, 10))] * 81
    assert learner.total < 90


def test_only_a_learner_that_surveys_tells_what_it_found():
    learner = learning(_learner, EMPTY)
    with pytest.raises(ValueError, match="does not survey"):
        learner.take_found(np.zeros((EMPTY.n_cells, 1), np.uint64))
    learner = learning(_learner, EMPTY, survey=True)
    with pytest.raises(ValueError, match="surveys assumes nothing"):
        learner.assume(np.empty((0, 2), np.int32))
    with pytest.raises(ValueError, match="out must have shape"):
        learner.take_found(np.zeros((EMPTY.n_cells + 1, 1), np.uint64))
