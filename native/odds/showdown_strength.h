/* What a player wins of the pot on the average if all who are left show down what they hold now: the
   cards that he does not see are dealt at random, or all ways to deal them are gone through where
   there are no more than the samples asked for. Cards are 0 to 53, jokers last, NO_CARD where
   there is none. */
typedef struct {
    const rb_ranking *rankings; /* one, or two that halve the pot */
    const uint8_t *deck;        /* [deck_count] */
    const uint8_t *own;         /* [rows, own_width] */
    const uint8_t *board;       /* [rows, board_width], what is not laid yet has no card */
    const uint8_t *up;          /* [rows, most_opponents, up_width] of the opponents, these first */
    const uint8_t *dead;        /* [rows, dead_width] cards that nobody left has */
    const uint8_t *opponents;   /* [rows] how many there are */
    const uint8_t *held;        /* [rows] cards that everybody holds in the end */
    const uint8_t *slots;       /* [choice_count] sets of own cards that go: bit i is own[i] */
    uint64_t key;
    int64_t first_row, row_count, sample_count;
    int64_t fault_row;
    int32_t ranking_count, deck_count, own_width, board_width, most_opponents, up_width, dead_width,
            choice_count, path;
} rb_showdown_rows;

enum {
    RB_SHOWDOWN_NO_FAULT,
    RB_SHOWDOWN_BAD_CARDS,  /* a card that is not of the deck, or twice in sight */
    RB_SHOWDOWN_TOO_MANY,   /* more cards than are held in the end, or that have to go */
    RB_SHOWDOWN_TOO_FEW,    /* the deck has fewer cards than have to be dealt */
    RB_SHOWDOWN_NO_MEMORY
};

/* Writes [rows, choice_count]: the mean share of the pot with each set of cards thrown away, those
   that are then lacking dealt at random. All sets of a row meet the same deals. Dead cards are dealt
   again where the deck has too few without them. Deals depend on the key and on the row's cards, not
   on their order, nor on other rows. Returns a fault, of `fault_row`. */
int32_t rb_showdown_strength(rb_showdown_rows *rows, double *strength);
