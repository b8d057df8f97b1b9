/* What dcubot reckons in C. Chips here are in big blinds (float); N is the number of players; a
   stage is a betting round; a card-type is one of 8 values of the hidden variable of the observer
   model, an outcome state one of 8 classes of the action selection function. */

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
    int32_t feature_set;   /* 0 hold'em, 1 ranks */
    int32_t is_self_aware;
    int32_t is_portable;   /* 1: as on any processor */
    int32_t player_types;  /* 0 without, up to 8 */
    int32_t has_tiles;
    int32_t initial;       /* [8] logarithms of the first card-type distribution */
    int32_t showdown;      /* [8] logarithms of the showdown estimator's q */
    int32_t parameter_count;
    float big_blind;
    int64_t blinds[10];    /* by position, as the stacks */
    int64_t stacks[10];
    dcubot_stage stages[4];
} dcubot_net;

/* Hands that are over. */
typedef struct {
    int64_t hand_count;
    const uint8_t *cards;          /* [hands][W] as deals lie, 255 for a card not known */
    const uint8_t *betting;        /* their texts, one after the other */
    const int64_t *betting_offsets; /* [hands + 1] */
    const float *payoffs;          /* [hands][N] by position, in big blinds */
    const uint16_t *learners;      /* [hands] bits of the positions whose play is learnt from */
    const float *showdown_draws;   /* [hands] in [0, 1): which crowded showdowns are worked */
} dcubot_hands;

typedef struct {
    int32_t learns_play;           /* 1 by reinforcement, 2 by likelihood, 0 not at all */
    int32_t learns_observer;
    const float *baselines;        /* [4][11] by stage and players still in */
    const float *critic;           /* [parameters] of a net whose utilities foretell what actions win;
                                      NULL for none: then `baselines` */
    float surest;                  /* utilities beyond it, up or down, are pulled back; 0: none is */
    float entropy;                 /* big blinds a nat: what reinforced play gains by variety */
} dcubot_lessons;

/* What learning adds up, beside the gradient. */
typedef struct {
    double log_likelihood;         /* of the decisions of the learners */
    int64_t decision_count;
    double observer_log_likelihood; /* of all decisions, given the public cards alone */
    int64_t observed_count;
    double surprise;               /* squares of what was won more than was foretold */
    double returns[44];            /* [4][11] what learners won from a decision on */
    int64_t counts[44];
    double showdown_log_likelihood;
    int64_t showdown_count;
} dcubot_sums;

void dcubot_prepare(void);

/* Names of the features of hold'em: kind 0 board, 1 public in the action selection of the river,
   2 private; NULL beyond the last. */
const char *dcubot_feature_name(int32_t kind, int32_t stage, int32_t index);

/* Card features of hands of hold'em, dense: boards [n][cards of the stage], hole cards [n][2];
   features [n][count of the kind]. */
void dcubot_card_features(int32_t kind, int32_t stage, const uint8_t *boards,
                          const uint8_t *hole_cards, int64_t count, float *features);

int64_t dcubot_follower_size(void);

/* Probabilities [rows][3] of fold, call and raise. `followers` are dcubot_follower_size() bytes a
   table, zero at first: what is remembered of a table's hand, by `tables`; it saves time, and
   changes nothing. Beliefs are those of the net `observer` [parameters], which may be the same. Boards hold 255 where not dealt yet. Returns -1, or the first row whose betting
   is not that of the game. */
int64_t dcubot_answer(const dcubot_net *net, const float *parameters, const float *observer,
                      uint8_t *followers,
                      const int32_t *tables, int64_t row_count, const uint8_t *hole_cards,
                      const uint8_t *boards, const uint8_t *betting,
                      const int64_t *betting_offsets, float *probabilities);

/* Betting features [rows][2][10] after a call and a raise (zero where not legal), direct costs
   [rows][2], beliefs [rows][N][8] by position: what dcubot_answer reckons with. */
