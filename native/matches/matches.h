/* The words of a hand's record: match and hand in one, the betting's length and from bit 16 on the
   outcome, payoffs by seat; in a session that carries chips on, the seats by position, SEAT_SHIFT bits
   each, and the stacks by seat; where tables play in rounds, the level and the round in one word, and
   the players by seat, two in a word; and the betting in whole words. */
enum { PLACE, LENGTH_AND_OUTCOME, PAYOFFS, LENGTH_BITS = 16, LENGTH_MASK = 0xFFFF, HAND_BITS = 32,
       SEAT_SHIFT = 4, SEAT_MASK = 0xF };

/* How the outcome of a hand is laid out in 16 bits; the lower ones say which seats have folded. */
enum { ROUND_SHIFT = 10, ROUND_MASK = 0xF, SHOWDOWN = 1 << 14, ENDED = 1 << 15 };

enum { NOT_RANKED = 0xFFFF };

/* Who is to act at a table, and where. */
typedef struct {
    int32_t controller; /* -1: the match is finished */
    int32_t hand_index;
    uint16_t action_count;
    uint8_t seat;
    uint8_t position;
    uint8_t legal_kinds;
} rb_turn;

/* The session rule, how a match goes on: every hand starts as the definition says; or from the chips
   that all have by now, without those who have none, until one is left; or in rounds of hands, one at
   each table of a group, between which a director says who sits where. */
enum { RESET, FREEZE_OUT, ROUNDS };

/* Who has button and blinds after somebody is out. The big blind moves on by one player left, and the
   players left take the positions around it; or the blinds below it go where it was before, and fall on
   nobody where that player is out; or the button moves on by one player left, and the blinds are those
   of the players after him. Where two are left the one without the big blind has the button, and
   nobody has the big blind twice running. */
enum { BLINDS_OF_THOSE_LEFT, DEAD_BUTTON, MOVING_BUTTON };

/* Why a match of a session waits: for the cards of its next hand, or for room to record one that
   nobody could act in. */
enum { NOT_WAITING, FOR_DEAL, FOR_RECORD };

/* Hands of a session are dealt in blocks of 2**BLOCK_BITS, of the decks that are still played. */
enum { BLOCK_BITS = 3 };

/* The session rule of M matches; of RESET only `rule` is read. */
typedef struct {
    int32_t rule;
    int32_t level_count;
    const int32_t *level_ends;   /* [levels] the first hand after each; after the last comes none */
    const int64_t *level_blinds; /* [levels][N] by position */
    const int64_t *level_antes;  /* [levels] */
    int32_t late_blinds;
    int32_t big_blind;           /* the position of the largest blind, where all play */
    int32_t first_odd;           /* the position that gets an odd chip first, ... */
    int32_t first_odd_heads_up;  /* ... and where two are left */
    int64_t deck_count;
    const int64_t *block_rows;   /* [D / block][decks] the row of `deals` at which a block begins */
    const int64_t *decks;        /* [M] whose hands a match plays */
    int64_t waiting_count;
    int32_t *levels;             /* [M] of the hand being played */
    int32_t *ended_counts;       /* [M] hands that have ended */
    uint8_t *big_blind_seats;    /* [M] who has that position */
    uint64_t *latest_big_blinds; /* [M] who had it last, SEAT_SHIFT bits each, the latest lowest */
    uint8_t *button_seats;       /* [M] of a moving button */
    uint8_t *waits;              /* [M] */
} rb_session;

enum { NO_PLAYER = -1 };

/* G groups of tables that play in step: a match is a table, those of a group stand together, and so do
   its players, numbered through all groups. */
typedef struct {
    int64_t group_count;
    int64_t due_count;               /* groups not over whose round of hands has ended */
    int32_t most_seated;             /* at a table, for the director */
    uint32_t purpose_and_seat;       /* of a director's draws */
    const int64_t *first_tables;     /* [G + 1] */
    const int32_t *groups;           /* [M] the group of a table */
    const uint64_t *group_keys;      /* [G] of a director's draws */
    const int32_t *player_controllers; /* [E] */
    int32_t *seat_controllers;       /* [M][N] those of who sits there now */
    int32_t *rounds;                 /* [G] number of the round being played, -1 before the first */
    int32_t *left_counts;            /* [G] players with chips before the round, for the director */
    int32_t *open_counts;            /* [G] tables that still play their hand of it */
    uint8_t *is_over;                /* [G] */
    uint8_t *is_open;                /* [M] false where nobody will sit any more */
    uint8_t *is_reseated;            /* [M] players came to the table before this round */
    int32_t *table_rounds;           /* [M] the round of the hand being played */
    int32_t *seated_counts;          /* [M] for the director */
    int32_t *players;                /* [M][N] by seat, or NO_PLAYER */
    int64_t *chips;                  /* [E] between rounds */
    int32_t *posted;                 /* [E] the round of the latest big blind */
} rb_rounds;

