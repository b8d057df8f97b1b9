/* The entry points of nets with player-types, once for each set of instructions. */
#include "crowd.h"

/* Board cards that the betting has reached; false where one is not known. */
INLINE_VECTOR bool turn_cards_in_crowd(const model *m, follower *seen, crowd *all_players,
                                       const uint8_t *board)
{
    vec rows[TYPES];

    while (seen->stage < seen->hand.round_index && !seen->hand.is_done) {
        if (!board_known(m->net, board, seen->stage + 1)) return false;
        turn_card(m, seen, rows);
        move_crowd(m, seen, all_players, rows);
    }
    return true;
}

INLINE_VECTOR void act_in_crowd(model *m, follower *seen, crowd *all_players, int kind)
{
    see_in_crowd(m, all_players, seen->hand.acting_position, kind);
    seen->is_answered = 0;
    take_action(&m->tables, 0, (action){.kind = (uint8_t)kind}, m->net->game.player_count, true);
}

/* As `follow`; another prior is another hand. */
static bool follow_crowd(model *m, crowd_follower *at, const uint8_t *board, const float *priors,
                         const uint8_t *text, int64_t length)
{
    follower *seen = &at->seen;
    int last = m->net->game.round_count - 1, board_count = m->net->game.board_card_end[last];
    int dealt = m->net->game.board_card_end[seen->stage];
    size_t width = sizeof(float) * PLAYER_TYPES * (size_t)m->net->game.player_count;
    choice chosen;

    if (!seen->is_started || !goes_on(seen, text, length) ||
        memcmp(seen->board, board, (size_t)dealt) || memcmp(at->all.prior, priors, width)) {
        begin(m, seen, board, board_count);
        begin_crowd(m, &at->all, priors);
    } else {
        memcpy(seen->board, board, (size_t)board_count);
    }
    sit_at(&m->tables, seen);
    while (seen->hand.betting_length < length) {
        int kind = next_kind(seen, text, length);
        if (kind < 0) break;
        if (!seen->is_answered) choose_in_crowd(m, seen, &at->all, &chosen);
        act_in_crowd(m, seen, &at->all, kind);
        if (!goes_on(seen, text, length) || !turn_cards_in_crowd(m, seen, &at->all, board)) break;
    }
    bool is_good = seen->hand.betting_length == length && !seen->hand.is_done &&
                   seen->stage == seen->hand.round_index;
    seen->is_started = is_good;
    return is_good;
}

int64_t KERNEL(crowd_answer)(const dcubot_net *net, const float *parameters, const float *observer,
                             uint8_t *followers, const dcubot_asked *asked, float *probabilities)
{
    int board_count = net->game.board_card_end[net->game.round_count - 1];
    int player_count = net->game.player_count;
    model eye, m;

    prepare_model(&eye, net, observer);
    prepare_model(&m, net, parameters);
    for (int64_t i = 0; i < asked->row_count; i++) {
        crowd_follower *at = (crowd_follower *)(followers + (int64_t)asked->tables[i] * (int64_t)sizeof *at);
        int64_t text = asked->betting_offsets[i];
        choice chosen;
        tiling laid;
        if (!follow_crowd(&eye, at, asked->boards + i * board_count,
                          asked->priors + i * player_count * PLAYER_TYPES, asked->betting + text,
                          asked->betting_offsets[i + 1] - text))
            return i;
        follower *seen = &at->seen;
        vec cards = card_logits(&m, seen, asked->hole_cards + i * net->game.hole_card_count);
        vec players = choose_in_crowd(&eye, seen, &at->all, &chosen);
        at->seen.is_answered = 1;
        if (observer != parameters) {
            judge_in_crowd(&m, seen, players, &chosen);
            if (net->has_tiles) {
                lay_tiles(&m, seen, &at->all, &laid);
                shift(&chosen, tiles_worth(&m, seen->stage, &laid));
            }
        }
        if (asked->types[i] != NO_TYPE) shift(&chosen, player_weights(&m, seen->stage, asked->types[i]));
        choose_privately(&m, seen, cards, &chosen);
        for (int kind = 0; kind < 3; kind++) probabilities[3 * i + kind] = chosen.policy[kind];
    }
    return -1;
}

