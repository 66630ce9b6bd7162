"""Plant small changes in a copy of the project, one at a time, and see which of them the tests notice.

The changes are those of planted.toml, or others that a seed draws over all rooms. Each is tried with the tests of its
room, then with those of related rooms, then with the whole usual suite, and last with the thorough suite. The exit code
is 1 if the suites notice too few changes. A stopped run continues where it was, if no file has changed. Changes that no
test can notice are listed with the reason, and not counted.
"""

import argparse
import itertools
import sys
from collections import Counter
from pathlib import Path

from .drawn import drawn
from .planted import COMPILED, ROOT, TESTS, Mutant, planted, reasons
from .tree import SUITES, Tree

LEAST = {"usual": 0.85, "both": 0.97}
"""The smallest part of the listed changes that the usual suite, and both together, must notice."""
LEAST_DRAWN = {"usual": 0.0, "both": 0.9}
"""The same for changes that are drawn, of which some make no difference that is known."""
ROOMS = sorted({*TESTS, *(path.parent.name for path in (ROOT / "cython").glob("*/*.p*"))})


def sampled(rooms, seed):
    """Yield changes that are drawn, without end."""
    for change in drawn(rooms, seed):
        room = Path(change.path).parts[2 if change.path.startswith("src/") else 1]
        own = f"{room}/test_{Path(change.path).stem}.py"
        tests = [own] if (ROOT / "tests" / own).exists() else []
        others = [*TESTS.get(room, []), *COMPILED] if change.path.startswith("cython/") else TESTS[room]
        reason = reasons().get((change.path, change.before, change.after), "")
        name = f"{change.path}:{change.line}: {change.before} -> {change.after}"
        yield Mutant(room, name, change.path, change.text, tests, others, reason)


def noticed(tree, mutant):
    """Return the suite that notices a change, "surviving" if there is none, or "broken" if it does not compile."""
    tests = list(dict.fromkeys([*mutant.tests, *mutant.others, "."]))
    for suite in SUITES:
        for test in tests:
            tree.seconds(test, suite)  # The time without a change must be known before.
    with tree.planted(mutant.path, mutant.text) as is_built:
        if not is_built:
            return "broken"
        for suite in SUITES:
            if any(tree.notices(test, suite) for test in tests):
                return suite
    return "surviving"


def table(results):
    """Return the numbers of changes by room, and of all."""
    kinds = [*SUITES, "surviving", "equivalent"]
    counts = Counter((mutant.room, kind) for mutant, kind in results)
    lines = ["".join(f"{title:>12}" if title else f"{'room':15}" for title in ("", *kinds))]
    for room in sorted({mutant.room for mutant, _ in results}):
        lines.append(f"{room:15}" + "".join(f"{counts[room, kind]:12}" for kind in kinds))
    totals = Counter(kind for _, kind in results)
    return "\n".join([*lines, f"{'all':15}" + "".join(f"{totals[kind]:12}" for kind in kinds)])


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--only", metavar="ROOM", action="append", choices=ROOMS, help="this room; may be repeated"
    )
    parser.add_argument(
        "--drawn", type=int, metavar="K", help="draw so many changes, in place of the listed ones"
    )
    parser.add_argument("--seed", type=int, default=0, help="draws other changes")
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
    rooms = chosen.only or ROOMS
    if chosen.drawn is None:
        mutants = (mutant for mutant in planted() if mutant.room in rooms)
    else:
        mutants = sampled(rooms, chosen.seed)
    if chosen.list:
        for mutant in itertools.islice(mutants, chosen.drawn):
            print(f"{mutant.room:15}{mutant.name}")
        return 0
    tree = Tree(chosen.folder.resolve())
    results = []
    for mutant in mutants:
        kind = "equivalent" if mutant.equivalent else tree.known(mutant, noticed)
        if kind != "broken":
            results.append((mutant, kind))
            print(f"{kind:12}{mutant.room:15}{mutant.name}", flush=True)
        if len(results) == chosen.drawn:
            break
    print(f"\n{table(results)}\n")
    for mutant, kind in results:
        if kind == "equivalent":
            print(f"equivalent: {mutant.room}: {mutant.name}: {mutant.equivalent}")
    counts = Counter(kind for _, kind in results)
    number = len(results) - counts["equivalent"]
    shares = {"usual": counts["usual"], "both": counts["usual"] + counts["thorough"]}
    least = LEAST if chosen.drawn is None else LEAST_DRAWN
    return int(any(shares[suite] < least[suite] * number for suite in shares))


if __name__ == "__main__":
    sys.exit(main())
