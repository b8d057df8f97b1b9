/* What dcubot computes in C. Chips here are in big blinds (float); N is the number of players; a
   stage is a betting round; a card-type is one of 8 values of the hidden variable of the observer
   model, an outcome state one of 8 classes of the action selection function. Python reads sizes,
   structs and their fields from here. */

enum {
    DCUBOT_CARD_TYPES = 8,
    DCUBOT_OUTCOMES = 8,
    DCUBOT_PLAYER_TYPES = 8,    /* lanes; a net may use fewer */
    DCUBOT_NO_TYPE = 255,
    DCUBOT_BET_FEATURES = 10,   /* the nine of appendix 9.1, and a constant */
    DCUBOT_CONSTANT = 9,        /* its index */
    DCUBOT_POSITION_FEATURES = 8,
    DCUBOT_STAGES = 4,
    DCUBOT_MOST_PLAYERS = 10,
    DCUBOT_PLAYERS_IN = 11,     /* number of possible counts of remaining players, from 0 */
    DCUBOT_TEXT_LIMIT = 320
};

enum { DCUBOT_HOLDEM, DCUBOT_RANKED }; /* sets of card features */
enum { DCUBOT_BOARD, DCUBOT_PUBLIC, DCUBOT_PRIVATE }; /* kinds of card features */
enum { DCUBOT_FIXED, DCUBOT_REINFORCED, DCUBOT_LIKELY }; /* how play is trained */

/* Where the parameters of a stage lie in a net's vector (float32), each a block of rows of 8. */
typedef struct {
    int32_t bet;         /* [10][8] betting features, by outcome state */
    int32_t belief;      /* [8][8] sum of opponents' card-type beliefs */
    int32_t self_aware;  /* [8][8] own card-type beliefs after the action */
    int32_t public_;     /* [public][8] */
    int32_t private_;    /* [private][8] */
    int32_t type;        /* [8][8] outcome state by card-type: what stands for the cards in the
                            observer model */
    int32_t value;       /* [10][8] value of an outcome state, by betting feature */
    int32_t cost;        /* [8], the first counts: weight of the direct cost */
    int32_t transition;  /* [1 + board][8][8] card-types before and after; from stage 1 on */
    int32_t public_count, private_count, board_count;
    int32_t player;        /* [8][8] player-types, by outcome state; nets with player-types only */
    int32_t player_belief; /* [8][8] sum of opponents' player-type beliefs */
    int32_t tile_cards;    /* [8][8] an opponent's card-types, by state of his tile; extra layer only */
    int32_t tile_players;  /* [8][8] his player-types */
    int32_t tile_position; /* [8][8] his betting position */
    int32_t tile;          /* [8][8] sum of tiles, by outcome state */
} dcubot_stage;

typedef struct {
    rb_game game;
    int32_t feature_set;   /* DCUBOT_HOLDEM or DCUBOT_RANKED */
    int32_t is_self_aware;
    int32_t is_portable;   /* 1: as on any processor */
    int32_t player_types;  /* 0 without, up to 8 */
    int32_t has_tiles;
    int32_t initial;       /* [8] logarithms of the first card-type distribution */
    int32_t showdown;      /* [8] logarithms of the showdown estimator's q */
    int32_t parameter_count;
    float big_blind;
    int64_t blinds[DCUBOT_MOST_PLAYERS]; /* by position, as the stacks */
    int64_t stacks[DCUBOT_MOST_PLAYERS];
    dcubot_stage stages[DCUBOT_STAGES];
} dcubot_net;

/* With player-types, `priors` are distributions over 8 of them by position, as a hand begins, and
   `types` player-types, DCUBOT_NO_TYPE where there is none; both are NULL for nets without. */

/* Decisions. */
typedef struct {
    int64_t row_count;
    const int32_t *tables;
    const uint8_t *hole_cards;
    const uint8_t *boards;          /* 255 if not dealt yet */
    const uint8_t *betting;         /* their texts, one after the other */
    const int64_t *betting_offsets; /* [rows + 1] */
    const float *priors;            /* [rows][N][8] */
    const uint8_t *types;           /* [rows] of the player who decides */
} dcubot_asked;

/* Finished hands. */
typedef struct {
    int64_t hand_count;
    const uint8_t *cards;           /* [hands][W] in dealing order, 255 for an unknown card */
    const uint8_t *betting;
    const int64_t *betting_offsets; /* [hands + 1] */
    const float *payoffs;           /* [hands][N] by position, in big blinds */
    const uint16_t *learners;       /* [hands] bits of the positions whose play is used for learning */
    const float *showdown_draws;    /* [hands] in [0, 1): selects the large showdowns to compute */
    const float *priors;            /* [hands][N][8] */
    const uint8_t *types;           /* [hands][N] */
} dcubot_hands;

