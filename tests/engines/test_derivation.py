"""Steps of traces, called directly: beside a slow twin, and with words that are not a trace."""

import random

import numpy as np
import pytest

from fastfuto.engines import EXHAUSTED, Request, open_learner, open_steps
from fastfuto.engines._derivation import Steps

from ..strategies import perturbed_puzzle, random_puzzle

CLAUSE, GIVEN, UNIT = 5, 0, 7
NO_LITERAL = HALL_SET = 2**32 - 1


def trace_of(model, by_activity=True):
    """Return the trace of a learner that has found everything, None if there are many solutions."""
    learner = open_learner(Request(model), by_activity=by_activity, trace=True)
    while learner.run(10_000, 20) != EXHAUSTED:
        if learner.total >= 20:
            return None
    return learner.take_trace()


def terms_of(model):
    return [b"%d%s " % (k >> 1, b"-" * (k & 1)) for k in range(2 * model.n_cells * model.n_values)]


def traces():
    """Yield traces and the terms of their literals."""
    rng = random.Random(5)
    for k in range(40):
        make = rng.choice((random_puzzle, perturbed_puzzle))
        model = make(rng, rng.randint(5, 9), rng.choice((0.1, 0.2)), rng.choice((0.5, 1))).model()
        if trace := trace_of(model, k % 2 == 0):
            yield trace, terms_of(model)


def steps_of(trace):
    """Return the clause of each step, and what it follows from: numbers of steps, and rules."""
    words, at, steps, single = np.frombuffer(trace, np.uint32).tolist(), 0, [], {}
    while at < len(words):
        if words[at] == HALL_SET:
            at += 5 + sum(words[at + 2 : at + 5])
            continue
        n, m = words[at : at + 2]
        clause, antecedents = words[at + 2 : at + 2 + m], words[at + 2 + m : at + 2 + m + 2 * n]
        nodes = []
        for reason, literal in zip(antecedents[::2], antecedents[1::2], strict=True):
            kind, data = reason >> 29, reason & (1 << 29) - 1
            is_single = kind == GIVEN and literal != NO_LITERAL
            rule = reason, NO_LITERAL if kind == UNIT else literal
            nodes.append(data if kind == CLAUSE else single[literal] if is_single else rule)
        if m == 1:
            single[clause[0]] = len(steps)
        steps.append((clause, nodes))
        at += 2 + m + 2 * n
    return steps


def slow_lines(trace, terms):
    """Return the steps that are lines, the rules, the lines, and the last line that needs each step or rule.

    Rules have numbers from 10,000 on, as lines need them, and steps from 1 on.
    """
    steps = steps_of(trace)
    users, members = {len(steps) - 1: set()}, {}
    for step in range(len(steps) - 1, -1, -1):
        if step not in users:
            continue
        clause, nodes = steps[step]
        others = [node for node in nodes if isinstance(node, tuple) or len(steps[node][0]) != 1]
        is_member = len(clause) == 1 and len(others) < 2 and len(users[step]) == 1
        line = min(users[step]) if is_member else step
        members.setdefault(line, []).insert(0, step)
        for node in nodes:
            users.setdefault(node, set()).add(line)
    numbers, rules, lines = {}, [], []
    for line in sorted(members):
        numbers[line] = line + 1
        named = []
        for step in members[line]:
            for node in steps[step][1]:
                if isinstance(node, tuple) and node not in numbers:
                    numbers[node] = 10_000 + len(rules)
                    rules.append(node)
            named += [numbers[node] for node in reversed(steps[step][1]) if node in numbers]
        text = b"".join(terms[x] for x in steps[line][0]).decode()
        lines.append(f"rup {text}>= 1 : {' '.join(map(str, dict.fromkeys([7, *named])))} ;\n")
    return sorted(members), rules, lines, {node: max(own, default=0) for node, own in users.items()}


def test_a_slow_twin_agrees():
    n_lines = n_members = 0
    for trace, terms in traces():
        steps = open_steps(trace, terms)
        if not steps.n_steps:
            continue
        order, rules, lines, last = slow_lines(trace, terms)
        assert steps.lines() == order
        assert [each[:2] for each in steps.rules()] == rules
        assert [each[3] for each in steps.rules()] == [last[rule] for rule in rules]
        for k in range(len(rules)):
            steps.set_rule(k, 10_000 + k)
        assert [steps.take_line(step, step + 1, [7]) for step in order] == lines
        assert [steps.last_need(step) for step in order] == [last[step] for step in order]
        n_lines += len(lines)
        n_members += sum(isinstance(node, int) for node in last) - len(lines)
    assert n_lines > 150
    assert n_members > 150


def test_words_that_are_not_a_trace():
    rng = random.Random(1)
    refused = 0
    for trace, terms in traces():
        for _ in range(200):
            words = np.frombuffer(trace, np.uint32).copy()
            if not len(words):
                break
            for _ in range(rng.choice((1, 3))):
                words[rng.randrange(len(words))] = rng.choice((0, 1, 2**32 - 1, rng.getrandbits(32), 5 << 29))
            words = words[: rng.choice((len(words), rng.randint(0, len(words))))]
            is_clausal = rng.random() < 0.5
            try:
                steps = Steps(memoryview(words.tobytes()).cast("I"), terms, is_clausal)
            except ValueError:
                refused += 1
                continue
            for step in steps.lines():
                steps.last_need(step)
            steps.hall_sets()
            for rule in range(len(steps.rules())):
                steps.set_rule(rule, 7)
            for step in steps.lines():
                assert is_clausal or steps.take_line(step, 1, []).endswith(";\n")
                assert steps.take_clause(step).endswith(b"\0")
    assert refused > 1000


def test_wrong_calls():
    # One step, of the clause 0, that follows from one rule.
    steps = Steps(memoryview(np.array([1, 1, 0, 1 << 29, 0], np.uint32)), [b"x ", b""], False)
    with pytest.raises(ValueError, match="has no number yet"):
        steps.take_line(0, 3, [])
    for call in (
        lambda: steps.last_need(1),
        lambda: steps.take_clause(1),
        lambda: steps.take_line(-1, 1, []),
        lambda: steps.set_rule(1, 1),
    ):
        with pytest.raises(ValueError, match="there are 1"):
            call()
    for number in (0, -1, 2**31):
        with pytest.raises(ValueError, match="1 to 2"):
            steps.set_rule(0, number)
    steps.set_rule(0, 9)
    for _ in range(2):
        assert steps.take_line(0, 10, []) == "rup x >= 1 : 9 ;\n"
    with pytest.raises(ValueError, match="has no number yet"):
        steps.take_line(0, 10, [11 + 2 * 2**20])
    with pytest.raises(TypeError):
        steps.take_line(0, 10, ["x"])
    # The first of these two steps, each of one literal and a rule or a step, is in the line of the second one.
    words = [1, 1, 0, 1 << 29, 0, 2, 0, 0, 0, 1 << 29, 2]
    member = Steps(memoryview(np.array(words, np.uint32)), [b"x ", b"y ", b"z "], False)
    assert member.lines() == [1]
    member.set_rule(0, 9)
    with pytest.raises(ValueError, match="step 0 has no line of its own"):
        member.take_line(0, 10, [])
    nameless = Steps(memoryview(np.array([0, 1, 1], np.uint32)), [b"x ", b""], False)
    with pytest.raises(ValueError, match="literal 1 is not in the formula"):
        nameless.take_line(0, 1, [])
