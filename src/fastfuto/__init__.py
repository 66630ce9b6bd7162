"""Solve, count, make, grade, explain and draw Futoshiki, Sudoku, Kakuro, Latin squares and exact covers, fast.

Grids may have up to 255 rows (Sudoku: 64). The module `fastfuto.api` lists the public names. The first use of a name
loads all names except those in the `LATER` packages, each of which is loaded on its own first use. Therefore the
command line answers Ctrl-C from the start, and ``import fastfuto`` takes only a few milliseconds.
"""

from importlib import import_module

TYPE_CHECKING = False  # Importing typing takes some time, during which Ctrl-C would not be answered.
if TYPE_CHECKING:
    from typing import Any

    from .api import *  # noqa: F403
    from .api import Violation

    Problem = Violation

__version__: str


def __getattr__(name: str) -> "Any":
    """Load all public names when one of them is first used; look up the version and old names."""
    if name == "__version__":
        from importlib.metadata import version

        return version("fastfuto")
    if name == "Problem":  # This old name will be removed in the next release.
        import warnings

        message = "fastfuto.Problem is now called Violation, and the old name will be removed"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        name = "Violation"
    if name.startswith("__") and name != "__all__":  # Python reads these from every module.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    api = import_module(".api", __name__)
    globals().update({public: vars(api)[public] for public in api.__all__ if public in vars(api)})
    globals()["__all__"] = [*api.__all__, "__version__"]
    if name in api.__all__ and name not in globals():
        for room in (import_module(f".{later}", __name__) for later in api.LATER):
            globals().update({each: getattr(room, each) for each in room.__all__ if each in api.__all__})
            if name in globals():
                break
    try:
        return globals()[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    """Return the public names, without the subpackages."""
    return sorted(__getattr__("__all__"))
