/* A 9 x 9 Sudoku in wide registers: 512 bits (AVX-512BW), pairs of 256 (AVX2), or four of 128 (SSE4.1, NEON).
 *
 * A lane of 16 bits has the cells of a row that may take a digit. One register, or group, has the lanes of one row of
 * each band: eight digits of bands 0, 1 and 2, then the ninth digit of the three bands. Register r has row r of each
 * band. The same few instructions therefore process the three rows of all bands and digits, and the rows of a band are
 * combined lane by lane. Columns are ordered by their position in the box: column c is bit 3 * (c % 3) + c / 3. The
 * boxes that a lane reaches are then the union of its three groups of bits.
 *
 * The common code of all kinds of registers is in look.h. Rules, fixpoint and branching are the same as in the
 * portable code in sudoku9.pyx, so all search the same tree.
 */
#ifndef FASTFUTO_WIDE_H
#define FASTFUTO_WIDE_H

#include <stdint.h>
#include <string.h>

/* (row of the band, lane) positions. Five lanes are unused and stay empty. */
typedef struct { uint16_t row[3][32]; } wide_t;

/* The results of a look at a state. */
enum { SUDOKU_CONTRADICTION, SUDOKU_SOLVED, SUDOKU_SPLIT };

#if (defined(__x86_64__) || defined(__ARM_NEON)) && (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER)
#define WIDE_LANES 0x7FFFFFFu
#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE_512 __attribute__((target("avx512f,avx512bw")))
#define WIDE_256 __attribute__((target("avx2")))
#define WIDE_128 __attribute__((target("sse4.1")))
#else
#define WIDE_128
#endif

typedef struct {
    uint16_t boxes_left[64];        /* (boxes of one row, boxes of another << 3) columns that the third row keeps */
    uint16_t next[32], last[32];    /* (lane) the lane of the next and of the last band */
    uint16_t further[4][32];        /* (lane) the lanes of the digits 1, 2, 3 and 6 further on */
    uint8_t reorder[32];            /* (bit of a row, twice) its column, and the bit of that column; otherwise 0x80 */
} wide_tables_t;

static wide_tables_t wide_tables;

static inline int wide_lane(int digit, int band) { return digit < 8 ? 8 * band + digit : 24 + band; }

static void wide_fill_tables(void) {
    static const int steps[4] = {1, 2, 3, 6};
    wide_tables_t *t = &wide_tables;
    for (int s = 0; s < 64; s++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                if (a != b && s >> a & 1 && s >> (3 + b) & 1) t->boxes_left[s] |= 0111 << (3 - a - b);
    for (int k = 0; k < 32; k++) {
        t->next[k] = t->last[k] = (uint16_t)k;
        for (int i = 0; i < 4; i++) t->further[i][k] = (uint16_t)k;
        t->reorder[k] = (uint8_t)(k % 16 < 9 ? 3 * (k % 16 % 3) + k % 16 / 3 : 0x80);
    }
    for (int d = 0; d < 9; d++)
        for (int b = 0; b < 3; b++) {
            int k = wide_lane(d, b);
            t->next[k] = (uint16_t)wide_lane(d, (b + 1) % 3);
            t->last[k] = (uint16_t)wide_lane(d, (b + 2) % 3);
            for (int i = 0; i < 4; i++) t->further[i][k] = (uint16_t)wide_lane((d + steps[i]) % 9, b);
        }
}

/* Return the width of the widest supported registers in bits, or 0. */
static int wide_supported(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) return 512;
    if (__builtin_cpu_supports("avx2")) return 256;
    return __builtin_cpu_supports("sse4.1") ? 128 : 0;
#else
    return 128;
#endif
}

/* Write the grid of a solved state. */
static void wide_read(const wide_t *state, uint8_t *grid) {
    for (int r = 0; r < 3; r++)
        for (int d = 0; d < 9; d++)
            for (int band = 0; band < 3; band++) {
                int bit = __builtin_ctz(state->row[r][wide_lane(d, band)]);
                grid[27 * band + 9 * r + wide_tables.reorder[bit]] = (uint8_t)(d + 1);
            }
}

/* Set up the first state of a puzzle without wide registers. Return 0 if a value is above 9, or occurs twice in a row.
 */
