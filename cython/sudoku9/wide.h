/* A 9 x 9 Sudoku in three registers of 512 bits, for x86-64 processors with AVX-512BW.
 *
 * The cells of a row that may take a digit are a lane of 16 bits. A register holds the lanes of one row of each
 * band: lane 3 * digit + band of register r is about row r of the band. So the three rows of all bands and
 * digits are looked at by the same few instructions, the rows of a band meet lane by lane, and the digits of a
 * cell meet by rotating the lanes. The columns of a row are ordered by their position in the box: bit
 * 3 * (column % 3) + column / 3, so that the boxes that a lane reaches are its three groups of bits, united.
 *
 * Rules, fixpoint and choice are those of the portable way in sudoku9.pyx, so both search the same tree.
 */
#ifndef FASTFUTO_WIDE_H
#define FASTFUTO_WIDE_H

#include <stdint.h>
#include <string.h>

typedef struct { uint16_t row[3][32]; } wide_t;

/* What a look at a state tells. */
enum { SUDOKU_CONTRADICTION, SUDOKU_SOLVED, SUDOKU_SPLIT };

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>

#define WIDE __attribute__((target("avx512f,avx512bw")))
#define WIDE_LANES 0x7FFFFFFu

typedef struct {
    uint16_t boxes_left[64];    /* (boxes of one row, boxes of another << 3) columns that the third row keeps */
    uint16_t next_band[32], last_band[32];                          /* permutations of lanes */
    uint16_t digits_1[32], digits_2[32], digits_3[32], digits_6[32];    /* rotations by so many digits */
    uint8_t reorder[16];        /* (bit of a row) its column, which is the bit of that column, too; else 0x80 */
} wide_tables_t;

static wide_tables_t wide_tables;

