/* The innermost loops of states in registers of 512 bits (AVX-512F), for x86-64 processors. A register has eight ways
 * to place a value, all words of a bit map, the colours of all rows or columns, or a word of sixteen states. Ways,
 * their order, colours and forms are the same as in ways.pxd and symmetry.pxd.
 */
#ifndef FASTFUTO_STATES_WIDE_H
#define FASTFUTO_STATES_WIDE_H

#include <stdint.h>

/* States whose forms are computed together [states.md: Forms of many states at a time]. */
#define FASTFUTO_FORMS 256
typedef uint32_t Successors[FASTFUTO_FORMS]; /* one word for each of them */
typedef uint32_t Form[16]; /* the rows of a form */

/* States with lines of the same colour, which wait until sixteen of them can be processed together. */
typedef struct {
    uint32_t number[FASTFUTO_FORMS + 16];
    uint32_t graph[2][16][FASTFUTO_FORMS + 16], colour[2][16][FASTFUTO_FORMS + 16];
} Waiting;

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER)
#include <immintrin.h>

#define WIDE_512 __attribute__((target("avx512f")))

/* Return whether the processor has such registers. */
static int wide_supported(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") != 0;
}

/* (column, word) The shift that moves the sets with the column to the sets without it, in words and bits. */
#define STEP(w) {w, 1 + w, 2 + w, 3 + w, 4 + w, 5 + w, 6 + w, 7 + w}
static const uint64_t WIDE_STEP[9][8] = {
    STEP(0), STEP(0), STEP(0), STEP(0), STEP(0), STEP(0), STEP(1), STEP(2), STEP(4)
};
#undef STEP
static const uint8_t WIDE_SHIFT[9] = {1, 2, 4, 8, 16, 32, 0, 0, 0};
#define ALL(x) {x, x, x, x, x, x, x, x}
static const uint64_t WIDE_WITHOUT[9][8] = {
    ALL(0x5555555555555555u), ALL(0x3333333333333333u), ALL(0x0F0F0F0F0F0F0F0Fu), ALL(0x00FF00FF00FF00FFu),
    ALL(0x0000FFFF0000FFFFu), ALL(0x00000000FFFFFFFFu),
    {~0ull, 0, ~0ull, 0, ~0ull, 0, ~0ull, 0}, {~0ull, ~0ull, 0, 0, ~0ull, ~0ull, 0, 0}, {~0ull, ~0ull, ~0ull, ~0ull}
};
#undef ALL

/* Fill sets, (n + 1, 8), from the last row on. Return whether there is any way. */
WIDE_512 static int wide_find_sets(uint64_t (*sets)[8], const uint32_t *open, int n) {
    uint64_t full = ((uint64_t)1 << n) - 1;
    for (int w = 0; w < 8; w++) sets[n][w] = 0;
    sets[n][full >> 6] = (uint64_t)1 << (full & 63);
    __m512i rest = _mm512_loadu_si512(sets[n]);
    for (int row = n - 1; row >= 0; row--) {
        __m512i to = _mm512_setzero_si512();
        for (uint32_t left = open[row]; left; left &= left - 1) {
            int c = __builtin_ctz(left);
            __m512i moved = _mm512_srl_epi64(rest, _mm_cvtsi32_si128(WIDE_SHIFT[c]));
            moved = _mm512_permutexvar_epi64(_mm512_loadu_si512(WIDE_STEP[c]), moved);
            to = _mm512_or_si512(to, _mm512_and_si512(moved, _mm512_loadu_si512(WIDE_WITHOUT[c])));
        }
        rest = to;
        _mm512_storeu_si512(sets[row], rest);
    }
    return sets[0][0] & 1;
}

/* Extend n ways by each position of a row that leads to an end. Return the number of new ways; up to seven more are
 * written after them. `shift` is the place of the row in the key, which has the columns `kept` of it. */
