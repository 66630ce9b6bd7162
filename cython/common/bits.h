/* Sets of small non-negative integers as bit masks of FASTFUTO_WORDS 64-bit words, and operations on words.
 *
 * The engines are compiled twice, with masks of 1 and of 4 words, from the same sources. With one word the compiler
 * removes every loop below and keeps a mask in a register.
 */
#ifndef FASTFUTO_BITS_H
#define FASTFUTO_BITS_H

#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#ifndef FASTFUTO_WORDS
#define FASTFUTO_WORDS 1
#endif
#ifndef FASTFUTO_CHECKED
#define FASTFUTO_CHECKED 0
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static __inline void word_prefetch(const void *at) { (void)at; }
/* MSVC for ARM64 provides the bit scans, but not __popcnt64. */
static __inline int word_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
static __inline int word_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
#if defined(_M_X64)
static __inline int word_size(uint64_t x) { return (int)__popcnt64(x); }
#else
static __inline int word_size(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((x * 0x0101010101010101u) >> 56);
}
#endif
#else
static inline int word_lowest(uint64_t x) { return __builtin_ctzll(x); }
static inline int word_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
static inline int word_size(uint64_t x) { return __builtin_popcountll(x); }
/* Prefetch memory that will soon be read. */
static inline void word_prefetch(const void *at) { __builtin_prefetch(at); }
#endif

/* Pack the lowest bits of 64 bytes into a word, the first byte in memory lowest. `seen` collects all bits of the bytes,
 * which shows whether any byte was neither 0 nor 1. */
static inline uint64_t word_from_bytes(const uint8_t *at, uint64_t *seen) {
    uint64_t bits = 0;
#if defined(__SSE2__)
    uint64_t halves[2];
    __m128i all = _mm_setzero_si128();
    for (int k = 0; k < 4; k++) {
        __m128i x = _mm_loadu_si128((const __m128i *)(at + 16 * k));
        all = _mm_or_si128(all, x);
        bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_slli_epi16(x, 7)) << 16 * k;
    }
    _mm_storeu_si128((__m128i *)halves, all);
    *seen |= halves[0] | halves[1];
#else
    for (int k = 0; k < 64; k++) {
        *seen |= at[k];
        bits |= (uint64_t)(at[k] & 1) << k;
    }
#endif
    return bits;
}

/* A bijective mixing function: every bit of the word affects many bits of the result. */
static inline uint64_t word_mixed(uint64_t x) {
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 29;
}

