/* The kinds of action; legal ones travel as bits 1 << kind. */
enum { FOLD, CALL, RAISE, KIND_COUNT };

/* The letters of a betting string: of each kind, and of a round that begins. */
enum { FOLD_LETTER = 'f', CALL_LETTER = 'c', RAISE_LETTER = 'r', ROUND_LETTER = '/' };
/* Read as well: a check and a bet. */
enum { CHECK_LETTER = 'k', BET_LETTER = 'b' };

/* What was wrong with an action before it was fixed. */
enum { NO_FAULT, ILLEGAL_KIND, SIZE_TOO_SMALL, SIZE_TOO_LARGE };

/* What is wrong with a betting string. */
enum {
    PLAYED, UNKNOWN_LETTER, NOT_LEGAL, BELOW_LEAST, ABOVE_MOST, NOBODY_TO_ACT, MISPLACED_SLASH,
    NO_SIZE, BROKEN_OFF
};

enum { NOBODY = 255, UNKNOWN_CARD = 255, PAYOFF_UNIT = 2520 };

/* Who plays which position, hand by hand: hand h has row h modulo `row_count`. */
typedef struct {
    int32_t row_count;
    const uint8_t *seats;     /* [row_count][N] by position */
    const uint8_t *positions; /* [row_count][N] by seat */
} rb_seat_order;

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
    uint8_t hole_slots[10][8]; /* by position: which cards of a deal are its hole cards */
    uint8_t board_slots[8];    /* which are the board's, as they are laid */
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
    uint8_t *cards;       /* [T][cards_per_hand] the deal; game.hole_slots says whose a card is */
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

/* Plays a betting string; `place` is where it stopped. Returns what was wrong, or PLAYED. */
int32_t rb_play_betting(const rb_tables *tables, int32_t table, const char *text, int64_t length,
                        int64_t *place);