WIDE_512 static int wide_carry_on(
    const uint64_t *rest, uint32_t left, int shift, uint32_t kept, const uint64_t *key, const uint64_t *used, int n,
    uint64_t *to_key, uint64_t *to_used
) {
    const __m512i sets = _mm512_loadu_si512(rest), one = _mm512_set1_epi64(1);
    int n_ways = 0;
    for (; left; left &= left - 1) {
        uint32_t bit = left & -left;
        __m512i cell = _mm512_set1_epi64((long long)((uint64_t)(bit & kept) << shift));
        __m512i column = _mm512_set1_epi64(bit);
        for (int k = 0; k < n; k += 8) {
            __m512i u = _mm512_or_si512(_mm512_loadu_si512(used + k), column);
            __m512i word = _mm512_permutexvar_epi64(_mm512_srli_epi64(u, 6), sets);
            __mmask8 good = _mm512_test_epi64_mask(_mm512_rorv_epi64(word, u), one);
            if (n - k < 8) good &= (__mmask8)((1 << (n - k)) - 1);
            __m512i x = _mm512_or_si512(_mm512_loadu_si512(key + k), cell);
            _mm512_storeu_si512(to_key + n_ways, _mm512_maskz_compress_epi64(good, x));
            _mm512_storeu_si512(to_used + n_ways, _mm512_maskz_compress_epi64(good, u));
            n_ways += __builtin_popcount(good);
        }
    }
    return n_ways;
}

WIDE_512 static __m512i wide_mixed(__m512i x) {
    x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 16));
    x = _mm512_mullo_epi32(x, _mm512_set1_epi32(0x7FEB352D));
    return _mm512_xor_si512(x, _mm512_srli_epi32(x, 15));
}

/* The colour that a linked row and column get, from the colours of both. Equal colours become three times as large: an
 * even number would lose bits each time. */
WIDE_512 static __m512i wide_linked(__m512i row, __m512i column) {
    return wide_mixed(_mm512_add_epi32(row, _mm512_slli_epi32(column, 1)));
}

/* Refine the colours of n rows and columns, at most 16, which have these neighbours. */
WIDE_512 static void wide_refine(
    const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, int n, int rounds, uint32_t linked
) {
    const __mmask16 all = (__mmask16)((1 << n) - 1);
    const __m512i one = _mm512_set1_epi32(1);
    __m512i r = _mm512_maskz_loadu_epi32(all, row), c = _mm512_maskz_loadu_epi32(all, column);
    for (int round = 0; round < rounds; round++) {
        c = _mm512_mask_mov_epi32(c, (__mmask16)linked, wide_mixed(c));
        __m512i to_r = r, to_c = c, k = _mm512_setzero_si512();
        for (int i = 0; i < n; i++) {
            to_r = _mm512_mask_add_epi32(to_r, (__mmask16)columns[i], to_r, _mm512_permutexvar_epi32(k, c));
            to_c = _mm512_mask_add_epi32(to_c, (__mmask16)rows[i], to_c, _mm512_permutexvar_epi32(k, r));
            k = _mm512_add_epi32(k, one);
        }
        r = wide_mixed(to_r);
        c = wide_mixed(to_c);
        __m512i both = wide_linked(r, c);
        r = _mm512_mask_mov_epi32(r, (__mmask16)linked, both);
        c = _mm512_mask_mov_epi32(c, (__mmask16)linked, both);
    }
    _mm512_mask_storeu_epi32(row, all, r);
    _mm512_mask_storeu_epi32(column, all, c);
}

/* Sixteen states, one per lane, with the neighbours and colours of their rows and columns. */
typedef struct {
    __m512i graph[2][16], colour[2][16];
} WideStates;

/* Set up sixteen successors of the state with these rows and columns, and the first colours of their lines. */
WIDE_512 static void wide_set_up(
    WideStates *s, const uint32_t (*base)[16], const Successors *chosen, int n, const uint32_t *overlap,
    const uint32_t *start, int room
) {
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i by_overlap = _mm512_maskz_loadu_epi32((__mmask16)((1 << n) - 1), overlap);
    __m512i more[2][16];
    for (int k = 0; k < n; k++) {
        more[0][k] = _mm512_loadu_si512(chosen[k]);
        more[1][k] = _mm512_setzero_si512();
    }
    for (int k = 0; k < n; k++) {
        __m512i bit = _mm512_set1_epi32(1 << k);
        for (int i = 0; i < n; i++) {
            __mmask16 is = _mm512_test_epi32_mask(more[0][k], _mm512_set1_epi32(1 << i));
            more[1][i] = _mm512_mask_or_epi32(more[1][i], is, more[1][i], bit);
        }
    }
    /* Two lines share their common cells in the state, and the new cell of each line that the other line also has. */
    for (int kind = 0; kind < 2; kind++) {
        for (int k = 0; k < n; k++) {
            __m512i old = _mm512_set1_epi32(base[kind][k]), sum = _mm512_set1_epi32(start[kind * room + k]);
            s->graph[kind][k] = _mm512_or_si512(old, more[kind][k]);
            for (int i = 0; i < k; i++) {
                __mmask16 mine = _mm512_test_epi32_mask(more[kind][k], _mm512_set1_epi32(base[kind][i]));
                __mmask16 other = _mm512_test_epi32_mask(more[kind][i], old);
                __m512i x = _mm512_set1_epi32(__builtin_popcount(base[kind][k] & base[kind][i]));
                x = _mm512_mask_add_epi32(x, mine, x, one);
                x = _mm512_mask_add_epi32(x, other, x, one);
                x = _mm512_permutexvar_epi32(x, by_overlap);
                sum = _mm512_add_epi32(sum, x);
                s->colour[kind][i] = _mm512_add_epi32(s->colour[kind][i], x);
            }
            s->colour[kind][k] = sum;
        }
    }
}

