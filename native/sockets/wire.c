/* Matches played over descriptors: asks the seats to act, reads answers, keeps clocks. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>

#include "wire_lines.h"

enum { FOR_ANSWER = 1, FOR_HAND, FOR_MATCH };
enum { MILLISECOND = 1000000 };

_Static_assert(sizeof(struct pollfd) == sizeof(uint64_t), "polls has room for what is polled");

/* Lines to seats that are not to act wait so long for more, so that several go out at once. */
static const int64_t HELD_BACK = MILLISECOND;

static int64_t place_of(const rb_wire *wire, int64_t match)
{
    return match * wire->matches->tables.game.player_count + wire->matches->turns[match].seat;
}

static bool has_room(const rb_wire *wire)
{
    const rb_matches *matches = wire->matches;
    int64_t count = matches->match_count; /* the caller may take an answer of each */
    int64_t log = matches->log_used + (count + 1) * wire->record_words;
    /* an action is noted with its answer and, where it ends the hand, two lines to every seat */
    int64_t messages = (2 * matches->tables.game.player_count + 1) * (wire->line_room + 64);

    if (wire->transactions >= 0 && (wire->ended_count || wire->transaction_fault)) return false;
    return wire->ended_count + count < wire->ended_room && log <= wire->log_room &&
           (!wire->transcript_room || wire->transcript_length + messages <= wire->transcript_room);
}

static void raise_event(rb_wire *wire, int64_t match, rb_event event)
{
    event.match = (int32_t)match;
    event.seat = wire->matches->turns[match].seat;
    wire->calls[match].is_held = 1;
    wire->events[wire->event_count++] = event;
}

/* ---- acting ---- */

static void act(rb_wire *wire, int64_t match, uint8_t kind, int64_t amount)
{
    rb_matches *matches = wire->matches;
    int32_t row = (int32_t)match;
    uint8_t fault;
    rb_actions actions = {.count = 1, .rows = &row, .kinds = &kind, .amounts = &amount,
                          .faults = &fault,
                          .ended_matches = wire->ended_match + wire->ended_count,
                          .ended_hands = wire->ended_hand + wire->ended_count};

    note_transaction(wire, match, (action){.kind = kind, .amount = amount});
    rb_step_matches(matches, &actions);
    wire->ended_count += actions.ended_count;
    wire->calls[match].asked_at = 0;
}

static void check_or_fold(rb_wire *wire, int64_t match)
{
    bool can_fold = wire->matches->turns[match].legal_kinds >> FOLD & 1;

    act(wire, match, can_fold ? FOLD : CALL, 0);
}

static void use_time(rb_wire *wire, int64_t match, int64_t time)
{
    rb_line *line = wire->lines + place_of(wire, match);
    int64_t spent = time - wire->calls[match].asked_at;

    line->hand_used += spent;
    line->match_used += spent;
}

/* The clock that `due_at` came from has run out. */
static void raise_late(rb_wire *wire, int64_t match, int64_t time)
{
    const rb_line *line = wire->lines + place_of(wire, match);
    int64_t spent = time - wire->calls[match].asked_at;
    int detail = line->match_used + spent > wire->match_limit ? FOR_MATCH : FOR_ANSWER;

    if (line->hand_used + spent > wire->hand_limit) detail = FOR_HAND;
    if (spent > wire->answer_limit) detail = FOR_ANSWER;
    raise_event(wire, match, (rb_event){.code = LATE, .detail = detail});
}

static void start_clock(rb_wire *wire, int64_t match)
{
    rb_call *call = wire->calls + match;
    int64_t first = match * wire->matches->tables.game.player_count;
    rb_line *line = wire->lines + place_of(wire, match);
    int64_t left = wire->answer_limit;

    if (call->used_hand != wire->matches->hand_index[match]) {
        for (int i = 0; i < wire->matches->tables.game.player_count; i++)
            wire->lines[first + i].hand_used = 0;
        call->used_hand = wire->matches->hand_index[match];
    }
    if (wire->hand_limit - line->hand_used < left) left = wire->hand_limit - line->hand_used;
    if (wire->match_limit - line->match_used < left) left = wire->match_limit - line->match_used;
    line->ignored_length = 0;
    call->asked_at = wire_now();
    call->due_at = call->asked_at + left;
}

/* ---- answers ---- */

/* Reads ":r300" and the like; false where that is not all. */
static bool read_action(const char *text, int64_t length, bool is_limit, action *wanted)
{
    int kind = length > 1 && text[0] == ':' ? kind_of_letter(text[1]) : -1;
    int64_t amount = 0, place = 2;

    if (length > place) amount = read_size(text, length, &place);
    *wanted = (action){.kind = (uint8_t)kind, .amount = amount};
    return kind >= 0 && kind <= RAISE && amount >= 0 && place == length && (kind != RAISE || is_limit || place > 2);
}

