/* What an action came to. Of one width, so that all of it is read at once. */
typedef struct {
    int64_t round_index; /* as far as rb_walk_round has gone on */
    int64_t position;    /* whose action it was */
    int64_t kind;
    int64_t paid;        /* chips now */
    int64_t raise_to;    /* chips of its player in the round, after it */
    int64_t raised_by;   /* how far these are above what was to be called */
    int64_t is_bet;      /* nobody had bet in the round before it */
    int64_t is_all_in;   /* it paid the last chip */
} rb_action_outcome;

/* A hand followed action by action, as histories for people tell it. */
typedef struct {
    rb_action_outcome outcome; /* of the last action */
    int64_t round_start;       /* what everybody who plays on had spent before the round */
    int32_t round_index;       /* as far as rb_walk_round has gone on */
    int32_t rounds_due;        /* rounds that have begun and that it has not gone on to */
} rb_walk;

/* Starts a hand from the stacks and blinds of a table, which are not checked. */
void rb_begin_walk(const rb_tables *tables, int32_t table, rb_walk *walk);

/* Plays an action; returns what was wrong, having changed nothing, or PLAYED. */
int32_t rb_walk_action(const rb_tables *tables, int32_t table, uint8_t kind, int64_t raise_to,
                       rb_walk *walk);

/* Goes on to a round that has begun; returns MISPLACED_SLASH where none has, or PLAYED. */
int32_t rb_walk_round(const rb_tables *tables, int32_t table, rb_walk *walk);
