/* Exact equities of hands whose hole cards are known, many sets of hands at once. For each set and
   player: boards won alone, boards tied, and the share of the pots in units of 1/2520. Cards must be
   below 52 and differ within a set, its board and the dead cards. */
typedef struct {
    const uint8_t *holes; /* [set_count, player_count, 2] */
    const uint8_t *board, *dead;
    int64_t set_count;
    int32_t player_count, board_count, dead_count, path;
} rb_hand_sets;

/* `sums` is [set_count, player_count, 3]; returns how many boards there are. */
int64_t rb_equity_of_hands(const rb_hand_sets *sets, int64_t *sums);

/* Known hands, each set on a board of its own: bit p of `contestants` says that player p is for the
   pot; the cards of the others are dead. */
typedef struct {
    const uint8_t *holes;        /* [row_count, player_count, 2] */
    const uint8_t *boards;       /* [row_count, 5] */
    const uint8_t *board_counts; /* [row_count] 0, 3, 4 or 5 */
    const uint16_t *contestants; /* [row_count] */
    int64_t row_count;
    int32_t player_count, path;
} rb_share_rows;

/* The mean share of the pot over all boards to come, [row_count, player_count]; 0 for those who are
   not for it. */
void rb_mean_shares(const rb_share_rows *rows, double *shares);

/* Replaces each deal of holdings [deal_count, player_count] by the one that stands for all deals
   which differ from it by names of suits alone; the board and the dead cards stay as they are. */
void rb_class_deals(const uint8_t *board, int32_t board_count, const uint8_t *dead,
                    int32_t dead_count, int64_t deal_count, int32_t player_count,
                    uint16_t *holdings);

/* Two ranges, given as weights of the 1,326 holdings, on every board that may come: the weight of
   deals that the first wins, ties and loses. */
typedef struct {
    const double *first, *second;
    const uint8_t *board, *dead;
    int32_t board_count, dead_count, path;
} rb_two_ranges;

void rb_equity_of_ranges(const rb_two_ranges *ranges, double tally[3]);

/* Deals drawn at random, from a number that is a multiple of 256 on: every player a holding by his
   weights. */
typedef struct {
    const double *weights; /* [player_count, 1326] */
    const uint8_t *board, *dead;
    uint64_t key;
    int64_t first_sample, sample_count;
    int32_t player_count, board_count, dead_count, path;
} rb_sampled_deals;

/* Adds up for each player, [player_count, 4]: deals won, tied, the sum of shares in units of 1/2520,
   and of their squares. Returns 0, -1 if too many draws in a row gave two players the same card, -2
   without memory, or -3 if no deal gives every player a hand. */
int32_t rb_sample_equity(const rb_sampled_deals *deals, int64_t *sums);

/* Of the sums of all deals, [4, player_count]: equity, the variance of that (NaN of a single deal),
   deals won and tied. */
void rb_conclude_samples(const int64_t *sums, int32_t player_count, int64_t sample_count,
                         double *results);

/* The first player of whose weights [player_count, 1326] board and dead cards leave nothing, or -1. */
int32_t rb_find_empty_range(const rb_sampled_deals *deals);