/* Refine the colours of sixteen states. */
WIDE_512 static void wide_refine_all(WideStates *s, int n, int rounds, uint32_t linked) {
    for (int round = 0; round < rounds; round++) {
        __m512i next[16];
        for (uint32_t left = linked; left; left &= left - 1) {
            int k = __builtin_ctz(left);
            s->colour[1][k] = wide_mixed(s->colour[1][k]);
        }
        for (int k = 0; k < n; k++) next[k] = s->colour[1][k];
        for (int k = 0; k < n; k++) {
            __m512i mine = s->colour[0][k], sum = mine, row = s->graph[0][k];
            for (int i = 0; i < n; i++) {
                __mmask16 is = _mm512_test_epi32_mask(row, _mm512_set1_epi32(1 << i));
                sum = _mm512_mask_add_epi32(sum, is, sum, s->colour[1][i]);
                next[i] = _mm512_mask_add_epi32(next[i], is, next[i], mine);
            }
            s->colour[0][k] = wide_mixed(sum);
        }
        for (int k = 0; k < n; k++) s->colour[1][k] = wide_mixed(next[k]);
        for (uint32_t left = linked; left; left &= left - 1) {
            int k = __builtin_ctz(left);
            s->colour[0][k] = s->colour[1][k] = wide_linked(s->colour[0][k], s->colour[1][k]);
        }
    }
}

/* Transpose the states whose rows have the larger sum of colours. Sums need more than 32 bits, so they are split. */
WIDE_512 static void wide_transpose(WideStates *s, int n) {
    const __m512i half = _mm512_set1_epi32(0xFFFF);
    __m512i high[2], low[2];
    for (int kind = 0; kind < 2; kind++) {
        high[kind] = low[kind] = _mm512_setzero_si512();
        for (int k = 0; k < n; k++) {
            high[kind] = _mm512_add_epi32(high[kind], _mm512_srli_epi32(s->colour[kind][k], 16));
            low[kind] = _mm512_add_epi32(low[kind], _mm512_and_si512(s->colour[kind][k], half));
        }
        high[kind] = _mm512_add_epi32(high[kind], _mm512_srli_epi32(low[kind], 16));
        low[kind] = _mm512_and_si512(low[kind], half);
    }
    __mmask16 turned = _mm512_cmpgt_epu32_mask(high[0], high[1]);
    turned |= _mm512_mask_cmpgt_epu32_mask(_mm512_cmpeq_epi32_mask(high[0], high[1]), low[0], low[1]);
    for (int k = 0; k < n; k++) {
        __m512i g = s->graph[0][k], c = s->colour[0][k];
        s->graph[0][k] = _mm512_mask_mov_epi32(g, turned, s->graph[1][k]);
        s->graph[1][k] = _mm512_mask_mov_epi32(s->graph[1][k], turned, g);
        s->colour[0][k] = _mm512_mask_mov_epi32(c, turned, s->colour[1][k]);
        s->colour[1][k] = _mm512_mask_mov_epi32(s->colour[1][k], turned, c);
    }
}

/* Individualise one line in each of some states that have lines of a class with the same colour. Rows come before
 * columns, then the smallest colour, then the line that leads to the smallest colours. Return the number of attempts.
 */
