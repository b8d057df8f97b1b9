/* The ACPC's deals: MT19937 (Matsumoto and Nishimura, 1998, with the seeding of 2002), one stream
   for a match, each hand drawn without replacement from a deck laid out anew. */
#include <stdint.h>
#include <string.h>

#include "deals.h"

enum { WORDS = 624, SHIFT = 397, MOST_CARDS = 54, STREAMS = 4 };

typedef struct {
    uint32_t state[WORDS], numbers[WORDS];
    int used;
} stream;

static uint32_t twist(uint32_t high, uint32_t low, uint32_t far)
{
    uint32_t mixed = (high & 0x80000000u) | (low & 0x7fffffffu);

    return far ^ (mixed >> 1) ^ (-(mixed & 1) & 0x9908b0dfu);
}

static void refill(stream *random)
{
    uint32_t *state = random->state;

    for (int i = 0; i < WORDS - SHIFT; i++)
        state[i] = twist(state[i], state[i + 1], state[i + SHIFT]);
    for (int i = WORDS - SHIFT; i < WORDS - 1; i++)
        state[i] = twist(state[i], state[i + 1], state[i + SHIFT - WORDS]);
    state[WORDS - 1] = twist(state[WORDS - 1], state[0], state[SHIFT - 1]);
    for (int i = 0; i < WORDS; i++) {
        uint32_t number = state[i];
        number ^= number >> 11;
        number ^= (number << 7) & 0x9d2c5680u;
        number ^= (number << 15) & 0xefc60000u;
        random->numbers[i] = number ^ (number >> 18);
    }
    random->used = 0;
}

/* Seeds all streams side by side: a word waits for the one before it, and not for other streams'. */
static void seed(stream *randoms, const uint32_t *deck_seeds, int count)
{
    for (int j = 0; j < count; j++) {
        randoms[j].state[0] = deck_seeds[j];
        randoms[j].used = WORDS;
    }
    for (uint32_t i = 1; i < WORDS; i++)
        for (int j = 0; j < count; j++) {
            uint32_t last = randoms[j].state[i - 1];
            randoms[j].state[i] = 1812433253u * (last ^ (last >> 30)) + i;
        }
}

static uint32_t next(stream *random)
{
    if (random->used == WORDS) refill(random);
    return random->numbers[random->used++];
}

static void skip(stream *random, int64_t count)
{
    while (count > 0) {
        if (random->used == WORDS) refill(random);
        int64_t left = WORDS - random->used, step = count < left ? count : left;
        random->used += (int)step;
        count -= step;
    }
}

/* number % divisor, with the reciprocal 2**64 / divisor rounded up; exact for 32 bits (Lemire,
   Kaser and Kurz, "Faster remainder by direct computation", 2019). */
static uint32_t remainder_of(uint32_t number, uint32_t divisor, uint64_t reciprocal)
{
    return (uint32_t)(((unsigned __int128)(reciprocal * number) * divisor) >> 64);
}

void rb_deal(const uint32_t *deck_seeds, int64_t deck_count, const uint8_t *deck, int32_t deck_size,
             int32_t card_count, int64_t first_hand, int64_t hand_count, uint8_t *cards)
{
    uint64_t reciprocal[MOST_CARDS + 1];
    uint8_t left[MOST_CARDS];
    stream randoms[STREAMS];

    for (int divisor = 1; divisor <= deck_size; divisor++)
        reciprocal[divisor] = UINT64_MAX / (uint64_t)divisor + 1;
    for (int64_t i = 0; i < deck_count; i++) {
        stream *random = randoms + i % STREAMS;
        if (i + STREAMS <= deck_count && i % STREAMS == 0) seed(randoms, deck_seeds + i, STREAMS);
        else if (i >= deck_count / STREAMS * STREAMS) seed(random, deck_seeds + i, 1);
        skip(random, first_hand * card_count);
        for (int64_t hand = 0; hand < hand_count; hand++) {
            memcpy(left, deck, (size_t)deck_size);
            for (int drawn = 0; drawn < card_count; drawn++) {
                uint32_t size = (uint32_t)(deck_size - drawn);
                uint32_t index = remainder_of(next(random), size, reciprocal[size]);
                *cards++ = left[index];
                left[index] = left[size - 1];
            }
        }
    }
}
