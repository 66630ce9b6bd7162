"""The options of every command, as the command line prints them."""

import argparse
import os
from collections.abc import Iterator

from sphinx.application import Sphinx

from fastfuto.cli.dispatch import COMMANDS, make_parser

PLACE = "<!-- the help of every command -->\n"


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the name and the parser of each command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def insert(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the comment by a section for each command."""
    if PLACE not in source[0]:
        return
    os.environ["COLUMNS"] = "100"  # The width that argparse takes.
    sections = [
        f"## {name}\n\n```text\n{parser.format_help()}```\n"
        for name, parser in commands(make_parser(COMMANDS))
    ]
    source[0] = source[0].replace(PLACE, "\n".join(sections))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to call."""
    app.connect("source-read", insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
