/* Lanes in registers of 128 bits (SSE4.1 on x86-64, NEON on ARM). */
#include "lanes/lanes.h"
#if defined(__GNUC__) && (defined(__SSE4_1__) || defined(__ARM_NEON))
#define BITS 128
#include "lanes/widths.h"
const int lanes_have_128 = 1;
#else
lanes_core *lanes_create_128(int32_t n) { (void)n; return 0; }
const int lanes_have_128 = 0;
#endif