WIDE_512 static int wide_set_apart(
    WideStates *s, __mmask16 lanes, int n, int rounds, uint32_t linked, const int32_t *before, int room
) {
    __mmask16 tied[2][16], left = lanes;
    __m512i colour = _mm512_set1_epi32(-1), least = _mm512_setzero_si512();
    WideStates from = *s, tried = from;
    int n_tried = 0;
    for (int kind = 0; kind < 2; kind++) {
        __mmask16 any = 0;
        for (int k = 0; k < n; k++) {
            tied[kind][k] = 0;
            for (int i = before[kind * room + k]; i >= 0; i = before[kind * room + i]) {
                __mmask16 same = _mm512_mask_cmpeq_epi32_mask(left, from.colour[kind][k], from.colour[kind][i]);
                tied[kind][k] |= same;
                any |= same;
            }
            colour = _mm512_mask_min_epu32(colour, tied[kind][k], colour, from.colour[kind][k]);
        }
        for (int k = 0; k < n; k++) tied[kind][k] = _mm512_mask_cmpeq_epi32_mask(any, colour, from.colour[kind][k]);
        left &= (__mmask16)~any;
    }
    while (1) {
        __mmask16 taken = 0, better;
        __m512i sum = _mm512_setzero_si512();
        for (int kind = 0; kind < 2; kind++) {
            for (int k = 0; k < n; k++) {
                __m512i c = from.colour[kind][k];
                __mmask16 pick = tied[kind][k] & (__mmask16)~taken;
                tied[kind][k] ^= pick;
                taken |= pick;
                tried.colour[kind][k] =
                    _mm512_mask_mov_epi32(c, pick, wide_mixed(_mm512_add_epi32(c, _mm512_set1_epi32(1))));
            }
        }
        if (!taken) return n_tried;
        wide_refine_all(&tried, n, rounds, linked);
        for (int k = 0; k < n; k++) {
            __m512i c = tried.colour[1][k];
            sum = _mm512_add_epi32(sum, _mm512_add_epi32(tried.colour[0][k], c));
            sum = _mm512_add_epi32(sum, _mm512_slli_epi32(c, 1));
        }
        better = n_tried ? _mm512_mask_cmplt_epu32_mask(taken, sum, least) : taken;
        least = _mm512_mask_mov_epi32(least, better, sum);
        for (int kind = 0; kind < 2; kind++)
            for (int k = 0; k < n; k++)
                s->colour[kind][k] = _mm512_mask_mov_epi32(s->colour[kind][k], better, tried.colour[kind][k]);
        n_tried += __builtin_popcount(taken);
    }
}

/* Sort the lines of each class by colour: `to` has their places. Return the states with lines of a class that have the
 * same colour. */
WIDE_512 static __mmask16 wide_sort(
    const __m512i *colour, __m512i *to, int n, const int32_t *before, const int32_t *class_of, const int32_t *member,
    int room
) {
    const __m512i one = _mm512_set1_epi32(1);
    __mmask16 tied = 0;
    for (int k = 0; k < n; k++) {
        __m512i rank = _mm512_setzero_si512();
        for (int i = before[k]; i >= 0; i = before[i]) {
            __mmask16 less = _mm512_cmplt_epu32_mask(colour[k], colour[i]);
            to[i] = _mm512_mask_add_epi32(to[i], less, to[i], one);
            rank = _mm512_mask_add_epi32(rank, (__mmask16)~less, rank, one);
            tied |= _mm512_cmpeq_epi32_mask(colour[k], colour[i]);
        }
        to[k] = rank;
    }
    for (int k = 0; k < n; k++) {
        const int32_t *places = member + class_of[k] * room;
        to[k] = _mm512_permutexvar_epi32(to[k], _mm512_maskz_loadu_epi32((__mmask16)((1 << n) - 1), places));
    }
    return tied;
}

/* Compute the forms of some successors of a state with n rows, at most 16. `filled` has the rows of the state, and
 * `chosen` the additional cells of each successor. `start` has the first colours of rows and columns. `linked`,
 * `overlap`, `before`, `class_of` and `member` are described in symmetry.pxd; a class has room for `room` members.
 * Write `form`, (successor, row), and return the number of colour refinements. */
