/* The counters that a player has per hand. Raises, calls and folds are numbers of actions (a check is
   none of them, a bet is a raise), all others 0 or 1. */
typedef enum {
    HANDS, FIRST_ROUNDS, VOLUNTARY, RAISED_FIRST_ROUND, THREE_BET_CHANCES, THREE_BETS,
    THREE_BETS_FACED, FOLDS_TO_THREE_BET, FIRST_ROUND_RAISES, FIRST_ROUND_CALLS, FIRST_ROUND_FOLDS,
    LATER_RAISES, LATER_CALLS, LATER_FOLDS, CONTINUATION_CHANCES, CONTINUATION_BETS,
    CONTINUATION_BETS_FACED, FOLDS_TO_CONTINUATION_BET, SECOND_ROUNDS, SHOWDOWNS, SHOWDOWNS_WON,
    WITHOUT_SHOWDOWN, WON_WITHOUT_SHOWDOWN, STEAL_CHANCES, STEALS, DEFENCE_CHANCES, DEFENCES
} rb_style_counter;
enum { RB_STYLE_COUNTERS = DEFENCES + 1 };

/* Who plays from which kind of position, bits of positions. */
typedef struct {
    uint16_t stealers;   /* cut-off, button and small blinds */
    uint16_t defenders;  /* who posted a blind */
    int32_t has_blinds;  /* whether the blinds are a bet, so that the first raise is the second */
} rb_style_seats;

/* What hands tell, by position; the caller owns the arrays. */
typedef struct {
    uint8_t *counts;        /* [hands][N][RB_STYLE_COUNTERS] */
    int64_t *spent;         /* [hands][N] chips put in */
    uint8_t *closing_round; /* [hands] the round of the last action, 0 where nobody acted */
    uint16_t *live;         /* [hands] who had not folded at the end */
} rb_style_rows;

/* Whole hands by their betting; `stacks` and `blinds` [hands][N] and `antes` [hands] are each hand's
   own, or NULL where they lie at the table. */
typedef struct {
    int64_t count;
    const char *text;
    const int64_t *offsets; /* [hands + 1] */
    const int64_t *stacks;
    const int64_t *blinds;
    const int64_t *antes;
    const uint8_t *cards;   /* [hands][W], where cards say who acts first; else NULL */
} rb_style_hands;

/* Reads hands at the first table of `tables`. Counts are of what the betting tells: showdowns won are
   left 0. Returns -1, or the first hand that it refuses; `fault` is then that of rb_play_betting, or
   BROKEN_OFF, and `place` where. */
int64_t rb_read_styles(const rb_tables *tables, const rb_style_seats *seats,
                       const rb_style_hands *hands, const rb_style_rows *rows, int32_t *fault,
                       int64_t *place);

/* Adds counts[row][position] to totals[group][counter]: `rows` [hands] name rows of `counts`,
   `groups` [hands][N] of `totals`; a negative group is left out. Neither is checked. */
void rb_add_styles(const uint8_t *counts, const int32_t *rows, const int32_t *groups,
                   int64_t hand_count, int32_t player_count, int64_t *totals);