/* A whole hand: joint beliefs by its betting, and for who showed his cards what they say. */
INLINE_VECTOR bool follow_hand(model *m, crowd_follower *at, const uint8_t *cards, uint16_t shown,
                               const uint8_t *text, int64_t length, vec *with_cards)
{
    follower *seen = &at->seen;
    int held = m->net->game.hole_card_count, player_count = m->net->game.player_count;
    const uint8_t *board = cards + player_count * held;

    for (int i = 0; i < player_count; i++) with_cards[i] = load(at->all.prior[i]);
    while (!seen->hand.is_done) {
        int kind = next_kind(seen, text, length), actor = seen->hand.acting_position;
        const uint8_t *own = cards + actor * held;
        choice chosen;
        if (kind < 0) return false;
        choose_in_crowd(m, seen, &at->all, &chosen);
        if (shown >> actor & 1 && own[0] != UNKNOWN_CARD) {
            vec logits = card_logits(m, seen, own);
            with_cards[actor] = normalised(with_cards[actor] * likely_with(m, seen, logits, kind, &chosen));
        }
        act_in_crowd(m, seen, &at->all, kind);
        if (!turn_cards_in_crowd(m, seen, &at->all, board)) return false;
    }
    return seen->hand.betting_length == length && memcmp(seen->text, text, (size_t)length) == 0;
}

int64_t KERNEL(crowd_follow)(const dcubot_net *net, const float *observer,
                             const dcubot_matches *matches, float *beliefs, float *priors)
{
    const rb_game *game = &net->game;
    int player_count = game->player_count, held = game->hole_card_count, width = game->cards_per_hand;
    int row = player_count * PLAYER_TYPES;
    crowd_follower at;
    model m;

    prepare_model(&m, net, observer);
    memset(&at, 0, sizeof at);
    for (int64_t k = 0; k < matches->match_count; k++, beliefs += row) {
        for (int64_t i = matches->match_offsets[k]; i < matches->match_offsets[k + 1]; i++) {
            const uint8_t *cards = matches->cards + i * width, *seats = matches->seats + i * player_count;
            int64_t text = matches->betting_offsets[i];
            float *prior = priors + i * row;
            vec with_cards[MOST_PLAYERS];
            for (int j = 0; j < player_count; j++)
                memcpy(prior + 8 * j, beliefs + 8 * seats[j], sizeof(float) * 8);
            begin(&m, &at.seen, cards + player_count * held, width - player_count * held);
            begin_crowd(&m, &at.all, prior);
            sit_at(&m.tables, &at.seen);
            if (!follow_hand(&m, &at, cards, matches->shown[i], matches->betting + text,
                             matches->betting_offsets[i + 1] - text, with_cards))
                return i;
            for (int j = 0; j < player_count; j++) {
                bool is_known = matches->shown[i] >> j & 1 && cards[j * held] != UNKNOWN_CARD;
                store(beliefs + 8 * seats[j], is_known ? with_cards[j] : load(at.all.players[j]));
            }
        }
    }
    return -1;
}

