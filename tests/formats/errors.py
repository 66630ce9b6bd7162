"""The error of a text that is no puzzle."""

import pytest

from fastfuto import ParseError, parse


def error_of(text, format=None):
    with pytest.raises(ParseError) as caught:
        parse(text, format)
    return caught.value


def place_of(error):
    return error.line, error.column
