"""Use tasks of fastfuto as a data set of reasoning-gym: ``pip install reasoning-gym``.

Each question is made on demand, and depends only on the seed and its number. An answer may have any common layout, and
is right if its grid satisfies the rules and the clues.
"""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.factory import ProceduralDataset, register_dataset

import fastfuto


@dataclass
class FastfutoConfig:
    """The kind and the number of puzzles, as arguments of `fastfuto.tasks`."""

    n: int = 5
    level: str = "easy"
    prompt: Any = "grid"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise an error if such puzzles cannot be made."""
        next(fastfuto.tasks(1, n=self.n, level=self.level, prompt=self.prompt))


class FastfutoDataset(ProceduralDataset):
    """Futoshiki puzzles of one level with exactly one solution, and answers that are judged by the rules."""

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
        """Return 1.0 for a solution, and otherwise the fraction of the cells that are right."""
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
    print("score of a right answer:", data.score_answer(f"My answer: {data[0]['answer']}", data[0]))


if __name__ == "__main__":
    main()
