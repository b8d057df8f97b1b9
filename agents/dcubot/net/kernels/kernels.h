/* The kernels; see dcubot.h. Each is compiled for nets without player-types and for nets with them,
   in each file that says which instructions to use. */
#include "kernel_set.h"
#include "learn_observer.h"
#include "replay.h"

enum { AHEAD = 3, LINE = 64 };

/* Brings what every decision reads of a follower into the cache. */
INLINE_VECTOR void fetch(const uint8_t *seen)
{
    for (size_t place = 0; place < offsetof(follower, text) + LINE; place += LINE)
        __builtin_prefetch(seen + place, 1);
}

INLINE_VECTOR const float *priors_of(const float *priors, const dcubot_net *net, int64_t row)
{
    return priors + row * net->game.player_count * PLAYER_TYPES;
}

INLINE_VECTOR int64_t answer_as(const dcubot_net *net, const int types, const float *parameters,
                                const float *observer, uint8_t *followers, const dcubot_asked *asked,
                                float *probabilities)
{
    int board_count = whole_board(&net->game);
    size_t size = follower_size(types);
    model eye, m; /* who believes, and who plays */

    prepare_model(&eye, net, observer);
    prepare_model(&m, net, parameters);
    for (int64_t i = 0; i < asked->row_count; i++) {
        follower *seen = (follower *)(followers + (size_t)asked->tables[i] * size);
        int64_t text = asked->betting_offsets[i], length = asked->betting_offsets[i + 1] - text;
        uint8_t type = types ? asked->types[i] : NO_TYPE;
        choice chosen;
        tiling laid;
        if (i + AHEAD < asked->row_count) fetch(followers + (size_t)asked->tables[i + AHEAD] * size);
        if (!follow(&eye, seen, types, asked->boards + i * board_count,
                    types ? priors_of(asked->priors, net, i) : NULL, asked->betting + text, length))
            return i;
        choose_publicly(&eye, seen, types, &chosen);
        seen->is_answered = 1;
        judge_as(&m, seen, types, observer != parameters, type, &laid, &chosen);
        vec cards = card_logits(&m, seen, asked->hole_cards + i * net->game.hole_card_count);
        choose_privately(&m, seen, cards, &chosen);
        for (int kind = 0; kind < 3; kind++) probabilities[3 * i + kind] = chosen.policy[kind];
    }
    return -1;
}

static int64_t answer(const dcubot_net *net, const float *parameters, const float *observer,
                      uint8_t *followers, const dcubot_asked *asked, float *probabilities)
{
    if (!net->player_types)
        return answer_as(net, 0, parameters, observer, followers, asked, probabilities);
    return answer_as(net, net->player_types, parameters, observer, followers, asked, probabilities);
}

INLINE_VECTOR played hand_of(const dcubot_net *net, const dcubot_hands *hands, const int types, int64_t i)
{
    int player_count = net->game.player_count;

    return (played){.cards = read_deal(&net->game, hands->cards + i * net->game.cards_per_hand),
                    .text = hands->betting + hands->betting_offsets[i],
                    .types = types ? hands->types + i * player_count : NULL,
                    .length = hands->betting_offsets[i + 1] - hands->betting_offsets[i],
                    .payoffs = hands->payoffs + i * player_count,
                    .priors = types ? priors_of(hands->priors, net, i) : NULL,
                    .learners = hands->learners[i],
                    .draw = hands->showdown_draws[i]};
}

INLINE_VECTOR int64_t learn_as(lesson *l, const int types, const dcubot_hands *hands)
{
    for (int64_t i = 0; i < hands->hand_count; i++) {
        played hand = hand_of(l->m->net, hands, types, i);
        if (!replay(l, types, &hand)) return i;
        for (int j = 0; j < l->decision_count; j++)
            if (l->decisions[j].is_learnt) learn_play(l, types, j);
        if (l->aim->learns_observer) learn_observer(l, types, &hand);
    }
    return -1;
}

static int64_t learn(const dcubot_net *net, const float *parameters, const float *observer,
                     const dcubot_hands *hands, const dcubot_aim *aim, float *gradient,
                     float *critic_gradient, dcubot_sums *sums)
{
    model eye, m, critic;
    lesson l = {.m = &m, .eye = &eye, .is_seen_by_another = observer != parameters, .aim = aim,
                .gradient = gradient, .critic_gradient = critic_gradient, .sums = sums};

    prepare_model(&eye, net, observer);
    prepare_model(&m, net, parameters);
    if (aim->critic) {
        prepare_model(&critic, net, aim->critic);
        l.critic = &critic;
    }
    return net->player_types ? learn_as(&l, net->player_types, hands) : learn_as(&l, 0, hands);
}

