/* ChaCha20: Bernstein, "ChaCha, a variant of Salsa20", 2008, with the counter and nonce of RFC 8439. */
#ifndef RB_CHACHA20_H
#define RB_CHACHA20_H

#include <stdint.h>

enum { SECRET_WORDS = 8, NONCE_WORDS = 3, BLOCK_WORDS = 16, BLOCKS_AT_ONCE = 4 };

/* Where a block stands under a secret. */
typedef struct {
    uint32_t secret[SECRET_WORDS], counter, nonce[NONCE_WORDS];
} chacha20_place;

/* Reads a secret of 32 bytes into words, little-endian. */
void read_secret(const uint8_t *bytes, uint32_t words[SECRET_WORDS]);
/* Finds BLOCKS_AT_ONCE blocks, the second word of whose nonces goes up by one: words[block][word]. */
void chacha20_blocks(const chacha20_place *first, uint32_t words[BLOCKS_AT_ONCE][BLOCK_WORDS]);

#endif
