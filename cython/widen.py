"""Derive the C file of a wide build from that of the narrow build: ``python widen.py PACKAGE _NAME`` in its folder.

The two builds differ in a macro, which only the C compiler sees, and in the module's name. The name occurs in literals,
by which the module and its classes are registered, and in its first function. Cython therefore runs once for both.
"""

import sys
from pathlib import Path


def main(package: str, name: str) -> None:
    """Read ``_NAME.c`` and write ``_NAME_wide.c``."""
    code = Path(f"{name}.c").read_text(encoding="utf-8")
    for narrow in (f'"{package}.{name}', f"PyInit_{name}"):
        assert narrow in code, f"Cython names modules in another way: there is no {narrow}"
        code = code.replace(narrow, f"{narrow}_wide")
    Path(f"{name}_wide.c").write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
