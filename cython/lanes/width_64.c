/* Lanes of single words, for any machine, and the choice between the widths. */
#define BITS 64
#include "lanes/widths.h"

int lanes_supported(int width) {
    if (width == 64) return 1;
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    if (width == 512) return lanes_have_512 && __builtin_cpu_supports("avx512bw");
    if (width == 256) return lanes_have_256 && __builtin_cpu_supports("avx2");
    if (width == 128) return lanes_have_128 && __builtin_cpu_supports("sse4.1");
    return 0;
#else
    return width == 128 && lanes_have_128;
#endif
}

lanes_core *lanes_create(int32_t n, int width, int64_t patience, int32_t blame) {
    lanes_core *core = width == 512 ? lanes_create_512(n)
        : width == 256 ? lanes_create_256(n)
        : width == 128 ? lanes_create_128(n) : lanes_create_64(n);
    if (core) core->patience = patience, core->blame = blame;
    return core;
}
