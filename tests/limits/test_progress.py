"""What is told of progress."""

from fastfuto.limits import counted


def test_one_is_singular():
    assert [counted(k, "byte") for k in (0, 1, 2)] == ["0 bytes", "1 byte", "2 bytes"]
