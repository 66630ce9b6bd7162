"""Checks of the fields of a JSON object, with errors that name the field and its position in the text."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..errors import ParseError
from ..model import MAX_VALUES
from .text import Scanner


class FieldReader:
    """A checker of the values of a JSON object, from which a family builds a puzzle.

    The *path* of a value is its name, such as ``clues[2][0]``. Each check returns its value or raises a ParseError. The
    error names the path and points to the first key in the text that equals the path's first name.

    Parameters
    ----------
    scan : Scanner
        The text.
    """

    __slots__ = ("_scan",)

    def __init__(self, scan: Scanner) -> None:
        self._scan = scan

    def whole(self, path: str, value: object) -> int:
        """Check that a value is a 32-bit integer."""
        if type(value) is not int or not -(2**31) <= value < 2**31:
            self.reject(path, f"{path}: expected a 32-bit integer, found {kind_of(value)}")
        return value

    def number(self, path: str, fields: dict[str, Any], greatest: int) -> int:
        """Check that the field `path` is from 1 to the limit."""
        number = self.whole(path, fields[path])
        if not 1 <= number <= greatest:
            self.reject(path, f"{path} must be 1 to {greatest}, found {number}")
        return number

    def word(self, path: str, value: object) -> str | int:
        """Check that a value can be a name: a string or a 32-bit integer."""
        if not is_word(value):
            self.reject(path, f"{path}: expected a string or a 32-bit integer, found {kind_of(value)}")
        return value  # type: ignore[return-value]

    def items(self, path: str, value: object, length: int | None = None) -> list[Any]:
        """Check that a value is a list, optionally of a given length."""
        if not isinstance(value, list):
            self.reject(path, f"{path}: expected a list, found {kind_of(value)}")
        if length is not None and len(value) != length:
            self.reject(path, f"{path}: expected a list of {length}, found a list of {len(value)}")
        return value

    def numbers(self, path: str, value: object, lengths: tuple[int | None, ...]) -> list[Any]:
        """Check that a value is a list of whole numbers, which may be nested to any depth.

        `lengths` has the length of each level, outermost first, or None if the level may have any length.
        """
        items = self.items(path, value, lengths[0])
        if len(lengths) == 1:
            return [self.whole(f"{path}[{k}]", item) for k, item in enumerate(items)]
        return [self.numbers(f"{path}[{k}]", item, lengths[1:]) for k, item in enumerate(items)]

    def square(self, path: str, fields: dict[str, Any]) -> list[Any]:
        """Check that the field `path` has n rows of n whole numbers, where n is the field of that name."""
        n = self.number("n", fields, MAX_VALUES)
        return self.numbers(path, fields[path], (n, n))

    def reject(self, path: str, message: str) -> NoReturn:
        """Raise the error `message` for a path."""
        raise self.error(path, message)

    def error(self, path: str, message: str) -> ParseError:
        """Return the error `message` for a path."""
        key = json.dumps(path.partition("[")[0], ensure_ascii=False)
        return self._scan.error(message, max(self._scan.text.find(key), 0))


def is_word(value: object) -> bool:
    """Return whether a JSON value can be a name: a string or a 32-bit integer."""
    return isinstance(value, str) or (type(value) is int and -(2**31) <= value < 2**31)


def kind_of(value: object) -> str:
    """Return the name of a JSON value for a message: the value itself, or its kind if it may be long."""
    names = {dict: "an object", list: "a list", bool: "true or false", type(None): "null"}
    return names.get(type(value)) or shown(value)


def shown(value: object) -> str:
    """Return a value for a message, cut to 40 characters."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