static int wide_lay_out_128(wide_t *state, const uint8_t *values) {
    memset(state, 0, sizeof *state);
    for (int r = 0; r < 3; r++)
        for (int band = 0; band < 3; band++) {
            const uint8_t *at = values + 27 * band + 9 * r;
            uint16_t *lanes = state->row[r];
            for (int c = 0; c < 9; c++)
                if (at[c]) {
                    if (at[c] > 9 || lanes[wide_lane(at[c] - 1, band)]) return 0;
                    lanes[wide_lane(at[c] - 1, band)] = (uint16_t)(1 << (c % 3 * 3 + c / 3));
                }
            for (int d = 0; d < 9; d++)
                if (!lanes[wide_lane(d, band)]) lanes[wide_lane(d, band)] = 511;
        }
    return 1;
}

#if defined(__x86_64__)
/* Set up the first state of a puzzle. Return 0 if a value is above 9, or occurs twice in a row. */
WIDE_256 static int wide_lay_out(wide_t *state, const uint8_t *values) {
    const __m256i reorder = _mm256_loadu_si256((const __m256i *)wide_tables.reorder);
    uint8_t padded[96];
    __m256i most = _mm256_setzero_si256();
    unsigned twice = 0;
    memcpy(padded, values, 81);
    memset(padded + 81, 0, 15);
    for (int r = 0; r < 3; r++) {
        const uint8_t *at = padded + 9 * r;
        uint16_t *lanes = state->row[r];
        __m256i upper = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)at));
        __m256i lower = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(at + 54)));
        upper = _mm256_inserti128_si256(upper, _mm_loadu_si128((const __m128i *)(at + 27)), 1);
        upper = _mm256_shuffle_epi8(upper, reorder);
        lower = _mm256_shuffle_epi8(lower, reorder);
        most = _mm256_max_epu8(most, _mm256_max_epu8(upper, lower));
        memset(lanes, 0, sizeof state->row[r]);
        for (int d = 0; d < 9; d++) {
            __m256i digit = _mm256_set1_epi8((char)(d + 1));
            unsigned here = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(upper, digit));
            unsigned one = here & 511, two = here >> 16;
            unsigned three = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(lower, digit)) & 511;
            twice |= (one & (one - 1)) | (two & (two - 1)) | (three & (three - 1));
            lanes[wide_lane(d, 0)] = (uint16_t)(one ? one : 511);
            lanes[wide_lane(d, 1)] = (uint16_t)(two ? two : 511);
            lanes[wide_lane(d, 2)] = (uint16_t)(three ? three : 511);
        }
    }
    most = _mm256_subs_epu8(most, _mm256_set1_epi8(9));
    return !twice && _mm256_testz_si256(most, most);
}

/* Return the first reached lane of the reached digit with the highest tally, which is below 16. */
WIDE_128 static inline int wide_choice(const uint16_t *reached, const uint16_t *tally) {
    const __m128i *at = (const __m128i *)reached, *by = (const __m128i *)tally;
    __m128i a = _mm_loadu_si128(at), b = _mm_loadu_si128(at + 1), c = _mm_loadu_si128(at + 2);
    __m128i sum = _mm_add_epi16(_mm_loadu_si128(by), _mm_loadu_si128(by + 1));
    __m128i is_missed = _mm_cmpeq_epi16(_mm_or_si128(_mm_or_si128(a, b), c), _mm_setzero_si128());
    sum = _mm_sub_epi16(_mm_set1_epi16(16), _mm_add_epi16(sum, _mm_loadu_si128(by + 2)));
    unsigned least = (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(_mm_or_si128(sum, is_missed)));
    unsigned ninth = 16u - tally[24] - tally[25] - tally[26];
    int is_ninth = (reached[24] | reached[25] | reached[26]) && ninth < (least & 0xFFFF);
    int lane = is_ninth ? 24 : (int)(least >> 16), step = is_ninth ? 1 : 8;
    while (!reached[lane]) lane += step;
    return lane;
}

#else
/* Return the first reached lane of the reached digit with the highest tally, which is below 16. */
static inline int wide_choice(const uint16_t *reached, const uint16_t *tally) {
    int most = -1, chosen = 0;
    for (int d = 0; d < 9; d++) {
        int band = 0, sum = tally[wide_lane(d, 0)] + tally[wide_lane(d, 1)] + tally[wide_lane(d, 2)];
        while (band < 3 && !reached[wide_lane(d, band)]) band++;
        if (band < 3 && sum > most) most = sum, chosen = wide_lane(d, band);
    }
    return chosen;
}

