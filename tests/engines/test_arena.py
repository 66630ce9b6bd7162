"""The arena of the cores: where arrays lie in its block, and blocks that cannot be."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "cython" / "common" / "arena.pxd"
PROGRAM = """
#include <stdio.h>

static const char *outcome(Arena *a) { return a->base ? "placed" : "refused"; }

int main(void) {
    Arena a = {0};
    char *bytes;
    short *shorts;
    int *ints;
    double *doubles;
    struct { int of[3]; } *threes;
    int passes = 0;
    while (arena_pass(&a, SIZE_MAX)) {
        passes++;
        arena_place(&a, bytes, 3);
        arena_place(&a, doubles, 2);
        arena_place(&a, shorts, 1);
        arena_place(&a, threes, 1);
        arena_place(&a, ints, 0);
        arena_place(&a, bytes, 1);
    }
    printf("%d passes, %zu bytes, %td %td %td %td\\n", passes, a.size,
           (char *)doubles - a.base, (char *)shorts - a.base, (char *)threes - a.base, bytes - a.base);
    for (size_t k = 0; k < a.size; k++) if (a.base[k]) puts("not zero");
    while (arena_pass(&a, 6)) arena_place(&a, shorts, 3);
    printf("%s, %zu bytes\\n", outcome(&a), a.size);
    while (arena_pass(&a, 5)) arena_place(&a, shorts, 3);
    printf("%s, %zu bytes\\n", outcome(&a), a.size);
    while (arena_pass(&a, SIZE_MAX)) arena_place(&a, doubles, UINT64_MAX / 8 + 2);
    printf("%s, %d\\n", outcome(&a), a.size == SIZE_MAX);
    while (arena_pass(&a, SIZE_MAX)) { arena_place(&a, bytes, SIZE_MAX - 8); arena_place(&a, doubles, 2); }
    printf("%s, %d\\n", outcome(&a), a.size == SIZE_MAX);
    while (arena_pass(&a, SIZE_MAX)) { arena_place(&a, bytes, SIZE_MAX - 2); arena_place(&a, doubles, 0); }
    printf("%s, %d\\n", outcome(&a), a.size == SIZE_MAX);
    while (arena_pass(&a, SIZE_MAX)) arena_place(&a, ints, 0);
    printf("%s, %zu bytes\\n", outcome(&a), a.size);
    arena_free(&a);
    printf("%s\\n", outcome(&a));
    return 0;
}
"""
EXPECTED = """\
2 passes, 41 bytes, 8 24 28 40
placed, 6 bytes
refused, 6 bytes
refused, 1
refused, 1
refused, 1
placed, 0 bytes
refused
"""


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_arrays_are_placed_or_refused(tmp_path):
    header = SOURCE.read_text(encoding="utf-8").split('"""')[1]
    (tmp_path / "arena.c").write_text(header + PROGRAM, encoding="utf-8")
    command = ["cc", "-Wall", "-Wextra", "-Werror", "-o", tmp_path / "arena", tmp_path / "arena.c"]
    subprocess.run(command, check=True)
    done = subprocess.run([tmp_path / "arena"], capture_output=True, text=True, check=True)
    assert done.stdout == EXPECTED