static int64_t without_end(const uint8_t *text, int64_t length)
{
    while (length && (text[length - 1] == '\n' || text[length - 1] == '\r' ||
                      text[length - 1] == ' ' || text[length - 1] == '\t' || !text[length - 1]))
        length--;
    return length;
}

/* Takes a line for an answer where it is one in plain form and the rules allow it. */
static bool is_good_answer(rb_wire *wire, int64_t match, int32_t line_length, rb_event *event)
{
    const rb_tables *tables = &wire->matches->tables;
    const uint8_t *text = wire->incoming + place_of(wire, match) * wire->line_room;
    int64_t told = wire->calls[match].told_length, length = without_end(text, line_length);
    action wanted, mended;

    if (length <= told || memcmp(text, wire->asked + match * wire->line_room, (size_t)told) ||
        !read_action((const char *)text + told, length - told, tables->game.loop == LIMIT_LOOP, &wanted)) {
        *event = (rb_event){.code = LINE};
        return false;
    }
    mended = wanted;
    *event = (rb_event){.code = FAULT, .kind = wanted.kind, .amount = wanted.amount};
    return mend(tables, match, &mended, tables->game.player_count, tables->game.loop) == NO_FAULT;
}

static bool is_comment(const rb_wire *wire, int64_t place)
{
    uint8_t first = wire->incoming[place * wire->line_room];

    return !wire->lines[place].gets_draws && (first == '#' || first == ';');
}

/* Reads the lines that are there; true where the match can go on at once. */
static bool read_answer(rb_wire *wire, int64_t match, int64_t time)
{
    int64_t place = place_of(wire, match);
    rb_line *line = wire->lines + place;
    int32_t length;
    rb_event event;

    while ((length = first_line(wire, place)) != 0) {
        note_message(wire, "FROM", place, wire->incoming + place * wire->line_room, length);
        if (is_comment(wire, place)) {
            forget_line(wire, place, length);
            line->ignored_length += length;
            if (line->ignored_length > wire->ignored_limit) {
                raise_event(wire, match, (rb_event){.code = FLOOD});
                return false;
            }
            if (!has_room(wire)) return false;
            continue;
        }
        line->reading_length = length;
        if (time > wire->calls[match].due_at) {
            raise_late(wire, match, time);
            return false;
        }
        if (!is_good_answer(wire, match, length, &event)) {
            raise_event(wire, match, event);
            return false;
        }
        use_time(wire, match, time);
        forget_line(wire, place, length);
        act(wire, match, (uint8_t)event.kind, event.amount);
        return true;
    }
    line->reading_length = line->incoming_length;
    if (line->incoming_length == wire->line_room)
        raise_event(wire, match, (rb_event){.code = ENDLESS});
    return false;
}

/* Plays on until somebody has to be waited for. */
static void advance(rb_wire *wire, int64_t match, int64_t time)
{
    const rb_turn *turn = wire->matches->turns + match;
    rb_call *call = wire->calls + match;

    while (!call->is_held && !call->is_finished && has_room(wire)) {
        rb_line *line = wire->lines + place_of(wire, match);
        tell_match(wire, match);
        if (turn->controller < 0) {
            call->is_finished = 1;
            flush_all(wire);
        } else if (line->is_out) {
            check_or_fold(wire, match);
        } else if (line->descriptor < 0) {
            return;
        } else if (line->is_broken) {
            raise_event(wire, match, (rb_event){.code = CLOSED});
        } else {
            if (!call->asked_at) {
                flush_line(wire, place_of(wire, match));
                start_clock(wire, match);
                time = call->asked_at;
            }
            if (!read_answer(wire, match, time)) return;
        }
    }
}

/* ---- waiting ---- */

/* What is there of a line is what an event is about. */
static void read_rest(rb_wire *wire, int64_t match)
{
    rb_line *line = wire->lines + place_of(wire, match);

    line->reading_length = line->incoming_length;
}

static void hear(rb_wire *wire, int64_t match, int64_t time)
{
    int64_t received = receive_line(wire, place_of(wire, match));

    if (received == -EAGAIN || received == -EWOULDBLOCK || received == -EINTR) return;
    if (received > 0) {
        advance(wire, match, time);
        return;
    }
    read_rest(wire, match);
    raise_event(wire, match, (rb_event){.code = CLOSED, .detail = -received});
}

/* Lists the matches that wait for a seat of the wire; `due_at` becomes the first clock to run out. */
static int64_t list_waiting(rb_wire *wire, int64_t *due_at, bool *is_caller_asked)
{
    struct pollfd *polls = (struct pollfd *)wire->polls;
    int64_t count = 0;

    *is_caller_asked = false;
    for (int64_t match = 0; match < wire->matches->match_count; match++) {
        const rb_call *call = wire->calls + match;
        const rb_line *line = wire->lines + place_of(wire, match);
        if (call->is_held || call->is_finished) continue;
        if (!call->asked_at) {
            *is_caller_asked = true;
            continue;
        }
        if (call->due_at < *due_at) *due_at = call->due_at;
        polls[count] = (struct pollfd){.fd = line->descriptor,
                                       .events = line->outgoing_length ? POLLIN | POLLOUT : POLLIN};
        wire->polled[count++] = (int32_t)match;
    }
    return count;
}

