/* Philox4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. */
#ifndef RB_PHILOX_CONSTANTS_H
#define RB_PHILOX_CONSTANTS_H

#include <stdint.h>

enum { PHILOX_ROUNDS = 10 };

static const uint32_t PHILOX_MULTIPLIER_0 = 0xD2511F53u, PHILOX_MULTIPLIER_1 = 0xCD9E8D57u;
static const uint32_t PHILOX_WEYL_0 = 0x9E3779B9u, PHILOX_WEYL_1 = 0xBB67AE85u;

#endif
