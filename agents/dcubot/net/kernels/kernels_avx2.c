/* The kernels with AVX2: the same operations in the same order, eight floats at once. */
#if defined(__x86_64__)
#pragma GCC target("avx2,popcnt")
#define KERNELS dcubot_avx2_kernels
#include "kernels.h"
#endif