static void wide_fill_tables(void) {
    wide_tables_t *t = &wide_tables;
    for (int s = 0; s < 64; s++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                if (a != b && s >> a & 1 && s >> (3 + b) & 1) t->boxes_left[s] |= 0111 << (3 - a - b);
    for (int k = 0; k < 32; k++) {
        int is_used = k < 27;
        t->next_band[k] = is_used ? k - k % 3 + (k + 1) % 3 : k;
        t->last_band[k] = is_used ? k - k % 3 + (k + 2) % 3 : k;
        t->digits_1[k] = is_used ? (k + 3) % 27 : k;
        t->digits_2[k] = is_used ? (k + 6) % 27 : k;
        t->digits_3[k] = is_used ? (k + 9) % 27 : k;
        t->digits_6[k] = is_used ? (k + 18) % 27 : k;
    }
    for (int k = 0; k < 16; k++) t->reorder[k] = k < 9 ? 3 * (k % 3) + k / 3 : 0x80;
}

static int wide_is_supported(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

typedef __m512i lanes_t;

#define EITHER(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xFE)
#define PARITY(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define MAJORITY(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xE8)
#define CHOICE(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xCA)
#define PERMUTED(by, a) _mm512_permutexvar_epi16(by, a)
#define ONES _mm512_set1_epi16(-1)

WIDE static inline lanes_t wide_load(const uint16_t *at) { return _mm512_loadu_si512(at); }

/* The lanes that have a bit, and those that have at most one. */
WIDE static inline uint32_t wide_any(lanes_t a) { return _mm512_test_epi16_mask(a, a); }
WIDE static inline uint32_t wide_at_most_one(lanes_t a) {
    return _mm512_testn_epi16_mask(a, _mm512_add_epi16(a, ONES));
}

/* The union of the digits' lanes, in each of them. */
WIDE static inline lanes_t wide_union(const wide_tables_t *t, lanes_t a) {
    a = EITHER(a, PERMUTED(wide_load(t->digits_1), a), PERMUTED(wide_load(t->digits_2), a));
    return EITHER(a, PERMUTED(wide_load(t->digits_3), a), PERMUTED(wide_load(t->digits_6), a));
}

/* A row of each band: cells with one digit left take it. `single` says which lanes had one position when they took
 * their cells from the other digits; another digit in such a cell is a contradiction, and so is a cell without
 * digits. Returns the lanes with a contradiction. */
WIDE static inline uint32_t wide_naked(const wide_tables_t *t, lanes_t *row, uint32_t single) {
    lanes_t r = *row, r1 = PERMUTED(wide_load(t->digits_1), r), r2 = PERMUTED(wide_load(t->digits_2), r);
    lanes_t once = EITHER(r, r1, r2), twice = MAJORITY(r, r1, r2);
    lanes_t once3 = PERMUTED(wide_load(t->digits_3), once), once6 = PERMUTED(wide_load(t->digits_6), once);
    lanes_t twice3 = PERMUTED(wide_load(t->digits_3), twice), twice6 = PERMUTED(wide_load(t->digits_6), twice);
    twice = _mm512_or_si512(EITHER(twice, twice3, twice6), MAJORITY(once, once3, once6));
    once = EITHER(once, once3, once6);
    lanes_t naked = _mm512_andnot_si512(twice, r);
    *row = _mm512_mask_mov_epi16(r, wide_any(naked), naked);
    return _mm512_cmpneq_epi16_mask(once, _mm512_set1_epi16(511)) | (wide_any(_mm512_and_si512(r, twice)) & single)
        | ~wide_at_most_one(naked);
}

/* A row of each band: a digit with one position takes that cell from the others. Returns these lanes. */
WIDE static inline uint32_t wide_hidden(const wide_tables_t *t, lanes_t *row) {
    uint32_t single = wide_at_most_one(*row);
    lanes_t taken = wide_union(t, _mm512_maskz_mov_epi16(single, *row));
    *row = _mm512_mask_mov_epi16(_mm512_andnot_si512(taken, *row), single, *row);
    return single;
}

/* A row of each band: the open cells with two digits and with three, and the lanes with two positions. */
WIDE static inline uint32_t wide_count(const wide_tables_t *t, lanes_t r, lanes_t *two, lanes_t *three) {
    lanes_t r1 = PERMUTED(wide_load(t->digits_1), r), r2 = PERMUTED(wide_load(t->digits_2), r);
    lanes_t ones = PARITY(r, r1, r2), twos = MAJORITY(r, r1, r2);
    lanes_t ones3 = PERMUTED(wide_load(t->digits_3), ones), ones6 = PERMUTED(wide_load(t->digits_6), ones);
    lanes_t twos3 = PERMUTED(wide_load(t->digits_3), twos), twos6 = PERMUTED(wide_load(t->digits_6), twos);
    /* A sum of two or three has its second bit set and no higher one. */
    lanes_t second = _mm512_xor_si512(PARITY(twos, twos3, twos6), MAJORITY(ones, ones3, ones6));
    second = _mm512_and_si512(_mm512_andnot_si512(MAJORITY(twos, twos3, twos6), second), r);
    ones = PARITY(ones, ones3, ones6);
    *two = _mm512_andnot_si512(ones, second);
    *three = _mm512_and_si512(ones, second);
    r = _mm512_and_si512(r, _mm512_add_epi16(r, ONES));
    return wide_at_most_one(r) & wide_any(r);
}

WIDE static inline uint32_t wide_lanes_of(const lanes_t *rows, uint32_t *lanes) {
    for (int r = 0; r < 3; r++) lanes[r] = wide_any(rows[r]) & WIDE_LANES;
    return lanes[0] | lanes[1] | lanes[2];
}

/* Try a digit in a copy of the state, whose registers are given, and drop it in the state itself. */
WIDE static inline void wide_split(
    const wide_tables_t *t, wide_t *state, wide_t *copy, const lanes_t *rows, const uint32_t *single
) {
    lanes_t two[3], three[3];
    lanes_t *cells = two;
    uint32_t pairs[3], lanes[3], any = 0;
    uint16_t here[32];
    for (int r = 0; r < 3; r++) pairs[r] = wide_count(t, rows[r], &two[r], &three[r]);
    if (!wide_lanes_of(two, lanes)) {
        cells = three;
        if (!wide_lanes_of(three, lanes)) {
            for (int r = 0; r < 3; r++) three[r] = _mm512_maskz_mov_epi16(~single[r], rows[r]);
            wide_lanes_of(three, lanes);
        }
    }
    for (int r = 0; r < 3; r++) any |= lanes[r] & pairs[r];
    if (any)
        for (int r = 0; r < 3; r++) lanes[r] &= pairs[r];
    else
        any = lanes[0] | lanes[1] | lanes[2];
    int lane = __builtin_ctz(any);
    int r = lanes[0] >> lane & 1 ? 0 : lanes[1] >> lane & 1 ? 1 : 2;
    _mm512_storeu_si512(here, cells[r]);
    uint16_t cell = here[lane] & -here[lane];
    for (int k = 0; k < 3; k++) _mm512_storeu_si512(copy->row[k], rows[k]);
    copy->row[r][lane] = cell;
    state->row[r][lane] ^= cell;
}

/* Propagate, and if a choice is left, split the state: a digit is tried in the copy. */
WIDE static int wide_look(wide_t *state, wide_t *copy) {
    const wide_tables_t *t = &wide_tables;
    const lanes_t boxes_low = wide_load(t->boxes_left), boxes_high = wide_load(t->boxes_left + 32);
    const lanes_t next = wide_load(t->next_band), last = wide_load(t->last_band), box = _mm512_set1_epi16(7);
    uint32_t single[3] = {0, 0, 0}, wrong;
    lanes_t r[3], seen0, seen1, seen2, change;
    for (int k = 0; k < 3; k++) r[k] = wide_load(state->row[k]);
    do {
        seen0 = r[0], seen1 = r[1], seen2 = r[2];
        /* In a band the rows have the digit in three different boxes. */
        lanes_t a = EITHER(r[0], _mm512_srli_epi16(r[0], 3), _mm512_srli_epi16(r[0], 6));
        lanes_t b = EITHER(r[1], _mm512_srli_epi16(r[1], 3), _mm512_srli_epi16(r[1], 6));
        lanes_t c = EITHER(r[2], _mm512_srli_epi16(r[2], 3), _mm512_srli_epi16(r[2], 6));
        lanes_t ab = CHOICE(box, a, _mm512_slli_epi16(b, 3)), bc = CHOICE(box, b, _mm512_slli_epi16(c, 3));
        lanes_t ca = CHOICE(box, c, _mm512_slli_epi16(a, 3));
        r[0] = _mm512_and_si512(r[0], _mm512_permutex2var_epi16(boxes_low, bc, boxes_high));
        r[1] = _mm512_and_si512(r[1], _mm512_permutex2var_epi16(boxes_low, ca, boxes_high));
        r[2] = _mm512_and_si512(r[2], _mm512_permutex2var_epi16(boxes_low, ab, boxes_high));
        /* In three boxes one below the other the bands have it in three different columns. */
        c = EITHER(r[0], r[1], r[2]);
        a = _mm512_or_si512(_mm512_slli_epi16(c, 3), _mm512_srli_epi16(c, 6));
        b = _mm512_or_si512(_mm512_slli_epi16(c, 6), _mm512_srli_epi16(c, 3));
        c = _mm512_and_si512(PERMUTED(next, a), PERMUTED(last, b));
        c = _mm512_ternarylogic_epi64(c, PERMUTED(next, b), PERMUTED(last, a), 0xF8);
        for (int k = 0; k < 3; k++) r[k] = _mm512_and_si512(r[k], c);
        wrong = 0;
        for (int k = 0; k < 3; k++) wrong |= wide_naked(t, &r[k], single[k]);
        for (int k = 0; k < 3; k++) {
            single[k] = wide_hidden(t, &r[k]);
            wrong |= ~wide_any(r[k]);
        }
        if (wrong & WIDE_LANES) return SUDOKU_CONTRADICTION;
        change = EITHER(_mm512_xor_si512(r[0], seen0), _mm512_xor_si512(r[1], seen1), _mm512_xor_si512(r[2], seen2));
    } while (_mm512_test_epi64_mask(change, change));
    for (int k = 0; k < 3; k++) _mm512_storeu_si512(state->row[k], r[k]);
    if ((single[0] & single[1] & single[2] & WIDE_LANES) == WIDE_LANES) return SUDOKU_SOLVED;
    wide_split(t, state, copy, r, single);
    return SUDOKU_SPLIT;
}

/* Set up the first state of a puzzle. Returns 0 if a value is above 9 or occurs twice in a row. */
WIDE static int wide_lay_out(wide_t *state, const uint8_t *values) {
    const __m128i reorder = _mm_loadu_si128((const __m128i *)wide_tables.reorder);
    uint8_t padded[96];
    uint32_t wrong = 0;
    memcpy(padded, values, 81);
    memset(padded + 81, 0, 15);
    for (int r = 0; r < 3; r++) {
        lanes_t v = _mm512_setzero_si512(), row;
        uint16_t lanes[36] = {0};
        for (int band = 2; band >= 0; band--) {
            __m128i one = _mm_loadu_si128((const __m128i *)(padded + 27 * band + 9 * r));
            v = _mm512_inserti32x4(_mm512_shuffle_i64x2(v, v, 0x90), _mm_shuffle_epi8(one, reorder), 0);
        }
        for (int d = 0; d < 9; d++) {
            uint64_t cells = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)(d + 1)));
            memcpy(lanes + 3 * d, &cells, 8);
        }
        row = wide_load(lanes);
        wrong |= ~wide_at_most_one(row) | (_mm512_cmpgt_epu8_mask(v, _mm512_set1_epi8(9)) != 0);
        row = _mm512_mask_mov_epi16(row, ~wide_any(row), _mm512_set1_epi16(511));
        _mm512_storeu_si512(state->row[r], row);
    }
    return !(wrong & WIDE_LANES);
}

