/* The random words of deals, which depend on the deal's number alone: word w of deal d is word d % 4 of
   the call of Philox with the counter (w, d / 4, purpose << 8). */
#ifndef RB_DEAL_WORDS_H
#define RB_DEAL_WORDS_H

#include "cpu_paths.h"

/* A batch is four runs of deals, by the word of a call they take: the deal at place i of run r of the
   batch that begins with deal d has number d + 4 i + r. */
enum { DEAL_RUNS = 4, RUN_DEALS = DEAL_BATCH / DEAL_RUNS };

typedef struct {
    const cpu_path *path;
    uint64_t key, first_deal; /* of the batch, a multiple of DEAL_BATCH */
    uint32_t purpose;
} deal_words;

/* Writes so many words of every deal of the batch, a column each. */
void rb_make_deal_words(const deal_words *of, uint32_t word_count, uint32_t (*columns)[DEAL_BATCH]);

/* One word of the deal at a place of the batch. */
uint32_t rb_one_deal_word(const deal_words *of, uint32_t word, int place);

#endif
