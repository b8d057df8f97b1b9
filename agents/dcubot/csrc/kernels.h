/* The entry points, once for each set of instructions: KERNEL(name) names them. */
#include <math.h>
#include <stddef.h>

#include "model.h"

/* True where a text starts with what was played so far. */
static bool goes_on(const follower *seen, const uint8_t *text, int64_t length)
{
    int64_t place = seen->hand.betting_length;

    return place <= length && memcmp(seen->text, text, (size_t)place) == 0;
}

static int board_known(const dcubot_net *net, const uint8_t *board, int stage)
{
    int end = net->game.board_card_end[stage];

    for (int i = 0; i < end; i++)
        if (board[i] >= DECK_LIMIT) return 0;
    return 1;
}

/* How likely an action is, by card-type. */
INLINE_VECTOR vec policy_seen(const model *m, const follower *seen, int kind)
{
    choice chosen;

    if (seen->is_answered) return load(seen->policies[kind]);
    choose_publicly(m, seen, &chosen);
    type_policies(m, seen->stage, &chosen);
    return chosen.type_policy[kind];
}

/* Follows a text from where the follower stands, or from the start where it is another hand. */
static bool follow(model *m, follower *seen, const uint8_t *board, const uint8_t *text,
                   int64_t length)
{
    int last = m->net->game.round_count - 1, board_count = m->net->game.board_card_end[last];
    int dealt = m->net->game.board_card_end[seen->stage];
    vec rows[TYPES];

    if (!seen->is_started || !goes_on(seen, text, length) || memcmp(seen->board, board, (size_t)dealt))
        begin(m, seen, board, board_count);
    else
        memcpy(seen->board, board, (size_t)board_count);
    sit_at(&m->tables, seen);
    while (seen->hand.betting_length < length) {
        int kind = next_kind(seen, text, length);
        if (kind < 0) break;
        take_seen(m, seen, policy_seen(m, seen, kind), kind);
        if (!goes_on(seen, text, length)) break;
        while (seen->stage < seen->hand.round_index && !seen->hand.is_done) {
            if (!board_known(m->net, board, seen->stage + 1)) break;
            turn_card(m, seen, rows);
        }
        if (seen->stage < seen->hand.round_index && !seen->hand.is_done) break;
    }
    bool is_good = seen->hand.betting_length == length && !seen->hand.is_done &&
                   seen->stage == seen->hand.round_index;
    seen->is_started = is_good;
    return is_good;
}

enum { AHEAD = 3, LINE = 64 };

/* Brings what every decision reads of a follower into the cache. */
INLINE_VECTOR void fetch(const uint8_t *seen)
{
    for (size_t place = 0; place < offsetof(follower, text) + LINE; place += LINE)
        __builtin_prefetch(seen + place, 1);
}

int64_t KERNEL(answer)(const dcubot_net *net, const float *parameters, const float *observer,
                       uint8_t *followers, const int32_t *tables, int64_t row_count, const uint8_t *hole_cards,
                       const uint8_t *boards, const uint8_t *betting,
                       const int64_t *betting_offsets, float *probabilities)
{
    int board_count = net->game.board_card_end[net->game.round_count - 1];
    model eye, m; /* who believes, and who plays */

    prepare_model(&eye, net, observer);
    prepare_model(&m, net, parameters);
    for (int64_t i = 0; i < row_count; i++) {
        follower *seen = (follower *)(followers + (int64_t)tables[i] * (int64_t)sizeof *seen);
        const uint8_t *text = betting + betting_offsets[i];
        choice chosen;
        if (i + AHEAD < row_count) fetch(followers + (int64_t)tables[i + AHEAD] * (int64_t)sizeof *seen);
        if (!follow(&eye, seen, boards + i * board_count, text, betting_offsets[i + 1] - betting_offsets[i]))
            return i;
        choose_publicly(&eye, seen, &chosen);
        type_policies(&eye, seen->stage, &chosen);
        if (observer != parameters) judge_publicly(&m, seen, &chosen);
        for (int kind = 0; kind < 3; kind++) store(seen->policies[kind], chosen.type_policy[kind]);
        seen->is_answered = 1;
        vec cards = card_logits(&m, seen, hole_cards + i * net->game.hole_card_count);
        choose_privately(&m, seen, cards, &chosen);
        for (int kind = 0; kind < 3; kind++) probabilities[3 * i + kind] = chosen.policy[kind];
    }
    return -1;
}

int64_t KERNEL(inputs)(const dcubot_net *net, const float *parameters, const uint8_t *boards,
                       const uint8_t *betting, const int64_t *betting_offsets, int64_t row_count,
                       float *bet_features, float *costs, float *beliefs)
{
    int board_count = net->game.board_card_end[net->game.round_count - 1];
    int player_count = net->game.player_count;
    follower seen;
    model m;

    prepare_model(&m, net, parameters);
    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *text = betting + betting_offsets[i];
        outlook ahead;
        memset(&seen, 0, sizeof seen);
        if (!follow(&m, &seen, boards + i * board_count, text, betting_offsets[i + 1] - betting_offsets[i]))
            return i;
        look_ahead(net, &seen, &ahead);
        memcpy(bet_features + 2 * BET_FEATURES * i, ahead.bet, sizeof ahead.bet);
        memcpy(costs + 2 * i, ahead.cost, sizeof ahead.cost);
        memcpy(beliefs + TYPES * player_count * i, seen.beliefs,
               sizeof(float) * TYPES * (size_t)player_count);
    }
    return -1;
}