static bool is_unsent(const rb_wire *wire)
{
    int64_t count = wire->matches->match_count * wire->matches->tables.game.player_count;

    for (int64_t place = 0; place < count; place++)
        if (wire->lines[place].outgoing_length) return true;
    return false;
}

/* Sends what has been held back for long enough: while a seat of the wire thinks, since it was asked,
   and else since anything was sent last. */
static void flush_held(rb_wire *wire, int64_t now)
{
    int player_count = wire->matches->tables.game.player_count;
    bool is_time = now - wire->flushed_at >= HELD_BACK;

    for (int64_t match = 0; match < wire->matches->match_count; match++) {
        int64_t asked_at = wire->calls[match].asked_at, first = match * player_count;
        if (asked_at ? now - asked_at < HELD_BACK : !is_time) continue;
        for (int i = 0; i < player_count; i++) flush_line(wire, first + i);
    }
    if (is_time) wire->flushed_at = now;
}

static int milliseconds(int64_t nanoseconds)
{
    int64_t whole = (nanoseconds + MILLISECOND - 1) / MILLISECOND;

    return whole < 0 ? 0 : whole > INT_MAX ? INT_MAX : (int)whole;
}

/* Reads from seats that have sent something, and ends the waiting for late ones. Input that had arrived before the caller returned is not charged for the caller's time. */
static void hear_all(rb_wire *wire, int64_t count, bool is_first)
{
    struct pollfd *polls = (struct pollfd *)wire->polls;
    int64_t time = wire_now();

    for (int64_t i = 0; i < count && has_room(wire); i++) {
        int64_t match = wire->polled[i];
        const rb_call *call = wire->calls + match;
        bool is_old = is_first && call->asked_at < wire->left_at;
        int64_t heard_at = is_old ? wire->left_at : time > call->asked_at ? time : call->asked_at;
        if (polls[i].revents & POLLOUT) flush_line(wire, place_of(wire, match));
        if (polls[i].revents & ~POLLOUT) hear(wire, match, heard_at);
        else if (time > call->due_at) {
            read_rest(wire, match);
            raise_late(wire, match, time);
        }
    }
}

void rb_pump(rb_wire *wire, int64_t wait)
{
    int64_t until = wire_now() + wait;
    bool is_first = true, is_caller_asked = false;

    for (int64_t match = 0; match < wire->matches->match_count; match++)
        advance(wire, match, wire_now());
    while (!wire->event_count && has_room(wire)) {
        int64_t due_at = until, now;
        int64_t count = list_waiting(wire, &due_at, &is_caller_asked);
        int heard;
        if (!count) break;
        now = wire_now();
        if (now - wire->flushed_at >= HELD_BACK) flush_held(wire, now);
        if (is_caller_asked || now >= until) due_at = now;
        else if (due_at > now + HELD_BACK && is_unsent(wire)) due_at = now + HELD_BACK;
        heard = poll((struct pollfd *)wire->polls, (nfds_t)count, milliseconds(due_at - now));
        if (heard < 0) break;
        if (!heard) flush_all(wire);
        hear_all(wire, count, is_first);
        is_first = false;
        if (is_caller_asked || now >= until) break;
    }
    wire->left_at = wire_now();
}

/* ---- the caller's decisions about events ---- */

static void forget_event(rb_wire *wire, int64_t match)
{
    int64_t place = place_of(wire, match);

    forget_line(wire, place, wire->lines[place].reading_length);
    wire->lines[place].reading_length = 0;
    wire->calls[match].is_held = 0;
}

void rb_take_answer(rb_wire *wire, int64_t match, int32_t kind, int64_t amount)
{
    use_time(wire, match, wire->left_at);
    forget_event(wire, match);
    act(wire, match, (uint8_t)kind, amount);
}

void rb_ignore_line(rb_wire *wire, int64_t match)
{
    rb_line *line = wire->lines + place_of(wire, match);

    line->ignored_length += line->reading_length;
    forget_event(wire, match);
    if (line->ignored_length > wire->ignored_limit)
        raise_event(wire, match, (rb_event){.code = FLOOD});
}

void rb_leave_seat(rb_wire *wire, int64_t match, int64_t seat)
{
    rb_line *line = wire->lines + match * wire->matches->tables.game.player_count + seat;

    line->is_out = 1;
    line->outgoing_length = line->incoming_length = line->reading_length = 0;
    if (wire->calls[match].is_held && wire->matches->turns[match].seat == seat)
        wire->calls[match].is_held = 0;
}

void rb_say(rb_wire *wire, int64_t match, int64_t seat, const char *text, int64_t length)
{
    int64_t place = match * wire->matches->tables.game.player_count + seat;

    queue_text(wire, place, (const uint8_t *)text, length);
    flush_line(wire, place);
}