/* Hands of matches in order, those of match k at match_offsets[k] to [k + 1]. */
typedef struct {
    int64_t match_count;
    const int64_t *match_offsets;
    const uint8_t *cards;           /* [hands][W] */
    const uint8_t *betting;
    const int64_t *betting_offsets;
    const uint8_t *seats;           /* [hands][N] seats, from 0, by position */
    const uint16_t *shown;          /* [hands] bits of the positions that showed their cards */
} dcubot_matches;

/* Hands, of which those with the number i have the candidates candidate_offsets[i] to [i + 1]: a
   position and hole cards each. Texts need not be whole. */
typedef struct {
    int64_t hand_count;
    const uint8_t *boards;          /* [hands][B] 255 where not known */
    const uint8_t *betting;
    const int64_t *betting_offsets;
    const int64_t *candidate_offsets;
    const uint8_t *positions;
    const uint8_t *hole_cards;
    const float *priors;            /* [hands][N][8] */
    const uint8_t *types;           /* [hands][N] */
} dcubot_candidates;

typedef struct {
    int32_t learns_play;           /* DCUBOT_FIXED, DCUBOT_REINFORCED or DCUBOT_LIKELY */
    int32_t learns_observer;       /* nets with player-types: with everybody's type as given */
    const float *baselines;        /* [4][11] by stage and players still in */
    const float *critic;           /* [parameters] of a net whose utilities predict winnings; NULL for none: then `baselines` */
    float surest;                  /* utilities beyond it are penalised; 0: none */
    float entropy;                 /* big blinds per nat: entropy bonus of reinforced play */
} dcubot_aim;

/* Sums of learning besides the gradient. */
typedef struct {
    double log_likelihood;         /* of the decisions of the learners */
    int64_t decision_count;
    double observer_log_likelihood; /* of all decisions, given only the public cards */
    int64_t observed_count;
    double returns[DCUBOT_STAGES][DCUBOT_PLAYERS_IN]; /* what learners won from a decision on */
    int64_t counts[DCUBOT_STAGES][DCUBOT_PLAYERS_IN];
    double showdown_log_likelihood;
    int64_t showdown_count;
    double surprise;               /* squared differences between winnings and predictions */
} dcubot_sums;

void dcubot_prepare(void);

/* How many card features a kind has at a stage, those of the board of all stages up to it. */
int32_t dcubot_feature_count(int32_t feature_set, int32_t kind, int32_t stage);

/* Bytes of the cache of a table. */
int64_t dcubot_follower_size(const dcubot_net *net);

/* Probabilities [rows][3] of fold, call and raise. `followers` are dcubot_follower_size() bytes a table, initially zero: the cache of a table's hand, by `tables`, which does not change results. Beliefs are those of the net `observer` [parameters], which may be the same.
   Returns -1, or the first row whose betting is not that of the game. */
int64_t dcubot_answer(const dcubot_net *net, const float *parameters, const float *observer,
                      uint8_t *followers, const dcubot_asked *asked, float *probabilities);

/* Adds the gradient of the hands to `gradient` [parameters], that of minus half the critic's squared
   surprise to `critic_gradient` [parameters], and to `sums`. Returns -1, or the first hand that is
   not one of the game. */
int64_t dcubot_learn(const dcubot_net *net, const float *parameters, const float *observer,
                     const dcubot_hands *hands, const dcubot_aim *aim, float *gradient,
                     float *critic_gradient, dcubot_sums *sums);

/* How likely players are to have acted as they did with given hole cards: `logarithms` [candidates]
   become the logarithms of the probabilities of what that position did. Returns -1, or the first
   hand that is not one of the game. */
int64_t dcubot_likelihoods(const dcubot_net *net, const float *parameters,
                           const dcubot_candidates *asked, double *logarithms);

/* Nets with player-types: carries beliefs [matches][N][8] over them, by seat, through the hands of
   matches: what they are before the first becomes what they are after the last. `priors`
   [hands][N][8] become the beliefs by position as each hand begins. Returns as dcubot_learn. */
int64_t dcubot_carry_beliefs(const dcubot_net *net, const float *observer,
                             const dcubot_matches *matches, float *beliefs, float *priors);

/* Who is in at the end of hands [hands], bits of positions; how often each acted [hands][N]; the
   last betting round [hands]. Returns as dcubot_learn. */
int64_t dcubot_survey(const dcubot_net *net, int64_t hand_count, const uint8_t *betting,
                      const int64_t *betting_offsets, uint16_t *live, uint8_t *action_counts,
                      uint8_t *last_rounds);
