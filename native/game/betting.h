/* The kinds of action; legal ones travel as bits 1 << kind. An exchange throws cards away and gets as
   many (a discard gets none), a pass hands them on. */
enum { FOLD, CALL, RAISE, EXCHANGE, PASS, KIND_COUNT };

/* The letters of a betting string: of each kind, and of a round that begins. */
enum { FOLD_LETTER = 'f', CALL_LETTER = 'c', RAISE_LETTER = 'r', EXCHANGE_LETTER = 'd',
       PASS_LETTER = 'p', ROUND_LETTER = '/' };
/* Read as well: a check and a bet. */
enum { CHECK_LETTER = 'k', BET_LETTER = 'b' };

/* What was wrong with an action before it was fixed. */
enum { NO_FAULT, ILLEGAL_KIND, SIZE_TOO_SMALL, SIZE_TOO_LARGE, NOT_HELD };

/* What is wrong with a betting string. */
enum {
    PLAYED, UNKNOWN_LETTER, NOT_LEGAL, BELOW_LEAST, ABOVE_MOST, NOBODY_TO_ACT, MISPLACED_SLASH,
    NO_SIZE, BROKEN_OFF, TOO_FEW_CARDS, TOO_MANY_CARDS, CARDS_NOT_HELD
};

enum { NOBODY = 255, UNKNOWN_CARD = 255, PAYOFF_UNIT = 2520, NOT_ANSWERED = -1 };

/* Who plays which position, hand by hand: hand h has row h modulo `row_count`. */
typedef struct {
    int32_t row_count;
    const uint8_t *seats;     /* [row_count][N] by position */
    const uint8_t *positions; /* [row_count][N] by seat */
} rb_seat_order;

/* The loop that plays a game: two for the games that an ACPC definition can describe, one for all. */
enum { NO_LIMIT_LOOP, LIMIT_LOOP, STEPS_LOOP };

/* What is decided in a round; how bets are limited; who acts first. */
enum { BET_ROUND, EXCHANGE_ROUND, DISCARD_ROUND, PASS_ROUND };
enum { NO_LIMIT, FIXED_LIMIT, POT_LIMIT };
enum { FIRST_POSITION, LOWEST_CARD, HIGHEST_CARD, HIGHEST_SHOWING, LOWEST_SHOWING };

/* A round of a game that is played by STEPS_LOOP. */
typedef struct {
    uint8_t kind;
    uint8_t structure;
    uint8_t first;       /* FIRST_POSITION: as first_position says */
    uint8_t held;        /* cards that a position holds, those of its first slots */
    uint8_t up;          /* bit i: card i lies face up */
    uint8_t least, most; /* cards that go in an exchange, a discard, a pass */
    uint8_t to_right;    /* a pass goes to the player before */
} rb_round;

/* A game as the tables play it, compiled from a definition. Arrays are by round. */
typedef struct {
    int32_t player_count;
    int32_t round_count;
    int32_t loop;
    int32_t hole_card_count; /* slots of a position */
    int32_t shown_card_count; /* cards that it holds at the showdown */
    int32_t cards_per_hand;
    int32_t betting_width; /* bytes kept for the betting of a table, a multiple of 8 */
    int32_t first_position[16];
    int32_t first_heads_up[16]; /* where two of more players are dealt in */
    int32_t max_raises[16];
    int32_t board_card_end[16]; /* board cards that lie there in a round */
    int64_t raise_size[16];     /* fixed limit only */
    uint64_t deck;              /* bit c: card c is in the deck */
    uint8_t hole_slots[10][8];  /* by position: which cards of a deal are its hole cards */
    uint8_t board_slots[8];     /* which are the board's, as they are laid */
    int32_t ranking_count;      /* 2: they halve the pot */
    rb_ranking rankings[2];

    /* of STEPS_LOOP alone */
    rb_round rounds[16];
    int64_t least_bet;      /* without a fixed limit: the least bet of a round */
    int32_t has_dead;       /* somebody posts chips that are no part of a bet, ... */
    int64_t dead[10];       /* ... by position */
    int64_t bring_in;       /* posted by who acts first in the first round */
    int32_t has_card_rounds; /* hands change, so that ranks do not follow from the deal */
    int32_t draw_start;     /* the first slot that replacements come from */
    int32_t draw_count;     /* of each position; 0: all take theirs from the rest of the deck */
} rb_game;

/* What a position has thrown away or passed on, in games with such rounds. */
typedef struct {
    uint8_t drawn;        /* replacements taken; of all from a common stub: in position 0 */
    uint8_t picked;       /* slots chosen to pass, one bit each, until the round ends */
    uint8_t last_round;   /* of who is not live: the round in which it folded; 255 */
    uint8_t thrown_count;
    uint8_t taken[8];     /* cards thrown or passed, by card round */
    uint8_t thrown[20];   /* the cards, oldest first */
} rb_holding;

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
    int64_t *antes;       /* [T] what everybody posts beside blinds, no part of a call */
    int64_t *spent;       /* [T][N] */
    uint8_t *seats;       /* [T][N] the seat that plays a position */
    uint8_t *betting;     /* [T][betting_width] */
    uint8_t *cards;       /* [T][cards_per_hand] the deal; game.hole_slots says whose a card is. In
                             games with card rounds, cards change places as they change hands. */
    /* of STEPS_LOOP alone */
    rb_holding *holdings; /* [T][N] */
    int64_t *answered;    /* [T][N] what the round cost when a position acted in it last; -1 */
    int64_t *dead;        /* [T][N] of the stack, posted beside bets: a part of the main pot */
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

/* Faults of actions, and with `play` also the actions, corrected. Rows are not checked; `amounts`
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
