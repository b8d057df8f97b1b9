/* Hands of hold'em as texts of others tell them. What is spelt as usual is read and played here;
   everything else is left to the caller, who can say what is wrong with it. */
enum { TOLD_PLAYERS = 10, TOLD_HOLE_LETTERS = 4, TOLD_BOARD_LETTERS = 10, TOLD_ROUND = 255 };

/* Whether a hand was read; and whether, played by the rules, it comes to what its text says. */
enum { TOLD_OTHERWISE, TOLD_READ, TOLD_PLAYED };

/* An action; amounts are chips, -1 where the text has none. */
typedef struct {
    int64_t raise_to;   /* of its player in the round */
    int64_t paid;
    int64_t raised_by;
    int32_t position;
    int32_t kind;       /* TOLD_ROUND: a round begins */
} rb_told_action;

/* A piece of a text. */
typedef struct {
    int64_t start;
    int64_t length;
} rb_span;

/* Hands, a structure of arrays that the caller owns; H has room for `hand_room` hands. Everything by
   position has TOLD_PLAYERS places. */
typedef struct {
    int64_t hand_room, action_room;
    int64_t hand_count, action_count;
    int64_t *lines;         /* [H] the number of the first line, from 1 */
    rb_span *texts;         /* [H] all of the hand */
    rb_span *tables;        /* [H] the line that names the table */
    rb_span *numbers;       /* [H] the number of the hand in its room */
    rb_span *names;         /* [H][10] */
    int32_t *player_counts; /* [H] */
    int32_t *has_limit;     /* [H] */
    int32_t *status;        /* [H] */
    int64_t *stakes;        /* [H][2] blinds, or bets with a limit */
    int64_t *stacks;        /* [H][10] */
    int64_t *blinds;        /* [H][10] what is due, though a stack may not cover it */
    int64_t *collected;     /* [H][10] from the pot */
    int64_t *returned;      /* [H][10] an uncalled bet, -1 where none is told */
    int64_t *spent;         /* [H][10] once played, without an uncalled bet */
    int64_t *pots;          /* [H] what the text says is in it, -1 where it does not */
    int64_t *rakes;         /* [H] */
    char *holes;            /* [H][10][4] letters of hole cards, ? for those not known */
    char *boards;           /* [H][10] */
    int64_t *first_actions; /* [H + 1] */
    rb_told_action *actions; /* [action_room] */
} rb_told_hands;

/* Reads hands in the text of card rooms from `*place` and line `*line` on, until there is no room
   for more or the text ends; both move to what is next. The text begins with a hand. Amounts are
   multiplied by `per_unit`. */
void rb_read_room_hands(const char *text, int64_t length, int64_t per_unit, int64_t *place,
                        int64_t *line, rb_told_hands *hands);

/* Reads the actions of a PHH hand, a list of strings, as the next of `hands`; who mucks is written in
   order to `mucked`, of TOLD_PLAYERS places. Returns how many do, -1 where it is spelt otherwise. */
int32_t rb_read_phh_actions(const char *text, int64_t length, int64_t per_unit, int32_t player_count,
                            rb_told_hands *hands, uint8_t *mucked);

/* Plays hands that were read, at the first table of `tables`, and writes their bettings to `text`,
   of `betting_width` each, and how long they are; TOLD_PLAYED are those that are over and legal
   and come to the amounts, the pots and the uncalled bets that they tell. */
void rb_play_told_hands(const rb_tables *tables, const int64_t *rows, int64_t row_count,
                        rb_told_hands *hands, uint8_t *text, int32_t *lengths);
