/* The kernels with AVX2: the same operations in the same order, eight floats at once. */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt")
#endif

#define KERNELS dcubot_avx2_kernels
#include "kernels.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
