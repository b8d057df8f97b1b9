/* Philox4x32-10 in plain C, one call at a time. */
#include "philox_constants.h"

#include "philox.h"

void rb_philox(const uint32_t counter[4], uint64_t key, uint32_t words[4])
{
    const uint64_t multiplier_0 = PHILOX_MULTIPLIER_0, multiplier_1 = PHILOX_MULTIPLIER_1;
    uint32_t key_0 = (uint32_t)key, key_1 = (uint32_t)(key >> 32);
    uint32_t x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3];

    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t product_0 = multiplier_0 * x0, product_1 = multiplier_1 * x2;
        x0 = (uint32_t)(product_1 >> 32) ^ x1 ^ key_0;
        x1 = (uint32_t)product_1;
        x2 = (uint32_t)(product_0 >> 32) ^ x3 ^ key_1;
        x3 = (uint32_t)product_0;
        key_0 += PHILOX_WEYL_0;
        key_1 += PHILOX_WEYL_1;
    }
    words[0] = x0;
    words[1] = x1;
    words[2] = x2;
    words[3] = x3;
}