static int wide_lay_out(wide_t *state, const uint8_t *values) { return wide_lay_out_128(state, values); }
static int wide_look_512(wide_t *state, wide_t *copy) { (void)state; (void)copy; return SUDOKU_CONTRADICTION; }
static int wide_look_256(wide_t *state, wide_t *copy) { return wide_look_512(state, copy); }
#endif

#if defined(__x86_64__)
/* Registers of 512 bits: masks select lanes. */
#define W(name) name##_512
#define TARGET WIDE_512 static inline
typedef __m512i lanes_512;
typedef uint32_t flags_512;

TARGET lanes_512 load_512(const uint16_t *at) { return _mm512_loadu_si512(at); }
TARGET void store_512(uint16_t *at, lanes_512 a) { _mm512_storeu_si512(at, a); }
TARGET lanes_512 and_512(lanes_512 a, lanes_512 b) { return _mm512_and_si512(a, b); }
TARGET lanes_512 or_512(lanes_512 a, lanes_512 b) { return _mm512_or_si512(a, b); }
TARGET lanes_512 xor_512(lanes_512 a, lanes_512 b) { return _mm512_xor_si512(a, b); }
TARGET lanes_512 minus_512(lanes_512 a, lanes_512 b) { return _mm512_andnot_si512(b, a); }
TARGET lanes_512 either_512(lanes_512 a, lanes_512 b, lanes_512 c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xFE);
}
TARGET lanes_512 parity_512(lanes_512 a, lanes_512 b, lanes_512 c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}
TARGET lanes_512 majority_512(lanes_512 a, lanes_512 b, lanes_512 c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xE8);
}
TARGET lanes_512 whole_512(void) { return _mm512_set1_epi16(511); }
TARGET lanes_512 rest_512(lanes_512 a) { return and_512(a, _mm512_add_epi16(a, _mm512_set1_epi16(-1))); }
TARGET lanes_512 columns_after_512(lanes_512 a) {
    return or_512(_mm512_slli_epi16(a, 3), _mm512_srli_epi16(a, 6));
}
TARGET lanes_512 columns_before_512(lanes_512 a) {
    return or_512(_mm512_slli_epi16(a, 6), _mm512_srli_epi16(a, 3));
}
TARGET lanes_512 plus_512(lanes_512 a, lanes_512 b) { return _mm512_add_epi16(a, b); }
TARGET lanes_512 one_if_any_512(lanes_512 a) { return _mm512_min_epu16(a, _mm512_set1_epi16(1)); }
TARGET flags_512 none_512(lanes_512 a) { return _mm512_testn_epi16_mask(a, a); }
TARGET flags_512 both_512(flags_512 a, flags_512 b) { return a & b; }
TARGET lanes_512 keep_512(flags_512 f, lanes_512 a) { return _mm512_maskz_mov_epi16(f, a); }
TARGET lanes_512 choose_512(flags_512 f, lanes_512 a, lanes_512 b) { return _mm512_mask_mov_epi16(b, f, a); }
TARGET uint32_t bits_512(flags_512 f) { return f & WIDE_LANES; }
TARGET lanes_512 moved_512(const uint16_t *to, lanes_512 a) {
    return _mm512_permutexvar_epi16(load_512(to), a);
}
TARGET lanes_512 next_512(lanes_512 a) { return moved_512(wide_tables.next, a); }
TARGET lanes_512 last_512(lanes_512 a) { return moved_512(wide_tables.last, a); }
TARGET lanes_512 digit_512(int step, lanes_512 a) { return moved_512(wide_tables.further[step], a); }