int64_t KERNEL(crowd_likelihoods)(const dcubot_net *net, const float *parameters,
                                  const dcubot_candidates *asked, double *logarithms)
{
    int board_count = net->game.board_card_end[net->game.round_count - 1];
    int player_count = net->game.player_count, held = net->game.hole_card_count;
    crowd_follower at;
    model m;

    prepare_model(&m, net, parameters);
    memset(&at, 0, sizeof at);
    for (int64_t i = 0; i < asked->hand_count; i++) {
        int64_t first = asked->candidate_offsets[i], end = asked->candidate_offsets[i + 1];
        const uint8_t *text = asked->betting + asked->betting_offsets[i];
        int64_t length = asked->betting_offsets[i + 1] - asked->betting_offsets[i];
        const uint8_t *board = asked->boards + i * board_count;
        follower *seen = &at.seen;
        for (int64_t j = first; j < end; j++) logarithms[j] = 0;
        begin(&m, seen, board, board_count);
        begin_crowd(&m, &at.all, asked->priors + i * player_count * PLAYER_TYPES);
        sit_at(&m.tables, seen);
        while (seen->hand.betting_length < length) {
            int kind = next_kind(seen, text, length), actor = seen->hand.acting_position;
            choice chosen;
            if (kind < 0) return i;
            choose_in_crowd(&m, seen, &at.all, &chosen);
            uint8_t type = asked->types[i * player_count + actor];
            if (type != NO_TYPE) shift(&chosen, player_weights(&m, seen->stage, type));
            for (int64_t j = first; j < end; j++) {
                feature_row hole;
                if (asked->positions[j] != actor) continue;
                hole_row(net, seen, asked->hole_cards + j * held, &hole);
                choose_privately(&m, seen, logits_with(&m, seen, &hole, &seen->board_logits), &chosen);
                logarithms[j] += logf(chosen.policy[kind]);
            }
            act_in_crowd(&m, seen, &at.all, kind);
            if (!goes_on(seen, text, length)) return i;
            if (!turn_cards_in_crowd(&m, seen, &at.all, board)) return i;
        }
        if (seen->hand.betting_length != length) return i;
    }
    return -1;
}

/* A decision, and what of the crowd it was made with. */
typedef struct {
    vec players;
    uint8_t type;
    tiling laid;
} crowd_decision;

/* The gradient of a decision's logits, `both`, in what is of the crowd. */
INLINE_VECTOR void learn_in_crowd(lesson *l, const decision *taken, const crowd_decision *with, vec both)
{
    const dcubot_stage *at = l->m->net->stages + taken->stage;
    vec slope;

    for (int p = 0; p < PLAYER_TYPES; p++) add_at(l->gradient, at->player_belief + 8 * p, both * all(with->players[p]));
    if (with->type != NO_TYPE) add_at(l->gradient, at->player + 8 * with->type, both);
    if (!l->m->net->has_tiles || !l->is_seen_by_another) return;
    for (int k = 0; k < 8; k++) {
        slope[k] = total(parameters_at(l->m, at->tile + 8 * k) * both);
        add_at(l->gradient, at->tile + 8 * k, both * all(with->laid.sum[k]));
    }
    for (int n = 0; n < with->laid.count; n++) {
        vec tile = with->laid.tile[n], to_logits = tile * (slope - all(total(tile * slope)));
        for (int k = 0; k < 8; k++) {
            add_at(l->gradient, at->tile_cards + 8 * k, to_logits * all(with->laid.cards[n][k]));
            add_at(l->gradient, at->tile_players + 8 * k, to_logits * all(with->laid.players[n][k]));
            add_at(l->gradient, at->tile_position + 8 * k, to_logits * all(with->laid.features[n][k]));
        }
    }
}

typedef struct {
    lesson own;
    crowd all;
    crowd_decision with[MOST_DECISIONS];
} crowd_lesson;

/* As `replay`: inputs are beliefs over all player-types, while the observer model is learnt, and its
   paths noted, with everybody's player-type as given. */
