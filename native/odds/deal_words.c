#include <stdint.h>

#include "deal_words.h"
#include "philox.h"

enum { PURPOSE_BITS = 8 }; /* above the seat, which deals have none of */

void rb_make_deal_words(const deal_words *of, uint32_t word_count, uint32_t (*columns)[DEAL_BATCH])
{
    uint32_t counter[4][RUN_DEALS];
    uint64_t keys[RUN_DEALS];
    philox_rows rows = {{counter[0], counter[1], counter[2], counter[3]}, keys};

    for (int i = 0; i < RUN_DEALS; i++) {
        uint64_t call = of->first_deal / DEAL_RUNS + (uint64_t)i;
        counter[1][i] = (uint32_t)call;
        counter[2][i] = (uint32_t)(call >> 32);
        counter[3][i] = of->purpose << PURPOSE_BITS;
        keys[i] = of->key;
    }
    for (uint32_t word = 0; word < word_count; word++) {
        uint32_t *column = columns[word];
        uint32_t *const runs[DEAL_RUNS] = {column, column + RUN_DEALS, column + 2 * RUN_DEALS,
                                           column + 3 * RUN_DEALS};
        for (int i = 0; i < RUN_DEALS; i++) counter[0][i] = word;
        of->path->philox(rows, RUN_DEALS, runs);
    }
}

uint32_t rb_one_deal_word(const deal_words *of, uint32_t word, int place)
{
    uint64_t call = of->first_deal / DEAL_RUNS + (uint64_t)(place % RUN_DEALS);
    uint32_t counter[4] = {word, (uint32_t)call, (uint32_t)(call >> 32), of->purpose << PURPOSE_BITS};
    uint32_t words[4];

    rb_philox(counter, of->key, words);
    return words[place / RUN_DEALS];
}
