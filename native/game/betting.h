/* A game as the tables play it, compiled from a definition. Arrays are by betting round. */
typedef struct {
    int32_t player_count;
    int32_t round_count;
    int32_t is_limit;
    int32_t hole_card_count;
    int32_t cards_per_hand;
    int32_t betting_width; /* bytes kept for the betting of a table, a multiple of 8 */
    int32_t first_position[8];
    int32_t max_raises[8];
    int32_t board_card_end[8]; /* board cards that lie there in a round */
    int64_t raise_size[8];     /* limit games only */
    uint64_t deck;             /* bit c: card c is in the deck */
} rb_game;

/* What an action changes of a hand, but for the chips and the betting's text; in one record, so that
   it comes with one line of the cache. Bits of masks are positions. */
typedef struct {
    int64_t max_spent;
    int64_t least_raise_to;     /* no-limit: where the stack allows it */
    uint16_t able;              /* neither folded nor all-in */
    uint16_t live;              /* not folded */
    uint16_t to_act;            /* able, and still to act or to answer the last raise */
    uint16_t action_count;      /* in the hand */
    uint16_t betting_length;
    uint8_t acting_position;    /* 255: nobody, the hand is done */
    uint8_t round_index;
    uint8_t raise_count;        /* in the round */
    uint8_t round_action_count;
    uint8_t legal_kinds;        /* bits 1 << kind */
    uint8_t is_done;
} rb_hand;

/* T tables of one game, a structure of arrays. N is the number of players, chips are whole. The
   caller owns the arrays. */
typedef struct {
    rb_game game;
    int64_t table_count;
    rb_hand *hands;       /* [T] */
    int64_t *stacks;      /* [T][N] at the start of the hand */
    int64_t *blinds;      /* [T][N] */
    int64_t *spent;       /* [T][N] */
    uint8_t *seats;       /* [T][N] the seat that plays a position */
    uint8_t *betting;     /* [T][betting_width] */
    uint8_t *cards;       /* [T][cards_per_hand] hole cards by position, then board */
} rb_tables;

/* Functions that take rows return -1, or the first row that they refuse; why, they say each. */

/* Starts a hand from cards, stacks, blinds and seats as they lie; rows are not checked. */
void rb_start_hands(const rb_tables *tables, const int32_t *rows, int64_t row_count);

/* The first of `hand_count` rows of cards with a card that is doubled or not of the deck;
   255 is a card not known, where `may_be_unknown`. */
int64_t rb_check_deals(const rb_game *game, const uint8_t *cards, int64_t hand_count,
                       int32_t may_be_unknown);

/* Refuse a row that names no table, and where `may_be_done` is 0 one where nobody is to act. */
int64_t rb_check_rows(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                      int32_t may_be_done);

/* A row that names a table again; `marks` is T zeros, and is left so. Rows are not checked. */
int64_t rb_find_repeat(const int32_t *rows, int64_t row_count, uint8_t *marks);

/* Faults of actions, and with `play` also the actions, mended. Rows are not checked; `amounts`
   may be NULL in limit. */
void rb_act(const rb_tables *tables, const int32_t *rows, int64_t row_count, const uint8_t *kinds,
            const int64_t *amounts, int32_t play, uint8_t *faults);

/* Payoffs by position of hands that are done, [rows][N] in 1/2520 chip. Refuses a showdown with a
   card not known; rows are not checked. */
int64_t rb_payoffs(const rb_tables *tables, const int32_t *rows, int64_t row_count,
                   int64_t *payoffs);

/* Plays a betting string; `place` is where it stopped. Returns what was wrong: 0 nothing, 1 a
   letter, 2 an action that is not legal, 3 a size below the least, 4 a size above the most, 5 no
   one to act, 6 a `/` missing or out of place, 7 a size missing or too long. */
int32_t rb_play_betting(const rb_tables *tables, int32_t table, const char *text, int64_t length,
                        int64_t *place);
