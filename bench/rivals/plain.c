/* A straightforward solver of Futoshiki grids, as people write it. Each cell has a mask of its candidates. Cells with
 * one candidate, values with one place and inequalities drop candidates until nothing changes. Then the candidates of
 * the cell with the fewest are tried. */
#include <stdint.h>
#include <string.h>

enum { MOST = 32 * 32 };

typedef struct {
    int n, n_signs;
    int64_t limit, found;
    int lesser[2 * MOST], greater[2 * MOST];
    uint8_t *solution;
} puzzle_t;

static int drop_line(uint32_t *mask, int from, int step, int n, int cell) {
    int has_changed = 0;
    for (int k = from; n; n--, k += step)
        if (k != cell && mask[k] & mask[cell]) mask[k] &= ~mask[cell], has_changed = 1;
    return has_changed;
}

/* A value with one place in a line is the only candidate there. */
static int hidden_singles(uint32_t *mask, int from, int step, int n) {
    uint32_t once = 0, twice = 0;
    int has_changed = 0;
    for (int k = 0; k < n; k++) twice |= once & mask[from + k * step], once |= mask[from + k * step];
    for (int k = 0; k < n; k++) {
        const uint32_t single = mask[from + k * step] & once & ~twice;
        if (single && single != mask[from + k * step]) mask[from + k * step] = single & -single, has_changed = 1;
    }
    return has_changed;
}

/* Drop candidates until nothing changes. Return whether every cell has a candidate. */
static int propagate(const puzzle_t *p, uint32_t *mask) {
    const int n = p->n;
    for (int has_changed = 1; has_changed;) {
        has_changed = 0;
        for (int cell = 0; cell < n * n; cell++) {
            if (!mask[cell]) return 0;
            if (mask[cell] & (mask[cell] - 1)) continue;
            has_changed |= drop_line(mask, cell / n * n, 1, n, cell) | drop_line(mask, cell % n, n, n, cell);
        }
        for (int k = 0; k < n; k++)
            has_changed |= hidden_singles(mask, k * n, 1, n) | hidden_singles(mask, k, n, n);
        for (int k = 0; k < p->n_signs; k++) {
            uint32_t *lesser = &mask[p->lesser[k]], *greater = &mask[p->greater[k]];
            if (!*lesser || !*greater) return 0;
            const uint32_t low = *lesser & (((uint32_t)1 << (31 - __builtin_clz(*greater))) - 1);
            const uint32_t high = *greater & ~((*lesser & -*lesser) | ((*lesser & -*lesser) - 1));
            if (low != *lesser || high != *greater) *lesser = low, *greater = high, has_changed = 1;
        }
    }
    return 1;
}

static void search(puzzle_t *p, uint32_t *mask) {
    const int n_cells = p->n * p->n;
    int best = -1, fewest = 33;
    if (!propagate(p, mask)) return;
    for (int cell = 0; cell < n_cells; cell++) {
        const int size = __builtin_popcount(mask[cell]);
        if (size > 1 && size < fewest) fewest = size, best = cell;
    }
    if (best < 0) {
        if (!p->found++)
            for (int cell = 0; cell < n_cells; cell++) p->solution[cell] = __builtin_ctz(mask[cell]) + 1;
        return;
    }
    for (uint32_t left = mask[best]; left && p->found < p->limit; left &= left - 1) {
        uint32_t copy[MOST];
        memcpy(copy, mask, n_cells * sizeof(*mask));
        copy[best] = left & -left;
        search(p, copy);
    }
}

/* Return the number of solutions of an n x n grid, n <= 32, up to a limit, and write the first solution. The signs of a
 * cell are bits for a greater neighbour on the right, on the left, below and above. */
static int64_t solve(int n, const uint8_t *clues, const uint8_t *signs, int64_t limit, uint8_t *solution) {
    puzzle_t p;
    uint32_t mask[MOST];
    const int steps[] = {1, -1, n, -n};
    p.n = n, p.n_signs = 0, p.limit = limit, p.found = 0, p.solution = solution;
    for (int cell = 0; cell < n * n; cell++) {
        if (clues[cell] > n) return 0;
        mask[cell] = clues[cell] ? (uint32_t)1 << (clues[cell] - 1) : ~(uint32_t)0 >> (32 - n);
        for (int side = 0; side < 4; side++)
            if (signs[cell] >> side & 1) p.lesser[p.n_signs] = cell, p.greater[p.n_signs++] = cell + steps[side];
    }
    search(&p, mask);
    return p.found;
}

/* Do the same for k puzzles, in arrays (k, n * n), and write the numbers of solutions. */
void solve_all(
    int64_t k, int n, const uint8_t *clues, const uint8_t *signs, int64_t limit, uint8_t *solutions, int64_t *counts) {
    for (; k; k--, clues += n * n, signs += n * n, solutions += n * n)
        *counts++ = solve(n, clues, signs, limit, solutions);
}
