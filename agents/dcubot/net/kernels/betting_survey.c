/* What needs no vectors: what the betting of hands says, and sizes. */
#include "follow_betting.h"

int64_t dcubot_survey(const dcubot_net *net, int64_t hand_count, const uint8_t *betting,
                      const int64_t *betting_offsets, uint16_t *live, uint8_t *action_counts,
                      uint8_t *last_rounds)
{
    int player_count = net->game.player_count;
    rb_tables tables = tables_of(net);
    follower seen;

    memset(action_counts, 0, (size_t)(hand_count * player_count));
    for (int64_t i = 0; i < hand_count; i++) {
        const uint8_t *text = betting + betting_offsets[i];
        int64_t length = betting_offsets[i + 1] - betting_offsets[i];
        memset(&seen, 0, offsetof(follower, view));
        start_following(net, &tables, &seen);
        last_rounds[i] = 0;
        while (!seen.hand.is_done) {
            int kind = next_kind(&seen, text, length);
            if (kind < 0) return i;
            last_rounds[i] = seen.hand.round_index;
            action_counts[i * player_count + seen.hand.acting_position]++;
            act(net, &tables, kind);
        }
        if (!is_whole(&seen, text, length)) return i;
        live[i] = seen.hand.live;
    }
    return -1;
}

int32_t dcubot_feature_count(int32_t feature_set, int32_t kind, int32_t stage)
{
    static const int32_t counts[][STAGE_COUNT] = {
        [DCUBOT_BOARD] = {0, FLOP_PUBLIC_COUNT, FLOP_PUBLIC_COUNT + TURN_PUBLIC_COUNT,
                          FLOP_PUBLIC_COUNT + TURN_PUBLIC_COUNT + RIVER_PUBLIC_COUNT},
        [DCUBOT_PUBLIC] = {0, FLOP_PUBLIC_COUNT, FLOP_PUBLIC_COUNT + TURN_PUBLIC_COUNT,
                           RIVER_ACTION_COUNT}, /* the river's short list */
        [DCUBOT_PRIVATE] = {PREFLOP_PRIVATE_COUNT, FLOP_PRIVATE_COUNT, TURN_PRIVATE_COUNT,
                            RIVER_PRIVATE_COUNT},
    };

    if (feature_set == DCUBOT_HOLDEM) return counts[kind][stage];
    return kind == DCUBOT_PRIVATE ? RANKED_PRIVATE_COUNT : RANK_COUNT * stage;
}

int64_t dcubot_follower_size(const dcubot_net *net)
{
    return (int64_t)follower_size(net->player_types);
}
