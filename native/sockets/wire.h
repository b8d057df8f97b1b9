/* A seat whose player speaks the ACPC protocol over a descriptor. */
typedef struct {
    int32_t descriptor;      /* -1: the caller decides for the seat */
    int32_t incoming_length; /* bytes received and not yet read */
    int32_t outgoing_length; /* bytes told and not yet sent */
    int32_t reading_length;  /* of the line that an event is about, its end included */
    int64_t ignored_length;  /* bytes of lines ignored since the seat was asked */
    int64_t hand_used;       /* nanoseconds, as are all times here */
    int64_t match_used;
    uint8_t is_out;          /* checks, else folds; is told and asked nothing */
    uint8_t is_broken;       /* nothing can be sent any more */
    uint64_t draw_key;       /* of the draws that it gets */
    uint8_t gets_draws;      /* is told only what it is to answer, with draws, and how hands end */
    uint8_t skips_ends;      /* is not told how hands end */
} rb_line;

/* What a match waits for. */
typedef struct {
    int64_t asked_at;    /* 0: nobody on the wire is asked */
    int64_t due_at;
    int32_t told_hand;   /* -1: nothing told yet */
    int32_t told_action; /* actions taken in the hand when it was told last */
    int32_t told_length; /* of the line to be answered, without its end */
    int32_t used_hand;   /* the hand that hand_used is about */
    uint8_t is_held;     /* until the caller has dealt with an event */
    uint8_t is_finished;
} rb_call;

/* What an event is about: a line that is no plain answer, an answer that the rules do not allow, the
   descriptor closed, a clock run out, a line without end, too much that is no answer. */
enum { LINE = 1, FAULT, CLOSED, LATE, ENDLESS, FLOOD };

/* What the caller is to decide about; the line itself is the first of the seat's incoming. */
typedef struct {
    int32_t match;
    int32_t seat;
    int32_t code;        /* LINE, FAULT, ... */
    int32_t kind;        /* of a fault */
    int64_t amount;
    int64_t detail;      /* late: 1 for the answer, 2 for the hand, 3 for the match; closed: errno */
} rb_event;

/* The wire of M matches of N seats. The caller owns the arrays. */
typedef struct {
    rb_matches *matches;
    rb_line *lines;            /* [M][N] by seat */
    rb_call *calls;            /* [M] */
    uint8_t *incoming;         /* [M][N][line_room] */
    uint8_t *outgoing;         /* [M][N][outgoing_room] */
    uint8_t *asked;            /* [M][line_room] the line to be answered */
    uint64_t *polls;           /* [M] room for what is polled */
    int32_t *polled;           /* [M] the match of each */
    rb_event *events;          /* [M] */
    int32_t *ended_match;      /* [ended_room] hands that ended, in order */
    int32_t *ended_hand;
    uint8_t *transcript;       /* [transcript_room] messages as the C dealer's standard error has them */
    int64_t line_room;
    int64_t outgoing_room;
    int64_t ignored_limit;     /* bytes */
    int64_t log_room;          /* words */
    int64_t record_words;      /* of the longest record */
    int64_t event_count;
    int64_t ended_room;
    int64_t ended_count;
    int64_t transcript_room;   /* 0: none is kept */
    int64_t transcript_length;
    int32_t transactions;      /* a descriptor that every action is written to at once, or -1 */
    int32_t transaction_fault; /* the errno where that failed */
    int64_t answer_limit;
    int64_t hand_limit;
    int64_t match_limit;
    int64_t left_at;           /* when the caller was last returned to */
    int64_t flushed_at;
} rb_wire;

/* Plays on wherever seats of the wire are to act, and tells all seats what happens. Returns where there
   are events, where room is short (for hands that ended, betting or the transcript), when `wait`
   nanoseconds are over, a signal came, or nothing is left but what the caller decides; where
   transactions are written, also at the end of every hand before anybody is told of it. */
void rb_pump(rb_wire *wire, int64_t wait);

/* Takes a corrected action for the seat of an event, and discards the event's line. */
void rb_take_answer(rb_wire *wire, int64_t match, int32_t kind, int64_t amount);

/* Goes on waiting; the event's line is ignored. */
void rb_ignore_line(rb_wire *wire, int64_t match);

/* The seat is out from now on. */
void rb_leave_seat(rb_wire *wire, int64_t match, int64_t seat);

/* Sends a text to a seat at once. */
void rb_say(rb_wire *wire, int64_t match, int64_t seat, const char *text, int64_t length);
