/* Lanes in registers of 256 bits (AVX2). */
#include "lanes/lanes.h"
#if defined(__AVX2__) && defined(__GNUC__)
#define BITS 256
#include "lanes/widths.h"
const int lanes_have_256 = 1;
#else
lanes_core *lanes_create_256(int32_t n) { (void)n; return 0; }
const int lanes_have_256 = 0;
#endif