TARGET lanes_512 boxes_512(lanes_512 a) {
    return either_512(a, _mm512_srli_epi16(a, 3), _mm512_srli_epi16(a, 6));
}
TARGET lanes_512 left_by_512(lanes_512 a, lanes_512 b) {
    a = _mm512_ternarylogic_epi64(_mm512_set1_epi16(7), a, _mm512_slli_epi16(b, 3), 0xCA);
    return _mm512_permutex2var_epi16(
        load_512(wide_tables.boxes_left), a, load_512(wide_tables.boxes_left + 32));
}
TARGET lanes_512 united_512(lanes_512 a) {
    a = either_512(a, digit_512(0, a), digit_512(1, a));
    return either_512(a, digit_512(2, a), digit_512(3, a));
}
TARGET void meet_512(lanes_512 a, lanes_512 *once, lanes_512 *twice) {
    lanes_512 b = digit_512(0, a), c = digit_512(1, a);
    lanes_512 o = either_512(a, b, c), t = majority_512(a, b, c), o3 = digit_512(2, o), o6 = digit_512(3, o);
    *twice = or_512(either_512(t, digit_512(2, t), digit_512(3, t)), majority_512(o, o3, o6));
    *once = either_512(o, o3, o6);
}
TARGET void add_up_512(lanes_512 a, lanes_512 *ones, lanes_512 *twos, lanes_512 *more) {
    lanes_512 b = digit_512(0, a), c = digit_512(1, a);
    lanes_512 o = parity_512(a, b, c), t = majority_512(a, b, c);
    lanes_512 o3 = digit_512(2, o), o6 = digit_512(3, o), t3 = digit_512(2, t), t6 = digit_512(3, t);
    *ones = parity_512(o, o3, o6);
    *twos = xor_512(parity_512(t, t3, t6), majority_512(o, o3, o6));
    /* If the twos are odd, there are three of them only if two of these are set. */
    *more = majority_512(t, t3, t6);
}
#include "sudoku9/look.h"
#undef W
#undef TARGET

/* Pairs of registers of 256 bits: (bands 0 and 1), (band 2 and the ninth digits). All bits of a lane select it. */
#define W(name) name##_256
#define TARGET WIDE_256 static inline
typedef struct { __m256i a, b; } lanes_256;
typedef lanes_256 flags_256;

#define PAIR(first, second) lanes_256 pair; pair.a = first; pair.b = second; return pair
TARGET lanes_256 load_256(const uint16_t *at) {
    PAIR(_mm256_loadu_si256((const __m256i *)at), _mm256_loadu_si256((const __m256i *)(at + 16)));
}
TARGET void store_256(uint16_t *at, lanes_256 x) {
    _mm256_storeu_si256((__m256i *)at, x.a);
    _mm256_storeu_si256((__m256i *)(at + 16), x.b);
}
TARGET lanes_256 and_256(lanes_256 x, lanes_256 y) {
    PAIR(_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b));
}
TARGET lanes_256 or_256(lanes_256 x, lanes_256 y) {
    PAIR(_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b));
}
TARGET lanes_256 xor_256(lanes_256 x, lanes_256 y) {
    PAIR(_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b));
}
TARGET lanes_256 minus_256(lanes_256 x, lanes_256 y) {
    PAIR(_mm256_andnot_si256(y.a, x.a), _mm256_andnot_si256(y.b, x.b));
}
TARGET lanes_256 either_256(lanes_256 x, lanes_256 y, lanes_256 z) { return or_256(or_256(x, y), z); }
TARGET lanes_256 whole_256(void) { PAIR(_mm256_set1_epi16(511), _mm256_set1_epi16(511)); }
TARGET lanes_256 rest_256(lanes_256 x) {
    const __m256i ones = _mm256_set1_epi16(-1);
    PAIR(_mm256_and_si256(x.a, _mm256_add_epi16(x.a, ones)),
         _mm256_and_si256(x.b, _mm256_add_epi16(x.b, ones)));
}
TARGET lanes_256 columns_after_256(lanes_256 x) {
    PAIR(_mm256_or_si256(_mm256_slli_epi16(x.a, 3), _mm256_srli_epi16(x.a, 6)),
         _mm256_or_si256(_mm256_slli_epi16(x.b, 3), _mm256_srli_epi16(x.b, 6)));
}
TARGET lanes_256 columns_before_256(lanes_256 x) {
    PAIR(_mm256_or_si256(_mm256_slli_epi16(x.a, 6), _mm256_srli_epi16(x.a, 3)),
         _mm256_or_si256(_mm256_slli_epi16(x.b, 6), _mm256_srli_epi16(x.b, 3)));
}
TARGET lanes_256 plus_256(lanes_256 x, lanes_256 y) {
    PAIR(_mm256_add_epi16(x.a, y.a), _mm256_add_epi16(x.b, y.b));
}
TARGET lanes_256 one_if_any_256(lanes_256 x) {
    const __m256i one = _mm256_set1_epi16(1);
    PAIR(_mm256_min_epu16(x.a, one), _mm256_min_epu16(x.b, one));
}
TARGET flags_256 none_256(lanes_256 x) {
    const __m256i zero = _mm256_setzero_si256();
    PAIR(_mm256_cmpeq_epi16(x.a, zero), _mm256_cmpeq_epi16(x.b, zero));
}
TARGET flags_256 both_256(flags_256 f, flags_256 g) { return and_256(f, g); }
TARGET lanes_256 keep_256(flags_256 f, lanes_256 x) { return and_256(f, x); }
TARGET lanes_256 choose_256(flags_256 f, lanes_256 x, lanes_256 y) {
    PAIR(_mm256_blendv_epi8(y.a, x.a, f.a), _mm256_blendv_epi8(y.b, x.b, f.b));
}
TARGET uint32_t bits_256(flags_256 f) {
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(f.a, f.b), 0xD8);
    return (uint32_t)_mm256_movemask_epi8(bytes) & WIDE_LANES;
}
TARGET lanes_256 next_256(lanes_256 x) {
    const __m256i ninth = _mm256_setr_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        2, 3, 4, 5, 0, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    PAIR(_mm256_permute2x128_si256(x.a, x.b, 0x21),
         _mm256_blend_epi32(x.a, _mm256_shuffle_epi8(x.b, ninth), 0xF0));
}
TARGET lanes_256 last_256(lanes_256 x) {
    const __m256i ninth = _mm256_setr_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        4, 5, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i other = _mm256_permute2x128_si256(x.a, x.a, 0x11);
    PAIR(_mm256_permute2x128_si256(x.b, x.a, 0x20),
         _mm256_blend_epi32(other, _mm256_shuffle_epi8(x.b, ninth), 0xF0));
}

