/* Reads hold'em in the text of card rooms, as far as it is spelt as usual. Whatever may mean anything
   else leaves the hand to the caller. */
#include "hand.h"
#include "told_hands.h"
#include "told_text.h"

static const char START[] = "PokerStars ", MARK[] = "\xef\xbb\xbf";
enum { MOST_SEATS = 64, ROUNDS_AFTER_FIRST = 3 };

/* A hand while it is read, by the order in which its seats are listed. */
typedef struct {
    rb_told_hands *hands;
    int64_t row, per_unit;
    int32_t button, seat_count, round_count, board_count;
    bool is_over, is_full, has_pot, has_uncalled;
    piece names[TOLD_PLAYERS];
    int32_t seats[TOLD_PLAYERS];
    int64_t stacks[TOLD_PLAYERS], posts[TOLD_PLAYERS], collected[TOLD_PLAYERS],
        returned[TOLD_PLAYERS];
    bool is_active[TOLD_PLAYERS], is_big[TOLD_PLAYERS], is_summed[TOLD_PLAYERS];
    char holes[TOLD_PLAYERS][TOLD_HOLE_LETTERS];
} reading;

/* A listed name that a line begins with and that `after` follows; -1 if there is none. */
static int take_name(const reading *hand, piece *line, const char *after)
{
    for (int i = 0; i < hand->seat_count; i++) {
        piece rest = *line, name = hand->names[i];
        size_t length = (size_t)(name.end - name.at);
        if ((size_t)(rest.end - rest.at) < length || memcmp(rest.at, name.at, length)) continue;
        rest.at += length;
        if (!take(&rest, after)) continue;
        *line = rest;
        return i;
    }
    return -1;
}

static bool read_head(reading *hand, piece line, const char *text)
{
    rb_told_hands *hands = hand->hands;
    int64_t row = hand->row;
    const char *number = find(line, "#");

    if (!number) return false;
    line.at = number + 1;
    while (line.at < line.end && is_digit(*line.at)) line.at++;
    if (line.at == number + 1 || !take(&line, ":")) return false;
    hands->numbers[row] = (rb_span){number + 1 - text, line.at - 1 - (number + 1)};
    const char *game = find(line, " Hold'em ");
    if (!game) return false;
    line.at = game + strlen(" Hold'em ");
    hands->has_limit[row] = !take(&line, "No Limit ");
    if (hands->has_limit[row] && !take(&line, "Limit ")) return false;
    if (!(line.at = find(line, "("))) return false;
    line.at++;
    hands->stakes[2 * row] = take_amount(&line, hand->per_unit);
    if (hands->stakes[2 * row] < 0 || !take(&line, "/")) return false;
    hands->stakes[2 * row + 1] = take_amount(&line, hand->per_unit);
    return hands->stakes[2 * row + 1] >= 0 && find(line, ")");
}

static bool read_table(reading *hand, piece line)
{
    piece rest = {find_last(line, " Seat #"), line.end};

    if (!rest.at || !starts_with(line, "Table '") || !take(&rest, " Seat #")) return false;
    int64_t button = take_number(&rest);
    hand->button = (int32_t)button;
    return button >= 0 && starts_with(rest, " is the button");
}

static bool read_seat(reading *hand, piece line)
{
    take(&line, "Seat ");
    int64_t seat = take_number(&line);
    if (seat < 0 || seat > MOST_SEATS || !take(&line, ": ") || hand->seat_count == TOLD_PLAYERS)
        return false;
    piece name = {line.at, find_last(line, " (")};
    if (!name.end || name.end == name.at || memchr(name.at, ':', (size_t)(name.end - name.at)))
        return false;
    line.at = name.end + strlen(" (");
    int64_t stack = take_amount(&line, hand->per_unit);
    if (stack < 0 || !starts_with(line, " in chips")) return false;
    for (int i = 0; i < hand->seat_count; i++) {
        size_t length = (size_t)(name.end - name.at);
        piece other = hand->names[i];
        if (hand->seats[i] == seat) return false;
        if ((size_t)(other.end - other.at) == length && !memcmp(other.at, name.at, length)) return false;
    }
    int place = hand->seat_count++;
    hand->names[place] = name;
    hand->seats[place] = (int32_t)seat;
    hand->stacks[place] = stack;
    hand->returned[place] = -1;
    memset(hand->holes[place], '?', TOLD_HOLE_LETTERS);
    return true;
}

