"""Count on all cores: split a model into parts, count the solutions of the parts in threads, and add up the counts."""

from concurrent.futures import ThreadPoolExecutor

import fastfuto

model = fastfuto.Futoshiki([[0] * 5] * 5).model()
with ThreadPoolExecutor() as pool:
    counts = list(pool.map(fastfuto.count, fastfuto.split(model, 8)))
print(" + ".join(map(str, counts)), "=", sum(counts))
