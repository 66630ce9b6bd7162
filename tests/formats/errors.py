"""The error of a text that is no puzzle."""

import pytest

from fastfuto import ParseError, parse


def error_of(text, format=None):
    with pytest.raises(ParseError) as caught:
        parse(text, format)
    return caught.value


def place_of(error):
    return error.line, error.column


def check_error(message, place, text, format=None):
    """Check that a text is no puzzle for this reason, which is found at this place."""
    error = error_of(text, format)
    assert message in error.message, error.message
    assert place_of(error) == place, error