static bool show(reading *hand, int place, piece *rest)
{
    char cards[TOLD_HOLE_LETTERS];

    return take_cards(rest, cards, 2) == 2 && keep_hole(hand->holes[place], cards);
}

static bool add_action(reading *hand, rb_told_action told)
{
    rb_told_hands *hands = hand->hands;

    hand->is_full = hands->action_count == hands->action_room;
    if (hand->is_full) return false;
    hands->actions[hands->action_count++] = told;
    if (told.position >= 0) hand->is_active[told.position] = true;
    return true;
}

static bool is_at_end(piece rest)
{
    return rest.at == rest.end || *rest.at == ' ';
}

static bool read_post(reading *hand, int place, piece rest)
{
    bool is_big = take(&rest, "big blind ");

    if ((!is_big && !take(&rest, "small blind ")) || hand->posts[place]) return false;
    hand->posts[place] = take_amount(&rest, hand->per_unit);
    hand->is_big[place] = is_big;
    hand->is_active[place] = true;
    return hand->posts[place] > 0 && is_at_end(rest);
}

static bool read_deed(reading *hand, int place, piece rest)
{
    rb_told_action told = {.raise_to = -1, .paid = -1, .raised_by = -1, .position = place};

    if (is_word(rest, "folds") || starts_with(rest, "folds [")) {
        told.kind = FOLD;
        if (take(&rest, "folds ") && !(show(hand, place, &rest) && rest.at == rest.end)) return false;
        return add_action(hand, told);
    }
    told.kind = CALL;
    if (is_word(rest, "checks")) {
        told.paid = 0;
        return add_action(hand, told);
    }
    if (take(&rest, "calls ")) {
        told.paid = take_amount(&rest, hand->per_unit);
        return told.paid >= 0 && is_at_end(rest) && add_action(hand, told);
    }
    told.kind = RAISE;
    if (take(&rest, "bets ")) {
        told.raise_to = told.raised_by = take_amount(&rest, hand->per_unit);
        return told.raise_to >= 0 && is_at_end(rest) && add_action(hand, told);
    }
    if (take(&rest, "raises ")) {
        told.raised_by = take_amount(&rest, hand->per_unit);
        if (told.raised_by < 0 || !take(&rest, " to ")) return false;
        told.raise_to = take_amount(&rest, hand->per_unit);
        return told.raise_to >= 0 && is_at_end(rest) && add_action(hand, told);
    }
    if (take(&rest, "posts ")) return read_post(hand, place, rest);
    if (take(&rest, "shows ") || take(&rest, "mucks hand ")) return show(hand, place, &rest);
    return is_word(rest, "mucks hand") || is_word(rest, "doesn't show hand") ||
           is_word(rest, "sits out") || is_word(rest, "is sitting out");
}

static bool read_street(reading *hand, piece line)
{
    static const char *const names[] = {"FLOP", "TURN", "RIVER"};
    char *board = hand->hands->boards + hand->row * TOLD_BOARD_LETTERS;
    char cards[2 * 5];
    int before = 0;

    if (is_word(line, "SUMMARY ***")) return hand->is_over = true;
    if (is_word(line, "HOLE CARDS ***") || is_word(line, "SHOW DOWN ***")) return true;
    if (hand->round_count == ROUNDS_AFTER_FIRST) return false;
    if (!take(&line, names[hand->round_count]) || !take(&line, " *** ")) return false;
    int wanted = hand->round_count++ ? 1 : 3;
    if (hand->board_count) {
        before = take_cards(&line, cards, 4);
        if (before != hand->board_count || memcmp(cards, board, 2 * (size_t)before) || !take(&line, " "))
            return false;
    }
    if (take_cards(&line, cards, 5) != wanted || line.at != line.end) return false;
    memcpy(board + 2 * before, cards, 2 * (size_t)wanted);
    hand->board_count += wanted;
    return add_action(hand, (rb_told_action){.raise_to = -1, .paid = -1, .raised_by = -1,
                                             .position = -1, .kind = TOLD_ROUND});
}

/* What was said may look like anything. */
static bool is_chat(piece line)
{
    return line.end[-1] == '"' && find(line, " said, \"");
}

