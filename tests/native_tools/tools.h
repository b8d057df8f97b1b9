/* What the tools of tests and benchmarks offer to Python. */

/* Rank every hand of 5 to 7 cards of the 52, in order, and add to counts: of the nine categories, or
   of each rank (9 << 12 of them). `path` is that of rb_rank_hands. */
void tool_count_categories(int32_t card_count, int32_t path, int64_t *counts);
void tool_count_ranks(int32_t card_count, int32_t path, int64_t *counts);

/* Rank every hand of so many cards of the ranker's deck, and wild jokers, by an rb_ranking, and add to the counts of
   the 65,536 ranks. */
void tool_count_each(const void *ranking, int32_t card_count, int64_t *counts);

/* How deals are walked: `tree` is an rb_game_tree, `deals` an rb_deals. */
typedef struct {
    const void *tree, *deals;
    int64_t iterations, deals_per_iteration; /* deals follow one another, round and round */
    int32_t by_level;                        /* level by level, or recursively */
} tool_walk_order;

/* Iterations that walk one deal after the other. Strategies come from `regret`; what is gained in
   an iteration is kept apart in `gained` (zeros), which may be `regret` itself where an iteration
   has one deal. Returns 0, or -1 without memory. */
int32_t tool_walk(const tool_walk_order *order, double *regret, double *gained, double *average);