/* Return the lower word of a * b and store the upper word. */
static inline uint64_t word_product(uint64_t a, uint64_t b, uint64_t *high) {
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t low = (uint32_t)a * (uint64_t)(uint32_t)b;
    uint64_t one = (a >> 32) * (uint32_t)b + (low >> 32);
    uint64_t other = (uint32_t)a * (b >> 32) + (uint32_t)one;
    *high = (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
    return other << 32 | (uint32_t)low;
#endif
}

/* Return the next number of splitmix64 (Steele, Lea and Flood, 2014), which is the same on every platform. */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* In each square of 2 * half rows and columns on the diagonal, exchange the two quarters off the diagonal. `low` has
 * the bits of the square's lower columns. */
static inline void words_exchange(uint64_t *words, int size, int half, uint64_t low) {
    for (int first = 0; first < size; first += 2 * half)
        for (int k = first; k < first + half; k++) {
            uint64_t differ = (words[k] >> half ^ words[k + half]) & low;
            words[k] ^= differ << half;
            words[k + half] ^= differ;
        }
}

/* Transpose a bit matrix: exchange bit i of word k and bit k of word i for all i and k below `size`, which is 8, 16, 32
 * or 64. The other bits must be 0. */
static inline void words_transpose(uint64_t *words, int size) {
    if (size == 64) words_exchange(words, 64, 32, 0x00000000ffffffffu);
    if (size >= 32) words_exchange(words, size, 16, 0x0000ffff0000ffffu);
    if (size >= 16) words_exchange(words, size, 8, 0x00ff00ff00ff00ffu);
    words_exchange(words, size, 4, 0x0f0f0f0f0f0f0f0fu);
    words_exchange(words, size, 2, 0x3333333333333333u);
    words_exchange(words, size, 1, 0x5555555555555555u);
}

typedef struct { uint64_t word[FASTFUTO_WORDS]; } mask_t;

static inline mask_t mask_none(void) {
    mask_t m;
    for (int k = 0; k < FASTFUTO_WORDS; k++) m.word[k] = 0;
    return m;
}

/* The numbers below i, for 0 <= i <= 64 * FASTFUTO_WORDS. */
static inline mask_t mask_below(int i) {
    mask_t m;
    for (int k = 0; k < FASTFUTO_WORDS; k++) {
        int left = i - 64 * k;
        m.word[k] = left >= 64 ? ~(uint64_t)0 : left <= 0 ? 0 : ((uint64_t)1 << left) - 1;
    }
    return m;
}

static inline int mask_has(mask_t m, int i) {
    return (int)(m.word[FASTFUTO_WORDS == 1 ? 0 : i >> 6] >> (i & 63) & 1);
}

static inline mask_t mask_with(mask_t m, int i) {
    m.word[FASTFUTO_WORDS == 1 ? 0 : i >> 6] |= (uint64_t)1 << (i & 63);
    return m;
}

static inline mask_t mask_without(mask_t m, int i) {
    m.word[FASTFUTO_WORDS == 1 ? 0 : i >> 6] &= ~((uint64_t)1 << (i & 63));
    return m;
}

static inline mask_t mask_only(int i) { return mask_with(mask_none(), i); }

static inline mask_t mask_and(mask_t a, mask_t b) {
    for (int k = 0; k < FASTFUTO_WORDS; k++) a.word[k] &= b.word[k];
    return a;
}

static inline mask_t mask_or(mask_t a, mask_t b) {
    for (int k = 0; k < FASTFUTO_WORDS; k++) a.word[k] |= b.word[k];
    return a;
}

static inline mask_t mask_minus(mask_t a, mask_t b) {
    for (int k = 0; k < FASTFUTO_WORDS; k++) a.word[k] &= ~b.word[k];
    return a;
}

static inline int mask_is_empty(mask_t m) {
    uint64_t any = 0;
    for (int k = 0; k < FASTFUTO_WORDS; k++) any |= m.word[k];
    return any == 0;
}

static inline int mask_equal(mask_t a, mask_t b) {
    uint64_t differ = 0;
    for (int k = 0; k < FASTFUTO_WORDS; k++) differ |= a.word[k] ^ b.word[k];
    return differ == 0;
}

/* Whether the set has at most one member. */
static inline int mask_at_most_one(mask_t m) {
#if FASTFUTO_WORDS == 1
    return (m.word[0] & (m.word[0] - 1)) == 0;
#else
    uint64_t rest = 0;
    int used = 0;
    for (int k = 0; k < FASTFUTO_WORDS; k++) {
        rest |= m.word[k] & (m.word[k] - 1) & (0 - (uint64_t)(m.word[k] != 0));
        used += m.word[k] != 0;
    }
    return rest == 0 && used <= 1;
#endif
}

static inline int mask_size(mask_t m) {
    int size = 0;
    for (int k = 0; k < FASTFUTO_WORDS; k++) size += word_size(m.word[k]);
    return size;
}

/* The smallest and the largest member of a set that is not empty. */
static inline int mask_lowest(mask_t m) {
    for (int k = 0; k < FASTFUTO_WORDS - 1; k++)
        if (m.word[k]) return 64 * k + word_lowest(m.word[k]);
    return 64 * (FASTFUTO_WORDS - 1) + word_lowest(m.word[FASTFUTO_WORDS - 1]);
}

static inline int mask_highest(mask_t m) {
    for (int k = FASTFUTO_WORDS - 1; k > 0; k--)
        if (m.word[k]) return 64 * k + word_highest(m.word[k]);
    return word_highest(m.word[0]);
}

/* Remove the smallest member from a set that is not empty, and return it. */
static inline int mask_pop(mask_t *m) {
#if FASTFUTO_WORDS == 1
    int i = word_lowest(m->word[0]);
    m->word[0] &= m->word[0] - 1;
    return i;
#else
    int i = mask_lowest(*m);
    *m = mask_without(*m, i);
    return i;
#endif
}

#endif
