/* The innermost loops of states in registers of 512 bits (AVX-512F), for x86-64 processors: ways to place a value, eight
 * ways or all words of a bit map at a time, and colours, those of all rows or columns at a time. They do what ways.pxd
 * and symmetry.pxd do elsewhere: the same ways in the same order, and the same colours.
 */
#ifndef FASTFUTO_STATES_WIDE_H
#define FASTFUTO_STATES_WIDE_H

#include <stdint.h>

#if FASTFUTO_WORDS == 1 && defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER)
#include <immintrin.h>

#define WIDE_512 __attribute__((target("avx512f")))

/* Whether the processor has such registers. */
static int wide_supported(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") != 0;
}

/* (column, word) How the sets with the column are moved to those without it: by so many words and bits. */
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

/* Fill sets, (n + 1, 8), from the last row on. Returns whether there is any way. */
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

/* Give so many ways each position of a row that leaves a way to go on. Returns how many ways there are then; up to
 * seven more are written behind them. `shift` is that of the row in the key, which has the columns `kept` of it. */
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

/* Refine the colours of n rows and columns, at most 16, which have these neighbours. */
WIDE_512 static void wide_refine(
    const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, int n, int rounds
) {
    const __mmask16 all = (__mmask16)((1 << n) - 1);
    const __m512i one = _mm512_set1_epi32(1);
    __m512i r = _mm512_maskz_loadu_epi32(all, row), c = _mm512_maskz_loadu_epi32(all, column);
    for (int round = 0; round < rounds; round++) {
        __m512i to_r = r, to_c = c, k = _mm512_setzero_si512();
        for (int i = 0; i < n; i++) {
            to_r = _mm512_mask_add_epi32(to_r, (__mmask16)columns[i], to_r, _mm512_permutexvar_epi32(k, c));
            to_c = _mm512_mask_add_epi32(to_c, (__mmask16)rows[i], to_c, _mm512_permutexvar_epi32(k, r));
            k = _mm512_add_epi32(k, one);
        }
        r = wide_mixed(to_r);
        c = wide_mixed(to_c);
    }
    _mm512_mask_storeu_epi32(row, all, r);
    _mm512_mask_storeu_epi32(column, all, c);
}

#else

static int wide_supported(void) { return 0; }
static void wide_refine(
    const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, int n, int rounds
) {
    (void)rows, (void)columns, (void)row, (void)column, (void)n, (void)rounds;
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
