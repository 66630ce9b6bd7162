"""Define an environment for `verifiers`, which trains models by rewards: ``pip install verifiers datasets``.

The package calls `load_environment`. Run as a script, this file prints the rewards for some answers; this needs neither
the package nor a model.
"""

import json
from typing import Any

import fastfuto

Message = dict[str, str]


def text_of(completion: str | list[Message]) -> str:
    """Return the text that a model has written: the last message of a chat, or the completion itself."""
    return completion if isinstance(completion, str) else completion[-1]["content"]


def is_right(completion: str | list[Message], info: dict[str, Any], **_: Any) -> float:
    """Return the reward: 1 for the solution of the puzzle, otherwise 0."""
    return fastfuto.score(puzzle_of(info), text_of(completion))


def is_nearly_right(completion: str | list[Message], info: dict[str, Any], **_: Any) -> float:
    """Return the reward: the fraction of the cells that are right."""
    return fastfuto.score(puzzle_of(info), text_of(completion), partial=True)


def puzzle_of(info: dict[str, Any]) -> fastfuto.Puzzle[Any]:
    """Return the puzzle of a row of the data set."""
    puzzle = fastfuto.parse(info["puzzle"])
    assert isinstance(puzzle, fastfuto.Puzzle)
    return puzzle


def rows(k: int, **recipe: Any) -> list[dict[str, Any]]:
    """Return the rows of a data set with the columns that the package expects."""
    return [
        {"question": task.question, "answer": task.answer, "info": {"puzzle": task.metadata["puzzle"]}}
        for task in fastfuto.tasks(k, **recipe)
    ]


def load_environment(k: int = 1000, n: int = 5, level: str = "easy", seed: int = 0) -> Any:
    """Return an environment in which a model answers once. Partly right answers get a small part of the reward."""
    import verifiers
    from datasets import Dataset

    data = Dataset.from_list(rows(k, n=n, level=level, seed=seed))
    rubric = verifiers.Rubric(funcs=[is_right, is_nearly_right], weights=[1.0, 0.1])
    return verifiers.SingleTurnEnv(dataset=data, rubric=rubric)


def main() -> None:
    [row] = rows(1, n=4, level="easy")
    grid = [[int(value) for value in line.split()] for line in row["answer"].split("\n")]
    wrong = [grid[0][::-1], *grid[1:]]
    for answer in (
        row["answer"],
        f"<think>{wrong}</think>{json.dumps(grid)}",
        str(wrong),
        f"{grid} or {wrong}",
        "?",
    ):
        paid = is_right(answer, row["info"]), round(is_nearly_right(answer, row["info"]), 2)
        print(paid, repr(answer[:60]))


if __name__ == "__main__":
    main()
