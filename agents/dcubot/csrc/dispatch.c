/* Which kernels a processor runs, and what is asked of features alone. */
#include <stddef.h>

#include "net.h"

#define DECLARE(set)                                                                               \
    int64_t dcubot_##set##_answer(const dcubot_net *, const float *, const float *, uint8_t *,     \
                                  const int32_t *, int64_t, const uint8_t *, const uint8_t *,      \
                                  const uint8_t *, const int64_t *, float *);                      \
    int64_t dcubot_##set##_inputs(const dcubot_net *, const float *, const uint8_t *,              \
                                  const uint8_t *, const int64_t *, int64_t, float *, float *,     \
                                  float *);                                                        \
    int64_t dcubot_##set##_learn(const dcubot_net *, const float *, const float *,                 \
                                 const dcubot_hands *, const dcubot_lessons *, float *, float *,   \
                                 dcubot_sums *);                                                   \
    int64_t dcubot_##set##_likelihoods(const dcubot_net *, const float *, int64_t,                 \
                                       const uint8_t *, const uint8_t *, const int64_t *,          \
                                       const int64_t *, const uint8_t *, const uint8_t *, double *); \
    int64_t dcubot_##set##_crowd_answer(const dcubot_net *, const float *, const float *, uint8_t *, \
                                        const dcubot_asked *, float *);                            \
    int64_t dcubot_##set##_crowd_follow(const dcubot_net *, const float *, const dcubot_matches *, \
                                        float *, float *);                                         \
    int64_t dcubot_##set##_crowd_likelihoods(const dcubot_net *, const float *,                    \
                                             const dcubot_candidates *, double *);                 \
    int64_t dcubot_##set##_crowd_learn(const dcubot_net *, const float *, const float *,           \
                                       const dcubot_hands *, const dcubot_lessons *, const float *, \
                                       const uint8_t *, float *, dcubot_sums *);                    \
    int64_t dcubot_##set##_survey(const dcubot_net *, int64_t, const uint8_t *, const int64_t *,   \
                                  uint16_t *, uint8_t *, uint8_t *);                               \
    void dcubot_##set##_card_features(int32_t, int32_t, int, const uint8_t *, const uint8_t *,     \
                                      int64_t, float *);

DECLARE(portable)
#if defined(__x86_64__)
DECLARE(avx2)
static int has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