INLINE_VECTOR bool replay_in_crowd(crowd_lesson *l, const dcubot_lessons *lessons, const played *hand,
                                   const float *priors, const uint8_t *types, const uint8_t *text,
                                   int64_t length)
{
    lesson *own = &l->own;
    const rb_game *game = &own->m->net->game;
    follower *seen = &own->seen;
    const uint8_t *board = hand->cards + game->player_count * game->hole_card_count;

    start_lesson(own, board, game->cards_per_hand - game->player_count * game->hole_card_count);
    begin_crowd(own->eye, &l->all, priors);
    while (!seen->hand.is_done) {
        int kind = next_kind(seen, text, length);
        if (kind < 0 || own->decision_count == MOST_DECISIONS) return false;
        crowd_decision *with = l->with + own->decision_count;
        decision *taken = own->decisions + own->decision_count++;
        int actor = seen->hand.acting_position;
        const uint8_t *cards = hand->cards + actor * game->hole_card_count;
        *taken = (decision){.actor = (uint8_t)actor, .stage = (uint8_t)seen->stage, .kind = (uint8_t)kind};
        with->type = types[actor];
        with->players = choose_in_crowd(own->eye, seen, &l->all, &taken->chosen);
        if (with->type != NO_TYPE)
            shift(&taken->chosen, player_weights(own->eye, seen->stage, with->type));
        if (lessons->learns_observer) type_policies(own->eye, seen->stage, &taken->chosen);
        else taken->chosen.type_policy[kind] = all(1);
        taken->is_learnt = lessons->learns_play && hand->learners >> actor & 1 && cards[0] != UNKNOWN_CARD;
        if (taken->is_learnt) {
            const hole_view *hole = look_at_hole(own, actor, cards);
            taken->hole = &hole->row;
            if (own->is_seen_by_another) {
                judge_in_crowd(own->m, seen, with->players, &taken->chosen);
                if (own->m->net->has_tiles) {
                    lay_tiles(own->m, seen, &l->all, &with->laid);
                    shift(&taken->chosen, tiles_worth(own->m, seen->stage, &with->laid));
                }
            }
            choose_privately(own->m, seen, hole->logits[0], &taken->chosen);
            weigh(own, lessons, hand, taken);
        }
        own->paths[actor].actions[seen->stage] *= taken->chosen.type_policy[kind];
        see_in_crowd(own->eye, &l->all, actor, kind);
        take_seen(own->eye, seen, taken->chosen.type_policy[kind], kind);
        while (!seen->hand.is_done && seen->stage < seen->hand.round_index) {
            if (!board_known(own->m->net, board, seen->stage + 1)) return false;
            enter_stage(own);
            move_crowd(own->eye, seen, &l->all, own->transitions[seen->stage]);
        }
    }
    return seen->hand.betting_length == length && memcmp(seen->text, text, (size_t)length) == 0;
}

int64_t KERNEL(crowd_learn)(const dcubot_net *net, const float *parameters, const float *observer,
                            const dcubot_hands *hands, const dcubot_lessons *lessons,
                            const float *priors, const uint8_t *types, float *gradient,
                            dcubot_sums *sums)
{
    int width = net->game.cards_per_hand, player_count = net->game.player_count;
    crowd_lesson l = {.own = {.gradient = gradient, .sums = sums}};
    model eye, m;

    prepare_model(&eye, net, observer);
    prepare_model(&m, net, parameters);
    l.own.m = &m;
    l.own.eye = &eye;
    l.own.is_seen_by_another = observer != parameters;
    for (int64_t i = 0; i < hands->hand_count; i++) {
        int64_t first = hands->betting_offsets[i], end = hands->betting_offsets[i + 1];
        played hand = {.cards = hands->cards + i * width, .payoffs = hands->payoffs + i * player_count,
                       .learners = hands->learners[i], .draw = hands->showdown_draws[i]};
        if (!replay_in_crowd(&l, lessons, &hand, priors + i * player_count * PLAYER_TYPES,
                             types + i * player_count, hands->betting + first, end - first))
            return i;
        for (int j = 0; j < l.own.decision_count; j++) {
            const decision *taken = l.own.decisions + j;
            if (taken->is_learnt)
                learn_in_crowd(&l.own, taken, l.with + j,
                               learn_decision(&l.own, gradient, taken, &taken->chosen, taken->slopes));
        }
        if (lessons->learns_observer) learn_observer(&l.own, &hand);
    }
    return -1;
}