/* The boxes of each row, three bits repeated, which makes a shift a rotation. */
TARGET lanes_256 boxes_256(lanes_256 x) {
    const __m256i seven = _mm256_set1_epi16(7), repeat = _mm256_set1_epi16(01111);
    __m256i a = _mm256_or_si256(x.a, _mm256_or_si256(_mm256_srli_epi16(x.a, 3), _mm256_srli_epi16(x.a, 6)));
    __m256i b = _mm256_or_si256(x.b, _mm256_or_si256(_mm256_srli_epi16(x.b, 3), _mm256_srli_epi16(x.b, 6)));
    PAIR(_mm256_mullo_epi16(_mm256_and_si256(a, seven), repeat),
         _mm256_mullo_epi16(_mm256_and_si256(b, seven), repeat));
}
TARGET lanes_256 left_by_256(lanes_256 x, lanes_256 y) {
    __m256i a = _mm256_and_si256(_mm256_srli_epi16(x.a, 1), _mm256_srli_epi16(y.a, 2));
    __m256i b = _mm256_and_si256(_mm256_srli_epi16(x.b, 1), _mm256_srli_epi16(y.b, 2));
    PAIR(_mm256_or_si256(a, _mm256_and_si256(_mm256_srli_epi16(x.a, 2), _mm256_srli_epi16(y.a, 1))),
         _mm256_or_si256(b, _mm256_and_si256(_mm256_srli_epi16(x.b, 2), _mm256_srli_epi16(y.b, 1))));
}