WIDE_512 static int wide_forms(
    const uint32_t *filled, const Successors *chosen, int n_states, int n, int rounds, uint32_t linked,
    int may_transpose, const uint32_t *overlap, const uint32_t *start, const int32_t *before, const int32_t *class_of,
    const int32_t *member, int room, Waiting *waiting, Form *form
) {
    uint32_t base[2][16];
    int n_waiting = 0, next = 0, n_refined = n_states;
    const __m512i one = _mm512_set1_epi32(1);
    for (int k = 0; k < n; k++) {
        base[0][k] = filled[k];
        base[1][k] = 0;
        for (int i = 0; i < n; i++) base[1][k] |= (filled[i] >> k & 1) << i;
    }
    while (next < n_states || n_waiting) {
        WideStates s;
        __m512i which, row_at[16], column_at[16];
        int size = 16;
        __mmask16 lanes, tied;
        if (next < n_states) {
            if (n_states - next < 16) size = n_states - next;
            lanes = (__mmask16)((1 << size) - 1);
            which = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            which = _mm512_add_epi32(which, _mm512_set1_epi32(next));
            wide_set_up(&s, base, (const Successors *)(chosen[0] + next), n, overlap, start, room);
            wide_refine_all(&s, n, rounds, linked);
            if (may_transpose) wide_transpose(&s, n);
            next += 16;
        } else {
            if (n_waiting < 16) size = n_waiting;
            lanes = (__mmask16)((1 << size) - 1);
            n_waiting -= size;
            which = _mm512_loadu_si512(waiting->number + n_waiting);
            for (int k = 0; k < n; k++) {
                for (int kind = 0; kind < 2; kind++) {
                    s.graph[kind][k] = _mm512_loadu_si512(waiting->graph[kind][k] + n_waiting);
                    s.colour[kind][k] = _mm512_loadu_si512(waiting->colour[kind][k] + n_waiting);
                }
            }
            n_refined += wide_set_apart(&s, lanes, n, rounds, linked, before, room);
        }
        tied = wide_sort(s.colour[0], row_at, n, before, class_of, member, room);
        tied |= wide_sort(s.colour[1], column_at, n, before + room, class_of + room, member + room * room, room);
        tied &= lanes;
        if (tied != lanes) {
            __m512i at = _mm512_slli_epi32(which, 4);
            for (int k = 0; k < n; k++) column_at[k] = _mm512_sllv_epi32(one, column_at[k]);
            for (int k = 0; k < n; k++) {
                __m512i row = _mm512_setzero_si512();
                for (int i = 0; i < n; i++) {
                    __mmask16 is = _mm512_test_epi32_mask(s.graph[0][k], _mm512_set1_epi32(1 << i));
                    row = _mm512_mask_or_epi32(row, is, row, column_at[i]);
                }
                _mm512_mask_i32scatter_epi32(form, lanes, _mm512_add_epi32(at, row_at[k]), row, 4);
            }
        }
        if (tied) {
            _mm512_storeu_si512(waiting->number + n_waiting, _mm512_maskz_compress_epi32(tied, which));
            for (int k = 0; k < n; k++) {
                for (int kind = 0; kind < 2; kind++) {
                    __m512i g = s.graph[kind][k], c = s.colour[kind][k];
                    _mm512_storeu_si512(waiting->graph[kind][k] + n_waiting, _mm512_maskz_compress_epi32(tied, g));
                    _mm512_storeu_si512(waiting->colour[kind][k] + n_waiting, _mm512_maskz_compress_epi32(tied, c));
                }
            }
            n_waiting += __builtin_popcount(tied);
        }
    }
    return n_refined;
}

#else

static int wide_supported(void) { return 0; }
static void wide_refine(
    const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, int n, int rounds, uint32_t linked
) {
    (void)rows, (void)columns, (void)row, (void)column, (void)n, (void)rounds, (void)linked;
}
static int wide_forms(
    const uint32_t *filled, const Successors *chosen, int n_states, int n, int rounds, uint32_t linked,
    int may_transpose, const uint32_t *overlap, const uint32_t *start, const int32_t *before, const int32_t *class_of,
    const int32_t *member, int room, Waiting *waiting, Form *form
) {
    (void)filled, (void)chosen, (void)n_states, (void)n, (void)rounds, (void)linked, (void)may_transpose, (void)overlap;
    (void)start, (void)before, (void)class_of, (void)member, (void)room, (void)waiting, (void)form;
    return 0;
}
static int wide_find_sets(uint64_t (*sets)[8], const uint32_t *open, int n) {
    (void)sets, (void)open, (void)n;
    return 0;
}
static int wide_carry_on(
    const uint64_t *rest, uint32_t left, int shift, uint32_t kept, const uint64_t *key, const uint64_t *used, int n,
    uint64_t *to_key, uint64_t *to_used
) {
    (void)rest, (void)left, (void)shift, (void)kept, (void)key, (void)used, (void)n, (void)to_key, (void)to_used;
    return 0;
}

#endif
#endif