int64_t dcubot_inputs(const dcubot_net *net, const float *parameters, const uint8_t *boards,
                      const uint8_t *betting, const int64_t *betting_offsets, int64_t row_count,
                      float *bet_features, float *costs, float *beliefs);

/* Adds the gradient of the hands to `gradient` [parameters], that of minus half the critic's squared
   surprise to `critic_gradient` [parameters], and to `sums`. Returns -1, or the first
   hand that is not one of the game. */
int64_t dcubot_learn(const dcubot_net *net, const float *parameters, const float *observer,
                     const dcubot_hands *hands, const dcubot_lessons *lessons, float *gradient,
                     float *critic_gradient, dcubot_sums *sums);

/* How likely players are to have acted as they did with given hole cards. Hand i of `hand_count`
   has the board boards[i], 255 where not known, its text, and the candidates candidate_offsets[i]
   to [i + 1]: a position and hole cards each; `logarithms` [candidates] become the logarithms of
   the probabilities of what that position did. Texts need not be whole. Returns -1, or the first
   hand that is not one of the game. */
int64_t dcubot_likelihoods(const dcubot_net *net, const float *parameters, int64_t hand_count,
                           const uint8_t *boards, const uint8_t *betting,
                           const int64_t *betting_offsets, const int64_t *candidate_offsets,
                           const uint8_t *positions, const uint8_t *hole_cards, double *logarithms);

/* Who is in at the end of hands [hands], bits of positions; how often each acted [hands][N]; the
   last betting round [hands]. Returns as dcubot_likelihoods. */
int64_t dcubot_survey(const dcubot_net *net, int64_t hand_count, const uint8_t *betting,
                      const int64_t *betting_offsets, uint16_t *live, uint8_t *action_counts,
                      uint8_t *last_rounds);

/* Nets with player-types. `priors` are distributions over 8 player-types by position, as the hand
   began; `types` are player-types by position, 255 where there is none. */

/* Decisions; see dcubot_answer. The priors are [rows][N][8], the types [rows] of who decides. */
typedef struct {
    int64_t row_count;
    const int32_t *tables;
    const uint8_t *hole_cards;
    const uint8_t *boards;
    const uint8_t *betting;
    const int64_t *betting_offsets;
    const float *priors;
    const uint8_t *types;
} dcubot_asked;

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

/* See dcubot_likelihoods; priors [hands][N][8], types [hands][N]. */
typedef struct {
    int64_t hand_count;
    const uint8_t *boards;
    const uint8_t *betting;
    const int64_t *betting_offsets;
    const int64_t *candidate_offsets;
    const uint8_t *positions;
    const uint8_t *hole_cards;
    const float *priors;
    const uint8_t *types;
} dcubot_candidates;

int64_t dcubot_crowd_follower_size(void);

/* As dcubot_answer; followers are dcubot_crowd_follower_size() bytes a table. */
int64_t dcubot_crowd_answer(const dcubot_net *net, const float *parameters, const float *observer,
                            uint8_t *followers, const dcubot_asked *asked, float *probabilities);

/* Carries beliefs [matches][N][8] over player-types, by seat, through the hands of matches: what
   they are before the first becomes what they are after the last. `priors` [hands][N][8] become the
   beliefs by position as each hand begins. */
int64_t dcubot_crowd_follow(const dcubot_net *net, const float *observer,
                            const dcubot_matches *matches, float *beliefs, float *priors);

int64_t dcubot_crowd_likelihoods(const dcubot_net *net, const float *parameters,
                                 const dcubot_candidates *asked, double *logarithms);

/* As dcubot_learn, with priors [hands][N][8] and types [hands][N]; an observer is learnt with the
   types as given, which must then be there for all. */
int64_t dcubot_crowd_learn(const dcubot_net *net, const float *parameters, const float *observer,
                           const dcubot_hands *hands, const dcubot_lessons *lessons,
                           const float *priors, const uint8_t *types, float *gradient,
                           dcubot_sums *sums);
