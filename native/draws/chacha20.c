/* ChaCha20 on vectors that hold one word of several blocks; see chacha20.h. */
#include <string.h>

#include "chacha20.h"

enum { DOUBLE_ROUNDS = 10 };

/* A word of each of the blocks; compilers turn this into what the processor has. */
typedef uint32_t block_lanes __attribute__((vector_size(BLOCKS_AT_ONCE * sizeof(uint32_t))));

#define ROTATE(lanes, count) ((lanes) << (count) | (lanes) >> (32 - (count)))
#define QUARTER_ROUND(a, b, c, d)                                                                  \
    do {                                                                                           \
        a += b, d ^= a, d = ROTATE(d, 16);                                                         \
        c += d, b ^= c, b = ROTATE(b, 12);                                                         \
        a += b, d ^= a, d = ROTATE(d, 8);                                                          \
        c += d, b ^= c, b = ROTATE(b, 7);                                                          \
    } while (0)

static block_lanes in_every_lane(uint32_t word)
{
    return word - (block_lanes){0};
}

void read_secret(const uint8_t *bytes, uint32_t words[SECRET_WORDS])
{
    for (int i = 0; i < SECRET_WORDS; i++, bytes += 4)
        words[i] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                   (uint32_t)bytes[3] << 24;
}

void chacha20_blocks(const chacha20_place *first, uint32_t words[BLOCKS_AT_ONCE][BLOCK_WORDS])
{
    static const uint32_t constants[4] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u};
    block_lanes start[BLOCK_WORDS], x[BLOCK_WORDS];

    for (int i = 0; i < 4; i++) start[i] = in_every_lane(constants[i]);
    for (int i = 0; i < SECRET_WORDS; i++) start[4 + i] = in_every_lane(first->secret[i]);
    start[12] = in_every_lane(first->counter);
    for (int i = 0; i < NONCE_WORDS; i++) start[13 + i] = in_every_lane(first->nonce[i]);
    for (int block = 0; block < BLOCKS_AT_ONCE; block++) start[14][block] += (uint32_t)block;
    memcpy(x, start, sizeof x);
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
        QUARTER_ROUND(x[0], x[4], x[8], x[12]);
        QUARTER_ROUND(x[1], x[5], x[9], x[13]);
        QUARTER_ROUND(x[2], x[6], x[10], x[14]);
        QUARTER_ROUND(x[3], x[7], x[11], x[15]);
        QUARTER_ROUND(x[0], x[5], x[10], x[15]);
        QUARTER_ROUND(x[1], x[6], x[11], x[12]);
        QUARTER_ROUND(x[2], x[7], x[8], x[13]);
        QUARTER_ROUND(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < BLOCK_WORDS; i++) {
        x[i] += start[i];
        for (int block = 0; block < BLOCKS_AT_ONCE; block++) words[block][i] = x[i][block];
    }
}