/* Halves, quarters and eighths of each 128 bits, exchanged with their neighbours. */
TARGET lanes_256 halves_256(lanes_256 x) {
    PAIR(_mm256_shuffle_epi32(x.a, 0x4E), _mm256_shuffle_epi32(x.b, 0x4E));
}
TARGET lanes_256 quarters_256(lanes_256 x) {
    PAIR(_mm256_shuffle_epi32(x.a, 0xB1), _mm256_shuffle_epi32(x.b, 0xB1));
}
TARGET lanes_256 eighths_256(lanes_256 x) {
    const __m256i swap = _mm256_setr_epi8(
        2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
        2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    PAIR(_mm256_shuffle_epi8(x.a, swap), _mm256_shuffle_epi8(x.b, swap));
}
/* The ninth digit of each band in all lanes of the band. */
TARGET lanes_256 ninth_256(lanes_256 x) {
    const __m256i upper = _mm256_setr_epi8(
        0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3);
    __m256i both = _mm256_permute2x128_si256(x.b, x.b, 0x11);
    PAIR(_mm256_shuffle_epi8(both, upper), _mm256_shuffle_epi8(both, _mm256_set1_epi16(0x0504)));
}
/* Copy the common value of all lanes of a band to the lane of its ninth digit. */
TARGET lanes_256 spread_256(lanes_256 x) {
    __m256i first = _mm256_permute2x128_si256(x.a, x.a, 0), third = _mm256_permute2x128_si256(x.b, x.b, 0);
    __m256i ninth = _mm256_blend_epi16(_mm256_blend_epi16(first, x.a, 2), third, 4);
    PAIR(x.a, _mm256_blend_epi32(third, ninth, 0xF0));
}
#undef PAIR
#include "sudoku9/halves.h"
#include "sudoku9/look.h"
#undef W
#undef TARGET

#endif

/* Four registers of 128 bits: bands 0, 1 and 2, and the ninth digits. The operators of C work on all processors. */
#define W(name) name##_128
#define TARGET WIDE_128 static inline
typedef uint16_t eight_t __attribute__((vector_size(16)));
typedef struct { eight_t a, b, c, d; } lanes_128;
typedef lanes_128 flags_128;

#if defined(__clang__) || __GNUC__ >= 12
#define MOVED(x, ...) __builtin_shufflevector(x, x, __VA_ARGS__)
#else
#define MOVED(x, ...) __builtin_shuffle(x, (eight_t){__VA_ARGS__})
#endif
#define FOUR(first, second, third, fourth) (lanes_128){first, second, third, fourth}
TARGET lanes_128 load_128(const uint16_t *at) {
    lanes_128 x;
    memcpy(&x, at, sizeof x);
    return x;
}
TARGET void store_128(uint16_t *at, lanes_128 x) { memcpy(at, &x, sizeof x); }
TARGET lanes_128 and_128(lanes_128 x, lanes_128 y) { return FOUR(x.a & y.a, x.b & y.b, x.c & y.c, x.d & y.d); }
TARGET lanes_128 or_128(lanes_128 x, lanes_128 y) { return FOUR(x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d); }
TARGET lanes_128 xor_128(lanes_128 x, lanes_128 y) { return FOUR(x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d); }
TARGET lanes_128 minus_128(lanes_128 x, lanes_128 y) {
    return FOUR(x.a & ~y.a, x.b & ~y.b, x.c & ~y.c, x.d & ~y.d);
}
TARGET lanes_128 either_128(lanes_128 x, lanes_128 y, lanes_128 z) { return or_128(or_128(x, y), z); }
TARGET lanes_128 whole_128(void) {
    const eight_t whole = (eight_t){0} + 511;
    return FOUR(whole, whole, whole, whole);
}
TARGET lanes_128 rest_128(lanes_128 x) {
    return FOUR(x.a & (x.a - 1), x.b & (x.b - 1), x.c & (x.c - 1), x.d & (x.d - 1));
}
TARGET lanes_128 columns_after_128(lanes_128 x) {
    return FOUR(x.a << 3 | x.a >> 6, x.b << 3 | x.b >> 6, x.c << 3 | x.c >> 6, x.d << 3 | x.d >> 6);
}
TARGET lanes_128 columns_before_128(lanes_128 x) {
    return FOUR(x.a << 6 | x.a >> 3, x.b << 6 | x.b >> 3, x.c << 6 | x.c >> 3, x.d << 6 | x.d >> 3);
}
TARGET lanes_128 plus_128(lanes_128 x, lanes_128 y) { return FOUR(x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d); }
TARGET flags_128 none_128(lanes_128 x) {
    return FOUR((eight_t)(x.a == 0), (eight_t)(x.b == 0), (eight_t)(x.c == 0), (eight_t)(x.d == 0));
}
TARGET lanes_128 one_if_any_128(lanes_128 x) {
    flags_128 f = none_128(x);
    return FOUR(f.a + 1, f.b + 1, f.c + 1, f.d + 1);
}
TARGET flags_128 both_128(flags_128 f, flags_128 g) { return and_128(f, g); }
TARGET lanes_128 keep_128(flags_128 f, lanes_128 x) { return and_128(f, x); }
TARGET lanes_128 choose_128(flags_128 f, lanes_128 x, lanes_128 y) { return or_128(and_128(f, x), minus_128(y, f)); }
#if defined(__x86_64__)
TARGET uint32_t bits_128(flags_128 f) {
    uint32_t lower = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)f.a, (__m128i)f.b));
    uint32_t upper = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)f.c, (__m128i)f.d));
    return (lower | upper << 16) & WIDE_LANES;
}
#else
/* All bits if all lanes are set, and some bit if any lane is; callers need no more. */
TARGET uint32_t bits_128(flags_128 f) {
    const eight_t used = {0xFFFF, 0xFFFF, 0xFFFF};
    eight_t all = f.a & f.b & f.c & (f.d | ~used), any = f.a | f.b | f.c | (f.d & used);
    uint64_t words[4];
    memcpy(words, &all, 16);
    memcpy(words + 2, &any, 16);
    return (words[0] & words[1]) == ~(uint64_t)0 ? WIDE_LANES : (words[2] | words[3]) != 0;
}
#endif
TARGET lanes_128 next_128(lanes_128 x) { return FOUR(x.b, x.c, x.a, MOVED(x.d, 1, 2, 0, 3, 4, 5, 6, 7)); }
TARGET lanes_128 last_128(lanes_128 x) { return FOUR(x.c, x.a, x.b, MOVED(x.d, 2, 0, 1, 3, 4, 5, 6, 7)); }