static bool read_line(reading *hand, piece line)
{
    int place;
    piece rest = line;

    if (is_chat(line)) return true;
    if ((place = take_name(hand, &rest, ": ")) >= 0) {
        return !find(rest, ": ") && read_deed(hand, place, rest);
    }
    if (take(&rest, "*** ")) return read_street(hand, rest);
    if (starts_with(line, "Seat ")) return read_seat(hand, line);
    if (find(line, ": ")) return false;
    if (take(&rest, "Dealt to ")) {
        place = take_name(hand, &rest, " ");
        return place >= 0 && show(hand, place, &rest) && rest.at == rest.end;
    }
    if (take(&rest, "Uncalled bet (")) {
        int64_t chips = take_amount(&rest, hand->per_unit);
        if (chips < 0 || !take(&rest, ") returned to ")) return false;
        place = take_name(hand, &rest, "");
        if (place < 0 || rest.at != rest.end || hand->has_uncalled) return false;
        hand->returned[place] = chips;
        return hand->has_uncalled = true;
    }
    if (!find(line, " collected ")) return true;
    if ((place = take_name(hand, &rest, " collected ")) < 0) return false;
    int64_t chips = take_amount(&rest, hand->per_unit);
    hand->collected[place] += chips;
    return chips >= 0 && starts_with(rest, " from ");
}

static bool read_summed(reading *hand, piece line)
{
    static const char *const shown[] = {"mucked [", "showed ["}, *const gained[] = {"won (", "collected ("};
    int place = 0;
    int64_t won = 0;
    const char *at;

    take(&line, "Seat ");
    int64_t seat = take_number(&line);
    while (place < hand->seat_count && hand->seats[place] != seat) place++;
    if (place == hand->seat_count || !take(&line, ": ")) return false;
    piece name = hand->names[place];
    size_t length = (size_t)(name.end - name.at);
    if ((size_t)(line.end - line.at) < length || memcmp(line.at, name.at, length)) return false;
    line.at += length;
    if (!is_at_end(line)) return false;
    hand->is_summed[place] = true;
    for (int i = 0; i < 2; i++) {
        if (!(at = find(line, shown[i]))) continue;
        piece cards = {at + strlen(shown[i]) - 1, line.end};
        if (!show(hand, place, &cards)) return false;
    }
    for (int i = 0; i < 2; i++)
        for (piece rest = line; (at = find(rest, gained[i]));) {
            rest.at = at + strlen(gained[i]);
            int64_t chips = take_amount(&rest, hand->per_unit);
            if (chips < 0 || !take(&rest, ")")) return false;
            won += chips;
        }
    return !won || won == hand->collected[place];
}

static bool read_summary(reading *hand, piece line)
{
    rb_told_hands *hands = hand->hands;
    const char *board = hands->boards + hand->row * TOLD_BOARD_LETTERS;
    char cards[TOLD_BOARD_LETTERS];

    if (starts_with(line, "Seat ")) return read_summed(hand, line);
    if (take(&line, "Board ")) {
        int count = take_cards(&line, cards, 5);
        return count == hand->board_count && !memcmp(cards, board, 2 * (size_t)count) && line.at == line.end;
    }
    if (!take(&line, "Total pot ") || hand->has_pot) return false;
    int64_t pot = take_amount(&line, hand->per_unit);
    piece rake = {find_last(line, "| Rake "), line.end};
    if (pot < 0 || !rake.at) return false;
    take(&rake, "| Rake ");
    hands->pots[hand->row] = pot;
    hands->rakes[hand->row] = take_amount(&rake, hand->per_unit);
    return hand->has_pot = hands->rakes[hand->row] >= 0;
}

/* By position: who is active, starting after the button. */
static int order_seats(const reading *hand, int *order)
{
    int count = 0;

    for (int i = 0; i < hand->seat_count; i++)
        if (hand->is_active[i]) {
            int at = count++, seat = hand->seats[i], key = seat > hand->button ? seat : seat + 2 * MOST_SEATS;
            for (; at; at--) {
                int other = hand->seats[order[at - 1]];
                if ((other > hand->button ? other : other + 2 * MOST_SEATS) < key) break;
                order[at] = order[at - 1];
            }
            order[at] = i;
        }
    return count;
}

