/* Eight floats at a time, one for each outcome state or card-type. Written with the compiler's
   vectors, so that every processor does the same operations in the same order. */
#ifndef DCUBOT_VECTORS_H
#define DCUBOT_VECTORS_H

#include <stdint.h>
#include <string.h>

#define INLINE_VECTOR static inline __attribute__((always_inline))

typedef float vec __attribute__((vector_size(32)));
typedef int32_t ivec __attribute__((vector_size(32)));

INLINE_VECTOR vec load(const float *from)
{
    vec value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE_VECTOR void store(float *to, vec value)
{
    memcpy(to, &value, sizeof value);
}

INLINE_VECTOR vec all(float value)
{
    return (vec){value, value, value, value, value, value, value, value};
}

INLINE_VECTOR vec pick(ivec mask, vec yes, vec no)
{
    return (vec)(((ivec)yes & mask) | ((ivec)no & ~mask));
}

INLINE_VECTOR vec at_most(vec value, float limit)
{
    return pick(value < all(limit), value, all(limit));
}

INLINE_VECTOR vec at_least(vec value, float limit)
{
    return pick(value > all(limit), value, all(limit));
}

/* In a fixed order, whatever the processor. */
INLINE_VECTOR float total(vec v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

INLINE_VECTOR vec larger(vec one, vec other)
{
    return pick(one > other, one, other);
}

#if defined(__clang__)
#define SHUFFLED(v, ...) __builtin_shufflevector(v, v, __VA_ARGS__)
#else /* gcc has that from 12 on */
#define SHUFFLED(v, ...) __builtin_shuffle(v, (ivec){__VA_ARGS__})
#endif

INLINE_VECTOR float largest(vec v)
{
    vec most = larger(v, SHUFFLED(v, 4, 5, 6, 7, 0, 1, 2, 3));
    most = larger(most, SHUFFLED(most, 2, 3, 0, 1, 6, 7, 4, 5));
    return most[0] > most[1] ? most[0] : most[1];
}

/* e to the power of x, for |x| <= 80 (beyond it as at 80), to about 2e-7 of the value: 2^n times a
   polynomial on [-ln 2 / 2, ln 2 / 2], Cody and Waite's reduction. */
INLINE_VECTOR vec exponential(vec x)
{
    x = at_least(at_most(x, 80.0f), -80.0f);
    vec scaled = x * all(1.44269504f) + all(12582912.0f); /* rounds to the nearest whole */
    vec whole = scaled - all(12582912.0f);
    vec rest = x - whole * all(0.693359375f) + whole * all(2.12194440e-4f);
    vec p = all(1.9875691500e-4f);
    p = p * rest + all(1.3981999507e-3f);
    p = p * rest + all(8.3334519073e-3f);
    p = p * rest + all(4.1665795894e-2f);
    p = p * rest + all(1.6666665459e-1f);
    p = p * rest + all(5.0000001201e-1f);
    p = p * rest * rest + rest + all(1.0f);
    ivec power = (__builtin_convertvector(whole, ivec) + 127) << 23;
    return p * (vec)power;
}

#endif
