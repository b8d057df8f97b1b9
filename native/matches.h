/* Who is to act at a table. */
typedef struct {
    int32_t controller; /* -1: the match is finished */
    uint8_t seat;
    uint8_t position;
    uint8_t legal_kinds;
} rb_turn;

/* M matches of H hands, each at a table of its own, recorded. The caller owns the arrays. */
typedef struct {
    rb_tables tables;             /* of M; `cards` are the deals, [decks][H] */
    int64_t match_count;
    int64_t hand_count;
    int64_t controller_count;
    int64_t playing_count;        /* matches not finished */
    int32_t fixed_seats;          /* every seat keeps its position: the button does not move */
    const int32_t *controllers;   /* [M][N] who decides, by seat */
    rb_turn *turns;               /* [M] */
    int32_t *hand_index;          /* [M] */
    int64_t *payoffs;             /* [M][H][N] by seat */
    int64_t *betting_start;       /* [M][H] in the arena */
    uint16_t *betting_length;     /* [M][H] */
    uint16_t *outcome;            /* [M][H] 0: not ended; bit s: seat s has folded; 10..13: the
                                     last round; 14: a showdown; 15: ended */
    uint16_t *ranks;              /* [decks][H][N] by position; 0xFFFF: not ranked yet */
    uint8_t *arena;               /* the betting of ended hands, in the order they end */
    int64_t arena_used;
    int32_t *ended_match;         /* [M] the hands that the last step ended */
    int32_t *ended_hand;          /* [M] */
    int64_t ended_count;
} rb_matches;

/* Starts the first hand of every match, whose stacks, blinds, seats and row of cards lie ready.
   Where nobody can act from the start it plays on; such hands are recorded, not listed as ended. */
void rb_start_matches(rb_matches *matches);

/* Rows of decisions grouped by controller, in table order within: room for `playing_count` of them,
   and for controller_count + 1 offsets. */
typedef struct {
    int32_t *tables;
    uint8_t *seats;
    uint8_t *positions;
    uint8_t *legal_kinds;
    int64_t *offsets;
} rb_pending;

void rb_list_pending(const rb_matches *matches, const rb_pending *pending);

/* An action a row, and room for its fault; `amounts` may be NULL in limit. */
typedef struct {
    int64_t count;
    const int32_t *rows;
    const uint8_t *kinds;
    const int64_t *amounts;
    uint8_t *faults;
} rb_actions;

/* Acts, mended, at every table of rows, none twice; records the hands that end and starts the next.
   The arena has room for as many rows times the width of a table's betting, and a word. Returns -1, or the row
   it stopped before, where nobody is to act. */
int64_t rb_step_matches(rb_matches *matches, const rb_actions *actions);

/* Copies the betting of hands (match * H + hand; NULL: the first so many) to `text`, one after the
   other. */
void rb_copy_bettings(const rb_matches *matches, const int64_t *hands, int64_t hand_count,
                      uint8_t *text);