/* Puts what was read where its position is; false where something is missing. */
static bool place_hand(reading *hand, const char *text)
{
    rb_told_hands *hands = hand->hands;
    int64_t row = hand->row, first = row * TOLD_PLAYERS, big = hands->stakes[2 * row + !hands->has_limit[row]];
    int order[TOLD_PLAYERS], position_of[TOLD_PLAYERS] = {0}, count = order_seats(hand, order);
    bool is_posted = false;

    if (!hand->is_over || !hand->has_pot || count < 2) return false;
    for (int i = 0; i < hand->seat_count; i++) {
        bool has_part = hand->holes[i][0] != '?' || hand->collected[i];
        if (has_part && !hand->is_active[i]) return false;
        if (hand->is_active[i] && !hand->is_summed[i]) return false;
        is_posted |= hand->posts[i] > 0;
    }
    for (int position = 0; position < count; position++) {
        int i = order[position];
        int64_t small = hands->has_limit[row] ? big / 2 : hands->stakes[2 * row];
        int64_t due = hand->is_big[i] ? big : small;
        bool is_short = hand->posts[i] && hand->posts[i] == hand->stacks[i] && hand->posts[i] < due;
        int64_t at = first + position;
        position_of[i] = position;
        hands->names[at] = (rb_span){hand->names[i].at - text, hand->names[i].end - hand->names[i].at};
        hands->stacks[at] = hand->stacks[i];
        hands->blinds[at] = is_short ? due : hand->posts[i];
        hands->collected[at] = hand->collected[i];
        hands->returned[at] = hand->returned[i];
        memcpy(hands->holes + at * TOLD_HOLE_LETTERS, hand->holes[i], TOLD_HOLE_LETTERS);
    }
    for (int64_t i = hands->first_actions[row]; i < hands->action_count; i++)
        if (hands->actions[i].position >= 0)
            hands->actions[i].position = position_of[hands->actions[i].position];
    hands->player_counts[row] = count;
    return is_posted;
}

static piece next_line(const char **at, const char *end)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    piece line = {*at, stop ? stop : end};

    *at = stop ? stop + 1 : end;
    while (line.end > line.at && (line.end[-1] == ' ' || line.end[-1] == '\t')) line.end--;
    return line;
}

static bool begins_hand(piece line)
{
    while (take(&line, MARK)) {}
    return starts_with(line, START);
}

static bool read_body(reading *hand, piece line, int number, const char *text)
{
    if (number == 0) return read_head(hand, line, text);
    if (number == 1) return read_table(hand, line);
    return hand->is_over ? read_summary(hand, line) : read_line(hand, line);
}

/* Reads one hand; `*at` moves to the next. Returns how many lines it has. */
static int64_t read_hand(reading *hand, const char *text, const char **at, const char *end)
{
    int64_t lines = 0;
    int number = 0;
    bool is_usual = true;
    const char *start = *at;

    while (*at < end) {
        const char *before = *at;
        piece line = next_line(at, end);
        if (lines && begins_hand(line)) {
            *at = before;
            break;
        }
        lines++;
        if (line.at == line.end) continue;
        is_usual = is_usual && read_body(hand, line, number, text);
        if (number == 1) hand->hands->tables[hand->row] = (rb_span){line.at - text, line.end - line.at};
        number++;
    }
    hand->hands->texts[hand->row] = (rb_span){start - text, *at - start};
    hand->hands->status[hand->row] = is_usual && place_hand(hand, text) ? TOLD_READ : TOLD_OTHERWISE;
    return lines;
}

void rb_read_room_hands(const char *text, int64_t length, int64_t per_unit, int64_t *place,
                        int64_t *line, rb_told_hands *hands)
{
    const char *at = text + *place, *end = text + length;

    hands->hand_count = hands->action_count = 0;
    while (at < end && hands->hand_count < hands->hand_room) {
        int64_t row = hands->hand_count, actions = hands->action_count, lines_before = *line;
        const char *before = at;
        reading hand = {.hands = hands, .row = row, .per_unit = per_unit};
        hands->lines[row] = *line;
        hands->first_actions[row] = actions;
        hands->pots[row] = -1;
        memset(hands->boards + row * TOLD_BOARD_LETTERS, '?', TOLD_BOARD_LETTERS);
        *line += read_hand(&hand, text, &at, end);
        if (hands->status[row] == TOLD_OTHERWISE) hands->action_count = actions;
        if (hand.is_full && row) {
            at = before;
            *line = lines_before;
            break;
        }
        hands->first_actions[++hands->hand_count] = hands->action_count;
    }
    *place = at - text;
}
