/* Who is to act at a table, and where. */
typedef struct {
    int32_t controller; /* -1: the match is finished */
    int32_t hand_index;
    uint16_t action_count;
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
    const uint64_t *match_keys;   /* [M] keys of all draws */
    rb_turn *turns;               /* [M] */
    int32_t *hand_index;          /* [M] */
    int64_t *records;             /* [M][H][2 + N], together so that a hand that ends touches one
                                     line of the cache: where its betting starts in the arena; the
                                     betting's length and, from bit 16 on, the outcome; payoffs by
                                     seat. Outcome: 0 not ended; bit s: seat s has folded; 10..13:
                                     the last round; 14: a showdown; 15: ended */
    uint16_t *ranks;              /* [decks][H][N] by position; 0xFFFF: not ranked yet */
    uint8_t *arena;               /* the betting of ended hands, in the order they end */
    int64_t arena_used;
} rb_matches;

/* Starts the first hand of every match, whose stacks, blinds, seats and row of cards lie ready.
   Where nobody can act from the start it plays on; such hands are recorded, not listed as ended. */
void rb_start_matches(rb_matches *matches);

/* Lists of decisions, one after the other: rows grouped by controller, in table order within. Each
   has room for M rows, for controller_count + 1 offsets, and for what the step over it did. */
typedef struct {
    int32_t *tables;
    uint8_t *seats;
    uint8_t *positions;
    uint8_t *legal_kinds;
    int32_t *hand_indexes;
    uint16_t *action_counts;
    uint8_t *hole_cards;    /* [M][hole cards] */
    int64_t *offsets;
    uint8_t *faults;
    int32_t *ended_matches; /* the hands that ended, those of one match in order of play */
    int32_t *ended_hands;
    int64_t ended_count;    /* of the latest step */
} rb_pending;

/* Writes list number `place`. */
void rb_list_pending(const rb_matches *matches, const rb_pending *pending, int64_t place);

/* Draws for rows of the lists, the first of all being row 0. */
typedef struct {
    int64_t first;
    int64_t count;
    uint32_t purpose;
    int32_t is_by_hand; /* the draws of the hand, the same at each of its decisions */
    uint32_t draw_index;
} rb_pending_rows;

void rb_draw_pending(const rb_matches *matches, const rb_pending *pending,
                     const rb_pending_rows *rows, double *draws);

/* rb_draw_pending and rb_sample_actions in one. */
int64_t rb_sample_pending(const rb_matches *matches, const rb_pending *pending,
                          const rb_pending_rows *rows, const rb_declared *declared, uint8_t *kinds,
                          int64_t *amounts);

/* An action a row, and room for its fault and for the hand that it may end; `amounts` may be NULL in
   limit. */
typedef struct {
    int64_t count;
    const int32_t *rows;
    const uint8_t *kinds;
    const int64_t *amounts;
    uint8_t *faults;
    int32_t *ended_matches; /* the hands that ended */
    int32_t *ended_hands;
    int64_t ended_count;
} rb_actions;

/* Acts, mended, at every table of rows, none twice, and not beyond one where nobody is to act;
   records the hands that end and starts the next. The arena has room for as many rows times the
   width of a table's betting, and a word. Returns the number of actions at fault. */
int64_t rb_step_matches(rb_matches *matches, rb_actions *actions);

/* The same for the first so many rows of list number `place`. */
int64_t rb_step_pending(rb_matches *matches, rb_pending *pending, int64_t place, int64_t count,
                        const uint8_t *kinds, const int64_t *amounts);

/* Copies the betting of hands (match * H + hand; NULL: the first so many) to `text`, one after the
   other. */
void rb_copy_bettings(const rb_matches *matches, const int64_t *hands, int64_t hand_count,
                      uint8_t *text);
