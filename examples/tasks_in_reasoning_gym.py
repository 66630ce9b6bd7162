"""Tasks of fastfuto as a data set of reasoning-gym: ``pip install reasoning-gym``.

A question is made when it is asked for, from the seed and its number alone. The answer may be laid out in any way, and
any grid that keeps the rules and the clues is right.
"""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

import fastfuto


@dataclass
class FastfutoConfig:
    """What kind of puzzles: arguments of `fastfuto.tasks`."""

    n: int = 5
    level: str = "easy"
    prompt: Any = "grid"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise an error for what cannot be made."""
        next(fastfuto.tasks(1, n=self.n, level=self.level, prompt=self.prompt))


class FastfutoDataset(ProceduralDataset):
    """Futoshiki with exactly one solution, of a level, with answers that are judged by the rules."""

    def __init__(self, config: FastfutoConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        config = self.config
        task = next(
            fastfuto.tasks(1, seed=self.seed, start=idx, n=config.n, level=config.level, prompt=config.prompt)
        )
        metadata = {"source_dataset": "fastfuto", "source_index": idx, **task.metadata}
        return {"question": task.question, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1.0 for a solution, and otherwise the share of the cells that are right."""
        puzzle = fastfuto.parse(entry["metadata"]["puzzle"])
        assert isinstance(puzzle, fastfuto.Puzzle)
        return fastfuto.score(puzzle, answer, partial=True)


def main() -> None:
    register_dataset("fastfuto", FastfutoDataset, FastfutoConfig)
    data = FastfutoDataset(FastfutoConfig(seed=42, size=10))
    for entry in data:
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer("I do not know.", entry) == 0.0
    print(data[0]["question"])
    print("answered", data.score_answer(f"My answer: {data[0]['answer']}", data[0]))


if __name__ == "__main__":
    main()