/* The boxes of each row, three bits repeated, which makes a shift a rotation. */
TARGET eight_t repeated_128(eight_t x) { return ((x | x >> 3 | x >> 6) & 7) * 01111; }
TARGET lanes_128 boxes_128(lanes_128 x) {
    return FOUR(repeated_128(x.a), repeated_128(x.b), repeated_128(x.c), repeated_128(x.d));
}
TARGET eight_t two_left_128(eight_t x, eight_t y) { return (x >> 1 & y >> 2) | (x >> 2 & y >> 1); }
TARGET lanes_128 left_by_128(lanes_128 x, lanes_128 y) {
    return FOUR(two_left_128(x.a, y.a), two_left_128(x.b, y.b), two_left_128(x.c, y.c), two_left_128(x.d, y.d));
}
#define EIGHT_DIGITS(x, ...) \
    FOUR(MOVED(x.a, __VA_ARGS__), MOVED(x.b, __VA_ARGS__), MOVED(x.c, __VA_ARGS__), x.d)
TARGET lanes_128 halves_128(lanes_128 x) { return EIGHT_DIGITS(x, 4, 5, 6, 7, 0, 1, 2, 3); }
TARGET lanes_128 quarters_128(lanes_128 x) { return EIGHT_DIGITS(x, 2, 3, 0, 1, 6, 7, 4, 5); }
TARGET lanes_128 eighths_128(lanes_128 x) { return EIGHT_DIGITS(x, 1, 0, 3, 2, 5, 4, 7, 6); }
/* The ninth digit of each band in all lanes of the band. */
TARGET lanes_128 ninth_128(lanes_128 x) {
    return FOUR(MOVED(x.d, 0, 0, 0, 0, 0, 0, 0, 0), MOVED(x.d, 1, 1, 1, 1, 1, 1, 1, 1),
                MOVED(x.d, 2, 2, 2, 2, 2, 2, 2, 2), x.d);
}
/* Copy the common value of all lanes of a band to the lane of its ninth digit. */
TARGET lanes_128 spread_128(lanes_128 x) {
    const eight_t first = {0xFFFF}, second = {0, 0xFFFF}, third = {0, 0, 0xFFFF};
    return FOUR(x.a, x.b, x.c, (x.a & first) | (x.b & second) | (x.c & third));
}
#undef EIGHT_DIGITS
#undef FOUR
#undef MOVED
#include "sudoku9/halves.h"
#include "sudoku9/look.h"
#undef W
#undef TARGET

#else
static void wide_fill_tables(void) {}
static int wide_supported(void) { return 0; }
static int wide_lay_out(wide_t *state, const uint8_t *values) { (void)state; (void)values; return 0; }
static int wide_lay_out_128(wide_t *state, const uint8_t *values) { return wide_lay_out(state, values); }
static int wide_look_512(wide_t *state, wide_t *copy) { (void)state; (void)copy; return SUDOKU_CONTRADICTION; }
static int wide_look_256(wide_t *state, wide_t *copy) { return wide_look_512(state, copy); }
static int wide_look_128(wide_t *state, wide_t *copy) { return wide_look_512(state, copy); }
static void wide_read(const wide_t *state, uint8_t *grid) { (void)state; (void)grid; }
#endif

#endif