/* Write the grid of a solved state. */
WIDE static void wide_read(const wide_t *state, uint8_t *grid) {
    const __m128i reorder = _mm_loadu_si128((const __m128i *)wide_tables.reorder);
    uint8_t padded[3][48], whole[96];
    for (int r = 0; r < 3; r++) {
        lanes_t v = _mm512_setzero_si512();
        for (int d = 0; d < 9; d++) {
            uint64_t cells;
            memcpy(&cells, state->row[r] + 3 * d, 8);
            v = _mm512_mask_mov_epi8(v, cells & 0xFFFFFFFFFFFFu, _mm512_set1_epi8((char)(d + 1)));
        }
        _mm512_mask_storeu_epi64(padded[r], 63, v);
    }
    /* A row is written with seven bytes more, which the next one covers. */
    for (int k = 0; k < 9; k++) {
        __m128i one = _mm_loadu_si128((const __m128i *)(padded[k % 3] + 16 * (k / 3)));
        _mm_storeu_si128((__m128i *)(whole + 9 * k), _mm_shuffle_epi8(one, reorder));
    }
    memcpy(grid, whole, 81);
}

#undef EITHER
#undef PARITY
#undef MAJORITY
#undef CHOICE
#undef PERMUTED
#undef ONES
#else
static void wide_fill_tables(void) {}
static int wide_is_supported(void) { return 0; }
static int wide_look(wide_t *state, wide_t *copy) { (void)state; (void)copy; return SUDOKU_CONTRADICTION; }
static int wide_lay_out(wide_t *state, const uint8_t *values) { (void)state; (void)values; return 0; }
static void wide_read(const wide_t *state, uint8_t *grid) { (void)state; (void)grid; }
#endif

#endif
