/* Deals under a secret: a shuffle of the deck, broken off after the cards that are dealt, each from
   numbers of 16 bits.

   A block of ChaCha20 has 32 numbers, the low half of a word before the high one. The hands of a deck
   seed share its blocks, nonce (deck seed, block, 0), as many to a block as have all their numbers in
   it; where a hand has more than 32 cards, it has as many blocks as it needs. A number that would not
   be uniform (Lemire, "Fast random integer generation in an interval", 2019) is drawn again from the
   hand's own reserve, nonce (deck seed, hand, 1) with the counter from 0 on. So every deal is as
   likely as any other, and a hand is found without those before it. */
#include <stdint.h>
#include <string.h>

#include "chacha20.h"
#include "deals.h"

enum {
    MOST_CARDS = 54,
    NUMBER_BITS = 16,
    NUMBERS = 1 << NUMBER_BITS,
    BLOCK_NUMBERS = 2 * BLOCK_WORDS,
};
enum { OF_DEALS, OF_RESERVES }; /* the last word of the nonce */

typedef struct {
    const uint8_t *deck;
    int deck_size, card_count;
    int hands_of_block, blocks_of_hand; /* one of them is 1 */
} deal_shape;

/* The numbers of BLOCKS_AT_ONCE blocks, those before block `end`, of the deck seed that `place`
   names; the next hand's begin in `block`. */
typedef struct {
    chacha20_place place;
    int64_t end, block;
    int hand_in_block;
    uint16_t numbers[BLOCKS_AT_ONCE * BLOCK_NUMBERS];
} number_run;

static void find_numbers(const chacha20_place *first, uint16_t *numbers)
{
    uint32_t words[BLOCKS_AT_ONCE][BLOCK_WORDS];

    chacha20_blocks(first, words);
    for (int block = 0; block < BLOCKS_AT_ONCE; block++)
        for (int i = 0; i < BLOCK_WORDS; i++) {
            *numbers++ = (uint16_t)words[block][i];
            *numbers++ = (uint16_t)(words[block][i] >> NUMBER_BITS);
        }
}

static void start_at(number_run *run, const deal_shape *shape, uint32_t deck_seed, int64_t hand)
{
    run->place.nonce[0] = deck_seed;
    run->block = hand / shape->hands_of_block * shape->blocks_of_hand;
    run->hand_in_block = (int)(hand % shape->hands_of_block);
    run->end = 0;
}

/* The numbers of the next hand. */
static const uint16_t *next_numbers(number_run *run, const deal_shape *shape)
{
    if (run->block + shape->blocks_of_hand > run->end) {
        run->place.nonce[1] = (uint32_t)run->block;
        find_numbers(&run->place, run->numbers);
        run->end = run->block + BLOCKS_AT_ONCE;
    }
    const uint16_t *numbers = run->numbers + (run->block + BLOCKS_AT_ONCE - run->end) * BLOCK_NUMBERS +
                              run->hand_in_block * shape->card_count;
    if (++run->hand_in_block == shape->hands_of_block) {
        run->hand_in_block = 0;
        run->block += shape->blocks_of_hand;
    }
    return numbers;
}

/* The number with this index of a hand's reserve. */
static uint32_t reserve_number(chacha20_place place, int64_t hand, int index)
{
    uint16_t numbers[BLOCKS_AT_ONCE * BLOCK_NUMBERS];

    place.nonce[1] = (uint32_t)hand;
    place.nonce[2] = OF_RESERVES;
    place.counter = (uint32_t)(index / BLOCK_NUMBERS);
    find_numbers(&place, numbers);
    return numbers[index % BLOCK_NUMBERS];
}

static void deal_hand(const deal_shape *shape, number_run *run, int64_t hand, uint8_t *cards)
{
    const uint16_t *numbers = next_numbers(run, shape);
    uint8_t left[MOST_CARDS];
    int reserve = 0;

    memcpy(left, shape->deck, (size_t)shape->deck_size);
    for (int drawn = 0; drawn < shape->card_count; drawn++) {
        uint32_t size = (uint32_t)(shape->deck_size - drawn), product = numbers[drawn] * size;
        if (product % NUMBERS < size)
            while (product % NUMBERS < NUMBERS % size)
                product = reserve_number(run->place, hand, reserve++) * size;
        uint32_t index = product >> NUMBER_BITS;
        cards[drawn] = left[index];
        left[index] = left[size - 1];
    }
}

void rb_deal_secretly(const uint8_t *secret, const uint32_t *deck_seeds, int64_t deck_count,
                      const uint8_t *deck, int32_t deck_size, int32_t card_count,
                      int64_t first_hand, int64_t hand_count, uint8_t *cards)
{
    int is_long = card_count > BLOCK_NUMBERS;
    const deal_shape shape = {
        .deck = deck,
        .deck_size = deck_size,
        .card_count = card_count,
        .hands_of_block = is_long ? 1 : BLOCK_NUMBERS / card_count,
        .blocks_of_hand = is_long ? (card_count - 1) / BLOCK_NUMBERS + 1 : 1,
    };
    number_run run = {.place = {.counter = 0}};

    read_secret(secret, run.place.secret);
    for (int64_t i = 0; i < deck_count; i++) {
        start_at(&run, &shape, deck_seeds[i], first_hand);
        for (int64_t hand = first_hand; hand < first_hand + hand_count; hand++, cards += card_count)
            deal_hand(&shape, &run, hand, cards);
    }
}
