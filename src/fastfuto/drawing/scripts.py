"""The scripts of the page: joined modules, and the engines that a worker runs."""

from __future__ import annotations

import base64
import functools
import re
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

WORKER = ("model", "decoding", "variants", "made", "reading", "stock", "engine", "worker")
"""The modules of the worker, in the folder player/engine; each imports only earlier modules."""


def _file(name: str) -> Traversable:
    from importlib.resources import files

    return files(__package__).joinpath("player", *name.split("/"))


def source(name: str) -> str:
    """Return the text of a file in the folder player."""
    return _file(name).read_text(encoding="utf-8")


@functools.cache
def joined(modules: tuple[str, ...], *more: str) -> str:
    """Join modules into one script with its own scope, without imports, comments and indentation.

    `more` are the texts of further modules.
    """
    lines = []
    for text in [*(source(f"{module}.js") for module in modules), *more]:
        for line in re.sub(r"^import [^;]*;\n", "", text, flags=re.MULTILINE).splitlines():
            code = line.strip().removeprefix("export ")
            if code and not code.startswith("//"):
                lines.append(code)
    return "\n".join(['"use strict";', "(() => {", *lines, "})();"])


def worker_script() -> str:
    """Return the script of the worker that runs the engines."""
    return joined(tuple(f"engine/{module}" for module in WORKER))


@functools.cache
def packed_module() -> str:
    """Return the engines as WebAssembly, deflated without a header, in base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(
        packer.compress(_file("engine/engine.wasm").read_bytes()) + packer.flush()
    ).decode()


def rule_tables() -> str:
    """Return the rules, families and levels for the engines, as JSON."""
    return source("engine/tables.json").strip()
