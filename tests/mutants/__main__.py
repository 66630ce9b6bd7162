"""Plant small changes in a copy of the project, one at a time, and see which of them the tests notice.

The changes are those of planted.toml, and others of the Python code that a seed draws for each room. The exit code is
1 if the tests notice fewer than 95 % of them. Changes that no test can notice are listed with the reason, and not
counted.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from .drawn import drawn
from .planted import ROOT, TESTS, Mutant, planted, reasons
from .tree import Tree

LEAST = 0.95
"""The least part of the changes that the tests must notice."""


def sampled(room, k, seed):
    """Yield changes that are drawn for a room."""
    for change in drawn(room, k, seed):
        own = f"{room}/test_{Path(change.path).stem}.py"
        tests = [own] if (ROOT / "tests" / own).exists() else []
        reason = reasons().get((change.path, change.before, change.after), "")
        name = f"{change.path}:{change.line}: {change.before} -> {change.after}"
        yield Mutant(room, name, change.path, change.text, tests, TESTS[room], reason)


def is_noticed(tree, mutant):
    """Return whether the tests notice a change, which is planted again for the tests of related rooms."""
    for tests in (mutant.tests, [test for test in mutant.others if test not in mutant.tests]):
        for test in tests:
            tree.seconds(test)  # What they take without a change must be known before.
        with tree.planted(mutant.path, mutant.text):
            if any(tree.notices(test) for test in tests):
                return True
    return False


def table(results):
    """Return the numbers of changes by room, and of all."""
    columns = [Counter(mutant.room for mutant in mutants) for mutants in results.values()]
    rooms = sorted(set().union(*columns))
    rows = [(room, *(column[room] for column in columns)) for room in rooms]
    rows.append(("all", *(column.total() for column in columns)))
    lines = [f"{'room':15}{'planted':>9}{'killed':>9}{'surviving':>11}{'equivalent':>12}"]
    for room, dead, alive, same in rows:
        lines.append(f"{room:15}{dead + alive:9}{dead:9}{alive:11}{same:12}")
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--only", metavar="ROOM", action="append", help="change files of this room; may be repeated"
    )
    parser.add_argument("--seed", type=int, default=0, help="draws other changes of Python code")
    parser.add_argument(
        "--drawn", type=int, default=3, metavar="K", help="changes that are drawn for each room"
    )
    parser.add_argument("--list", action="store_true", help="list the changes, and do nothing")
    parser.add_argument(
        "--folder",
        type=Path,
        default=ROOT / "build" / "mutants",
        help="for the copy; build/mutants if not given",
    )
    return parser.parse_args()


def main():
    chosen = arguments()
    mutants = [*planted(), *(each for room in TESTS for each in sampled(room, chosen.drawn, chosen.seed))]
    mutants = [mutant for mutant in mutants if not chosen.only or mutant.room in chosen.only]
    if chosen.list:
        print("\n".join(f"{mutant.room:15}{mutant.name}" for mutant in mutants))
        return 0
    tree = Tree(chosen.folder.resolve())
    results = {"killed": [], "surviving": [], "equivalent": []}
    for mutant in mutants:
        result = "equivalent"
        if not mutant.equivalent:
            result = "killed" if is_noticed(tree, mutant) else "surviving"
        results[result].append(mutant)
        print(f"{result:12}{mutant.room:15}{mutant.name}", flush=True)
    print(f"\n{table(results)}\n")
    for mutant in results["equivalent"]:
        print(f"equivalent: {mutant.room}: {mutant.name}: {mutant.equivalent}")
    for mutant in results["surviving"]:
        print(f"surviving: {mutant.room}: {mutant.name}")
    n_killed, n_surviving = len(results["killed"]), len(results["surviving"])
    return int(n_killed < LEAST * (n_killed + n_surviving))


if __name__ == "__main__":
    sys.exit(main())