/* One hand of the likelihoods: candidates are asked at each decision of their position. */
INLINE_VECTOR bool weigh_candidates(model *m, follower *seen, const int types,
                                    const dcubot_candidates *asked, int64_t i, double *logarithms)
{
    const rb_game *game = &m->net->game;
    int board_count = whole_board(game);
    int64_t first = asked->candidate_offsets[i], end = asked->candidate_offsets[i + 1];
    const uint8_t *board = asked->boards + i * board_count, *text = asked->betting + asked->betting_offsets[i];
    int64_t length = asked->betting_offsets[i + 1] - asked->betting_offsets[i];

    for (int64_t j = first; j < end; j++) logarithms[j] = 0;
    begin(m, seen, types, board, types ? priors_of(asked->priors, m->net, i) : NULL);
    sit_at(&m->tables, seen);
    while (seen->hand.betting_length < length) {
        choice chosen;
        int kind = next_kind(seen, text, length), actor = seen->hand.acting_position;
        if (kind < 0) return false;
        choose_publicly(m, seen, types, &chosen);
        uint8_t type = types ? asked->types[i * game->player_count + actor] : NO_TYPE;
        judge_as(m, seen, types, false, type, NULL, &chosen);
        for (int64_t j = first; j < end; j++) {
            feature_row hole;
            if (asked->positions[j] != actor) continue;
            hole_row(m->net, seen, asked->hole_cards + j * game->hole_card_count, &hole);
            choose_privately(m, seen, logits_with(m, seen, &hole, &seen->board_logits), &chosen);
            logarithms[j] += logf(chosen.policy[kind]);
        }
        take_seen(m, seen, types, kind);
        if (!goes_on(seen, text, length) || !turn_cards(m, seen, types, board)) return false;
    }
    return seen->hand.betting_length == length;
}

static int64_t likelihoods(const dcubot_net *net, const float *parameters,
                           const dcubot_candidates *asked, double *logarithms)
{
    follower seen;
    model m;

    prepare_model(&m, net, parameters);
    memset(&seen, 0, sizeof seen);
    for (int64_t i = 0; i < asked->hand_count; i++) {
        bool is_good = net->player_types
                           ? weigh_candidates(&m, &seen, net->player_types, asked, i, logarithms)
                           : weigh_candidates(&m, &seen, 0, asked, i, logarithms);
        if (!is_good) return i;
    }
    return -1;
}

/* A whole hand: joint beliefs by its betting, and for those who showed their cards what they say. */
INLINE_VECTOR bool follow_hand(model *m, follower *seen, const seen_cards *cards, uint16_t shown,
                               const uint8_t *text, int64_t length, vec *with_cards)
{
    int types = m->net->player_types;

    for (int i = 0; i < m->net->game.player_count; i++) with_cards[i] = load(seen->typed.prior[i]);
    while (!seen->hand.is_done) {
        int kind = next_kind(seen, text, length), actor = seen->hand.acting_position;
        const uint8_t *own = cards->held[actor];
        choice chosen;
        if (kind < 0) return false;
        choose_publicly(m, seen, types, &chosen);
        if (shown >> actor & 1 && own[0] != UNKNOWN_CARD) {
            vec logits = card_logits(m, seen, own);
            with_cards[actor] = normalised(with_cards[actor] * likely_with(m, seen, logits, kind, &chosen));
        }
        take_seen(m, seen, types, kind);
        if (!turn_cards(m, seen, types, cards->board)) return false;
    }
    return is_whole(seen, text, length);
}

static int64_t carry_beliefs(const dcubot_net *net, const float *observer,
                             const dcubot_matches *matches, float *beliefs, float *priors)
{
    const rb_game *game = &net->game;
    int player_count = game->player_count, row = player_count * PLAYER_TYPES;
    follower seen;
    model m;

    prepare_model(&m, net, observer);
    memset(&seen, 0, sizeof seen);
    for (int64_t k = 0; k < matches->match_count; k++, beliefs += row) {
        for (int64_t i = matches->match_offsets[k]; i < matches->match_offsets[k + 1]; i++) {
            const uint8_t *seats = matches->seats + i * player_count;
            seen_cards cards = read_deal(game, matches->cards + i * game->cards_per_hand);
            int64_t text = matches->betting_offsets[i];
            float *prior = priors + i * row;
            vec with_cards[MOST_PLAYERS];
            for (int j = 0; j < player_count; j++)
                memcpy(prior + 8 * j, beliefs + 8 * seats[j], sizeof(float) * 8);
            begin(&m, &seen, net->player_types, cards.board, prior);
            if (!follow_hand(&m, &seen, &cards, matches->shown[i], matches->betting + text,
                             matches->betting_offsets[i + 1] - text, with_cards))
                return i;
            for (int j = 0; j < player_count; j++) {
                bool is_known = matches->shown[i] >> j & 1 && cards.held[j][0] != UNKNOWN_CARD;
                store(beliefs + 8 * seats[j], is_known ? with_cards[j] : load(seen.typed.players[j]));
            }
        }
    }
    return -1;
}

const kernel_set KERNELS = {answer, learn, likelihoods, carry_beliefs};