#define BEST(name)                                                                                 \
    (has_avx2() && !net->is_portable ? dcubot_avx2_##name : dcubot_portable_##name)
#else
#define BEST(name) dcubot_portable_##name
#endif

#define TEXT_ONLY(name, text) text,
static const char *const PREFLOP_PRIVATE_TEXTS[] = {PREFLOP_PRIVATE(TEXT_ONLY) NULL};
static const char *const FLOP_PUBLIC_TEXTS[] = {FLOP_PUBLIC(TEXT_ONLY) NULL};
static const char *const FLOP_PRIVATE_TEXTS[] = {FLOP_PRIVATE(TEXT_ONLY) NULL};
static const char *const TURN_PUBLIC_TEXTS[] = {TURN_PUBLIC(TEXT_ONLY) NULL};
static const char *const TURN_PRIVATE_TEXTS[] = {TURN_PRIVATE(TEXT_ONLY) NULL};
static const char *const RIVER_PUBLIC_TEXTS[] = {RIVER_PUBLIC(TEXT_ONLY) NULL};
static const char *const RIVER_ACTION_TEXTS[] = {RIVER_ACTION(TEXT_ONLY) NULL};
static const char *const RIVER_PRIVATE_TEXTS[] = {RIVER_PRIVATE(TEXT_ONLY) NULL};
static const char *const NO_TEXTS[] = {NULL};

static const char *const *const TEXTS[3][STAGE_COUNT] = {
    {NO_TEXTS, FLOP_PUBLIC_TEXTS, TURN_PUBLIC_TEXTS, RIVER_PUBLIC_TEXTS},
    {NO_TEXTS, NO_TEXTS, NO_TEXTS, RIVER_ACTION_TEXTS},
    {PREFLOP_PRIVATE_TEXTS, FLOP_PRIVATE_TEXTS, TURN_PRIVATE_TEXTS, RIVER_PRIVATE_TEXTS},
};

static int count_texts(int32_t kind, int32_t stage)
{
    int count = 0;

    while (TEXTS[kind][stage][count]) count++;
    return count;
}

const char *dcubot_feature_name(int32_t kind, int32_t stage, int32_t index)
{
    return index < count_texts(kind, stage) ? TEXTS[kind][stage][index] : NULL;
}

int64_t dcubot_answer(const dcubot_net *net, const float *parameters, const float *observer,
                      uint8_t *followers,
                      const int32_t *tables, int64_t row_count, const uint8_t *hole_cards,
                      const uint8_t *boards, const uint8_t *betting,
                      const int64_t *betting_offsets, float *probabilities)
{
    return BEST(answer)(net, parameters, observer, followers, tables, row_count, hole_cards, boards,
                        betting, betting_offsets, probabilities);
}

int64_t dcubot_inputs(const dcubot_net *net, const float *parameters, const uint8_t *boards,
                      const uint8_t *betting, const int64_t *betting_offsets, int64_t row_count,
                      float *bet_features, float *costs, float *beliefs)
{
    return BEST(inputs)(net, parameters, boards, betting, betting_offsets, row_count, bet_features,
                        costs, beliefs);
}

int64_t dcubot_learn(const dcubot_net *net, const float *parameters, const float *observer,
                     const dcubot_hands *hands, const dcubot_lessons *lessons, float *gradient,
                     float *critic_gradient, dcubot_sums *sums)
{
    return BEST(learn)(net, parameters, observer, hands, lessons, gradient,
                       critic_gradient, sums);
}

int64_t dcubot_likelihoods(const dcubot_net *net, const float *parameters, int64_t hand_count,
                           const uint8_t *boards, const uint8_t *betting,
                           const int64_t *betting_offsets, const int64_t *candidate_offsets,
                           const uint8_t *positions, const uint8_t *hole_cards, double *logarithms)
{
    return BEST(likelihoods)(net, parameters, hand_count, boards, betting, betting_offsets,
                             candidate_offsets, positions, hole_cards, logarithms);
}

int64_t dcubot_crowd_answer(const dcubot_net *net, const float *parameters, const float *observer,
                            uint8_t *followers, const dcubot_asked *asked, float *probabilities)
{
    return BEST(crowd_answer)(net, parameters, observer, followers, asked, probabilities);
}

int64_t dcubot_crowd_follow(const dcubot_net *net, const float *observer,
                            const dcubot_matches *matches, float *beliefs, float *priors)
{
    return BEST(crowd_follow)(net, observer, matches, beliefs, priors);
}

int64_t dcubot_crowd_likelihoods(const dcubot_net *net, const float *parameters,
                                 const dcubot_candidates *asked, double *logarithms)
{
    return BEST(crowd_likelihoods)(net, parameters, asked, logarithms);
}

int64_t dcubot_crowd_learn(const dcubot_net *net, const float *parameters, const float *observer,
                           const dcubot_hands *hands, const dcubot_lessons *lessons,
                           const float *priors, const uint8_t *types, float *gradient,
                           dcubot_sums *sums)
{
    return BEST(crowd_learn)(net, parameters, observer, hands, lessons, priors, types, gradient, sums);
}

int64_t dcubot_survey(const dcubot_net *net, int64_t hand_count, const uint8_t *betting,
                      const int64_t *betting_offsets, uint16_t *live, uint8_t *action_counts,
                      uint8_t *last_rounds)
{
    return BEST(survey)(net, hand_count, betting, betting_offsets, live, action_counts, last_rounds);
}

void dcubot_card_features(int32_t kind, int32_t stage, const uint8_t *boards,
                          const uint8_t *hole_cards, int64_t count, float *features)
{
    dcubot_portable_card_features(kind, stage, count_texts(kind, stage), boards, hole_cards, count,
                                  features);
}

int64_t dcubot_follower_size(void)
{
    return (int64_t)sizeof(follower);
}

int64_t dcubot_crowd_follower_size(void)
{
    return (int64_t)sizeof(crowd_follower);
}