/* M matches of H hands, each at a table of its own, recorded. The caller owns the arrays. */
typedef struct {
    rb_tables tables;             /* of M; `cards` are those of the hands being played */
    int64_t match_count;
    int64_t hand_count;           /* H, of a session the most that a match may have */
    int64_t dealt_count;          /* D hands of a deck are dealt: H, of a session fewer at first */
    int64_t controller_count;
    int64_t asked_count;          /* groups of controllers that are asked together, ... */
    const int32_t *asked_ends;    /* ... and the first controller after each */
    int64_t playing_count;        /* matches not finished */
    rb_session session;
    rb_hand first_hand;           /* where every hand starts alike, ... */
    int64_t first_spent[10];      /* ... and chips spent in it, by position */
    rb_rounds rounds;
    rb_seat_order seat_order;     /* of a session, in the first hand */
    const int32_t *controllers;   /* [M][N] who decides, by seat */
    const uint64_t *match_keys;   /* [M] keys of all draws */
    rb_turn *turns;               /* [M] */
    int32_t *unfinished;          /* [M] the matches that were not finished when last listed, in
                                     order: the first `unfinished_count` */
    int64_t unfinished_count;
    int32_t *hand_index;          /* [M] */
    const uint8_t *deals;         /* [rows][cards_per_hand]: [decks][H] but in a session */
    int64_t *deal_row;            /* [M] the row of `deals` that is played */
    uint16_t *ranks;              /* [rows][N] by position; NOT_RANKED: not yet */
    int64_t *log;                 /* records of the hands in the order they end, so that few pages are
                                     written to at a time */
    int64_t log_used;             /* words; the first is none of a record */
    int64_t log_placed;           /* words whose records stand in `places` */
    uint32_t *places;             /* [M][D] where a hand's record begins; 0: it has not ended, or its
                                     record is not placed yet */
    int64_t betting_length;       /* of all hands that ended */
} rb_matches;

/* Starts the first hand of every match, whose stacks, blinds, seats and row of cards lie ready.
   Where nobody can act from the start it plays on; such hands are recorded, not listed as ended. */
void rb_start_matches(rb_matches *matches);

/* Goes on with the matches that wait, once there are more deals, and room in the log for a record of
   each. Some may wait again. */
void rb_resume_matches(rb_matches *matches);

/* Starts the next round of hands of all groups that are due and not over, from their players, chips,
   levels and latest big blinds as they lie; a table with fewer than two who have chips rests. There
   are deals, and room in the log for a record of each table. */
void rb_begin_rounds(rb_matches *matches);

/* Directs the tournaments that are due: who has no chips goes; a tournament with one player left, or
   with all its rounds played, is over; while the players have room at fewer tables, the shortest is
   broken; and while tables differ by more than one player, who would post the big blind next goes
   from a longest to a shortest. Equal tables are drawn from. Who comes to a table sits where his turn
   to post comes before that of those who posted later than he. */
void rb_direct_tournaments(rb_matches *matches);

/* Words of a hand's record between payoffs and betting. */
int rb_count_setup_words(int32_t rule, int32_t player_count);

/* Lists of decisions, one after the other: rows grouped by controller, in table order within. Each
   has room for as many rows as matches play, for controller_count + 1 offsets, and for what the step
   over it did. */
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

/* Writes list number `place`, whose rows begin at `first`. */
void rb_list_pending(rb_matches *matches, const rb_pending *pending, int64_t place, int64_t first);

/* The same with the rows alone of the one group of controllers, of the first so many controllers, that
   has most. */
void rb_list_fullest(rb_matches *matches, const rb_pending *pending, int64_t place, int64_t first,
                     int64_t controller_count);

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

/* Least raise-to of the rows, then most, as rb_read_raise_bounds. */
void rb_bound_pending(const rb_matches *matches, const rb_pending *pending,
                      const rb_pending_rows *rows, int64_t *bounds);

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
   records the hands that end and starts the next. The log has room for as many records with the
   longest betting. Returns the number of actions at fault. */
int64_t rb_step_matches(rb_matches *matches, rb_actions *actions);

/* The same for the first so many rows of the list whose rows begin at `first`. */
int64_t rb_step_pending(rb_matches *matches, rb_pending *pending, int64_t first, int64_t count,
                        const uint8_t *kinds, const int64_t *amounts);

/* The record of a hand, NULL where it has not ended. */
const int64_t *rb_find_record(rb_matches *matches, int64_t match, int64_t hand);

/* Of hands (match * D + hand): lengths of betting and outcomes as in a record, 0 where one has not
   ended. */
void rb_read_ends(rb_matches *matches, const int64_t *hands, int64_t hand_count, int64_t *ends);

/* Payoffs by seat, [hands][N]; 0 where a hand has not ended. */
void rb_read_hand_payoffs(rb_matches *matches, const int64_t *hands, int64_t hand_count,
                          int64_t *payoffs);

/* What hands of a session started from. */
typedef struct {
    int32_t *levels;    /* [hands] */
    int64_t *antes;     /* [hands] */
    uint8_t *positions; /* [hands][N] by seat, as the rest */
    int64_t *stacks;
    int64_t *blinds;
} rb_hand_starts;

void rb_read_starts(rb_matches *matches, const int64_t *hands, int64_t hand_count,
                    const rb_hand_starts *starts);

/* Of hands that ended in rounds: the players by seat, [hands][N], and the round. */
void rb_read_players(rb_matches *matches, const int64_t *hands, int64_t hand_count, int32_t *players,
                     int32_t *rounds);

/* The betting of hands that ended, one after the other. */
void rb_copy_bettings(rb_matches *matches, const int64_t *hands, int64_t hand_count, uint8_t *text);

/* All hands of all matches, each of which has ended. */
typedef struct {
    int64_t *payoffs;  /* [hands][N] */
    uint8_t *showdown; /* [hands] */
    int64_t *offsets;  /* [hands] + 1 */
    uint8_t *betting;
} rb_hand_columns;

/* Not of a session: the hands of one match after the other. */
void rb_read_hands(rb_matches *matches, const rb_hand_columns *columns);

/* Of a session, whose hands are listed. */
void rb_read_session(rb_matches *matches, const int64_t *hands, int64_t hand_count,
                     const rb_hand_columns *columns, const rb_hand_starts *starts);