#include "learn.h"

int64_t KERNEL(learn)(const dcubot_net *net, const float *parameters, const float *observer,
                      const dcubot_hands *hands, const dcubot_lessons *lessons, float *gradient,
                      float *critic_gradient, dcubot_sums *sums)
{
    int width = net->game.cards_per_hand, player_count = net->game.player_count;
    lesson l = {.gradient = gradient, .critic_gradient = critic_gradient, .sums = sums};
    model eye, m, critic;

    prepare_model(&eye, net, observer);
    prepare_model(&m, net, parameters);
    l.m = &m;
    l.eye = &eye;
    if (lessons->critic) {
        prepare_model(&critic, net, lessons->critic);
        l.critic = &critic;
    }
    l.is_seen_by_another = observer != parameters;
    for (int64_t i = 0; i < hands->hand_count; i++) {
        int64_t first = hands->betting_offsets[i], end = hands->betting_offsets[i + 1];
        played hand = {.cards = hands->cards + i * width, .payoffs = hands->payoffs + i * player_count,
                       .learners = hands->learners[i], .draw = hands->showdown_draws[i]};
        if (!replay(&l, lessons, &hand, hands->betting + first, end - first)) return i;
        for (int j = 0; j < l.decision_count; j++)
            if (l.decisions[j].is_learnt) learn_play(&l, l.decisions + j);
        if (lessons->learns_observer) learn_observer(&l, &hand);
    }
    return -1;
}

/* One hand of the likelihoods: candidates are asked at each decision of their position. */
INLINE_VECTOR bool weigh_candidates(model *m, follower *seen, const uint8_t *board, const uint8_t *text,
                                    int64_t length, int64_t count, const uint8_t *positions,
                                    const uint8_t *hole_cards, double *logarithms)
{
    int last = m->net->game.round_count - 1, hole_count = m->net->game.hole_card_count;
    vec rows[TYPES];

    begin(m, seen, board, m->net->game.board_card_end[last]);
    sit_at(&m->tables, seen);
    while (seen->hand.betting_length < length) {
        choice chosen;
        int kind = next_kind(seen, text, length), actor = seen->hand.acting_position;
        if (kind < 0) return false;
        choose_publicly(m, seen, &chosen);
        type_policies(m, seen->stage, &chosen);
        for (int64_t i = 0; i < count; i++) {
            feature_row hole;
            if (positions[i] != actor) continue;
            hole_row(m->net, seen, hole_cards + i * hole_count, &hole);
            choose_privately(m, seen, logits_with(m, seen, &hole, &seen->board_logits), &chosen);
            logarithms[i] += logf(chosen.policy[kind]);
        }
        take_seen(m, seen, chosen.type_policy[kind], kind);
        if (!goes_on(seen, text, length)) return false;
        while (seen->stage < seen->hand.round_index && !seen->hand.is_done) {
            if (!board_known(m->net, board, seen->stage + 1)) return false;
            turn_card(m, seen, rows);
        }
    }
    return seen->hand.betting_length == length;
}

int64_t KERNEL(likelihoods)(const dcubot_net *net, const float *parameters, int64_t hand_count,
                            const uint8_t *boards, const uint8_t *betting,
                            const int64_t *betting_offsets, const int64_t *candidate_offsets,
                            const uint8_t *positions, const uint8_t *hole_cards, double *logarithms)
{
    int board_count = net->game.board_card_end[net->game.round_count - 1];
    int hole_count = net->game.hole_card_count;
    follower seen;
    model m;

    prepare_model(&m, net, parameters);
    memset(&seen, 0, sizeof seen);
    for (int64_t i = 0; i < hand_count; i++) {
        int64_t first = candidate_offsets[i], text = betting_offsets[i];
        for (int64_t j = first; j < candidate_offsets[i + 1]; j++) logarithms[j] = 0;
        if (!weigh_candidates(&m, &seen, boards + i * board_count, betting + text,
                              betting_offsets[i + 1] - text, candidate_offsets[i + 1] - first,
                              positions + first, hole_cards + first * hole_count, logarithms + first))
            return i;
    }
    return -1;
}

int64_t KERNEL(survey)(const dcubot_net *net, int64_t hand_count, const uint8_t *betting,
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
            take_action(&tables, 0, (action){.kind = (uint8_t)kind}, player_count, true);
        }
        if (seen.hand.betting_length != length || memcmp(seen.text, text, (size_t)length)) return i;
        live[i] = seen.hand.live;
    }
    return -1;
}

void KERNEL(card_features)(int32_t kind, int32_t stage, int width, const uint8_t *boards,
                           const uint8_t *hole_cards, int64_t count, float *features)
{
    int card_count = stage ? stage + 2 : 0;
    board_view view;
    feature_row row;

    memset(features, 0, sizeof(float) * (size_t)width * (size_t)count);
    for (int64_t i = 0; i < count; i++, features += width) {
        if (stage) look_at_board(&view, boards + i * card_count, stage);
        if (kind == 0) public_features(&view, &row);
        else if (kind == 1) river_action_features(&view, &row);
        else private_features(stage ? &view : NULL, hole_cards + 2 * i, &row);
        for (int j = 0; j < row.count; j++) features[row.index[j]] = row.value[j];
    }
}

#include "crowd_kernels.h"
