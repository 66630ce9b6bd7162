/* Lanes in registers of 512 bits (AVX-512BW). */
#include "lanes/lanes.h"
#if defined(__AVX512BW__) && defined(__GNUC__)
#define BITS 512
#include "lanes/widths.h"
const int lanes_have_512 = 1;
#else
lanes_core *lanes_create_512(int32_t n) { (void)n; return 0; }
const int lanes_have_512 = 0;
#endif
