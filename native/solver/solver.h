/* A game as its solvers walk it: the public betting in level order, classes of cards, all deals.
   R rounds, N players, D decision nodes, Z ends of the betting, P patterns of who beats whom.
   Entries are the actions of information sets: those of a node lie together, [action][class], so
   an information set is one column. Sizes and places count doubles of one lane. */
typedef struct {
    int32_t player_count, round_count, node_count, end_count, pattern_count;
    int32_t entry_count, reach_size, value_size;
    const int32_t *class_count;  /* [R] */
    const int32_t *parent_start; /* [R] where a round's classes begin in parent_class */
    const int32_t *parent_class; /* the class of the round before that each class came from */
    const uint8_t *node_player, *node_round, *node_action_count; /* [D] */
    const int32_t *node_entry;                                   /* [D] its first entry */
    const int32_t *node_children; /* [D] values of its children, [action][class] of its round */
    const int32_t *node_value;    /* [D] where its own value goes */
    const int32_t *node_folded;   /* [D] where it goes summed to the round before; -1: same round */
    const int32_t *edge_start;    /* [D + 1] */
    const int32_t *edge_child;    /* a node, or ~end */
    const int32_t *step_start;    /* [N + 1] the steps that carry a player's reach down */
    const int32_t *step_node;     /* where the player acts; -1: a new round begins */
    const uint8_t *step_round;    /* the round of the node, or the one that begins */
    const int32_t *step_source, *step_target; /* reach by class; targets are [action][class] */
    const uint8_t *end_round, *end_is_shown;  /* [Z] */
    const uint16_t *end_live;                 /* [Z] positions not folded */
    const int64_t *end_spent;                 /* [Z][N] chips */
    const int32_t *end_value;                 /* [Z] */
    const int32_t *end_reach;                 /* [Z][N] */
    const double *end_payoff;                 /* [N][Z][P] chips */
    const int32_t *list_start;   /* [2][R][N] rows of deals: not shown and shown, round, player */
    const int32_t *row_start;    /* by list and the player's class, one more than classes */
    const double *deal_weight;   /* probability */
    const int32_t *deal_pattern;
    const int32_t *deal_others;  /* [deals][N - 1] classes of the others, by position */
    const double *stake_share;   /* two players who win or lose one stake, or NULL: probability, less
                                    where he loses, by the other's class and one's own in full fours */
    const int32_t *stake_start;  /* [2][R][N] */
    const double *end_stake;     /* [N][Z] chips */
} rb_game_tree;

/* Chips each position wins at an end, for a pattern of how many others each beats. */
void rb_end_payoffs(const rb_game_tree *tree, int32_t end, const uint16_t *pattern, double *payoffs);

/* Many copies of one solver side by side: arrays are [..][lanes]. `fallback` is played where no
   regret is positive; where it is 0 the action is pruned. */
typedef struct {
    int32_t lanes;
    int32_t alternates; /* players update in turn, each against the others' newest strategy */
    double *regret, *strategy, *average; /* [entries][lanes] */
    const double *fallback;              /* [entries][lanes] */
    double *reach, *value;               /* [reach_size][lanes], [value_size][lanes] */
} rb_solver;

/* Iterations on vectors of classes. `weights` is [iterations][3]: what regrets above zero, and
   those below, are multiplied with after an update, and what the new strategy weighs in the
   average. Lanes are 1 or 8. */
void rb_solve(const rb_game_tree *tree, const rb_solver *solver, const double *weights,
              int64_t iterations);

/* One player's solver against others who are held to a model: for whole hands with the chance
   `weight`, and at each information set with the chance `trust`. */
typedef struct {
    int32_t player;
    double weight;
    const double *model, *trust; /* [entries]; the trust of a set stands at each of its actions */
    double *model_reach, *seen;  /* [reach_size] */
    double *acted;               /* [entries] */
} rb_restriction;

/* Iterations as of rb_solve, on one lane, of which the average is only of `player`'s strategy. */
void rb_solve_restricted(const rb_game_tree *tree, const rb_solver *solver,
                         const rb_restriction *held, const double *weights, int64_t iterations);

/* The first information set, as its first entry, whose probabilities are negative or do not sum
   to one; or -1. */
int32_t rb_check_strategy(const rb_game_tree *tree, const double *probability);

/* Chips a hand that each position wins if all play `probability`, and if it alone plays its best
   response, of the actions above 0 in `open` or, where that is NULL, of all; `choice` takes the best
   action of each information set at its first entries, or is NULL. */
void rb_best_responses(const rb_game_tree *tree, const double *probability, const double *open,
                       double *reach, double *value, double *played, double *best, int32_t *choice);

/* Deals one at a time: classes by round and position, [deals][R][N], patterns [deals][N], and the
   probability of each. */
typedef struct {
    int64_t count;
    const int32_t *classes;
    const uint16_t *patterns;
    const double *weight;
} rb_deals;

/* External-sampling iterations `first`..`first + iterations`: for each player in turn one of the
   deals by its weight, all of his actions, and one action of each other by their strategies.
   `cumulative` are the summed weights of the deals. Returns 0, or -1 without memory. */
int32_t rb_sample_iterations(const rb_game_tree *tree, const rb_deals *deals,
                             const double *cumulative, uint64_t seed, int64_t first,
                             int64_t iterations, double *regret, double *average);
