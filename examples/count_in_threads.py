"""Count on all cores: split the model into parts whose solutions add up, and count each in a thread."""

from concurrent.futures import ThreadPoolExecutor

import fastfuto

model = fastfuto.Futoshiki([[0] * 5] * 5).model()
with ThreadPoolExecutor() as pool:
    counts = list(pool.map(fastfuto.count, fastfuto.split(model, 8)))
print(" + ".join(map(str, counts)), "=", sum(counts))
