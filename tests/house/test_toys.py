"""Toys work when they are added, and tests fail if a part is left out."""

import pytest

from .copies import call, copy_to, copy_with, run
from .edits import COMPILED, EDITS, TOYS, add

pytestmark = pytest.mark.thorough


def test_all_toys_work_beside_each_other(tmp_path):
    copy_to(tmp_path)
    program = f"import fastfuto\nassert fastfuto.__file__.startswith({str(tmp_path)!r})\n"
    for toy in EDITS:
        if toy not in COMPILED:
            add(tmp_path, toy)
    for path in sorted(TOYS.glob("*.py")):
        if path.stem not in COMPILED:
            program += path.read_text(encoding="utf-8")
    done = run(tmp_path, program)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("count", [1, 2])
def test_a_technique_without_a_phrase_fails_a_test(count, tmp_path):
    copy_with(tmp_path, "words", EDITS["words"][:count])
    done = call(tmp_path, "logic.test_texts", "test_every_technique_has_one_phrase")
    assert ("AssertionError" in done.stderr) == (count == 1), done.stderr


@pytest.mark.parametrize(
    ("left_out", "module", "test"),
    [
        (0, "cli.test_start", "test_the_table_has_every_command_of_the_folder"),
        (1, "cli.test_options", "test_the_table_of_uses_has_all_commands"),
    ],
)
def test_a_line_of_a_command_that_is_left_out_fails_a_test(left_out, module, test, tmp_path):
    edits = EDITS["command"]
    copy_with(tmp_path, "command", edits[:left_out] + edits[left_out + 1 :])
    assert "AssertionError" in call(tmp_path, module, test).stderr
