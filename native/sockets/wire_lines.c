#define _GNU_SOURCE
#include "wire_lines.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "seat_order.h"
#include "state_text.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { SECOND = 1000000000, MICROSECOND = 1000, MILLION = 1000000 };
enum { PURPOSE_SHIFT = 8, PURPOSE_DECISION = 0, PURPOSE_HAND = 1 };

int64_t wire_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

/* ---- sending ---- */

void note_message(rb_wire *wire, const char *way, int64_t place, const uint8_t *text,
                  int64_t length)
{
    struct timespec time;
    uint8_t *end = wire->transcript + wire->transcript_length;

    if (!wire->transcript_room) return;
    clock_gettime(CLOCK_REALTIME, &time);
    end += sprintf((char *)end, "%s %d at %lld.%06ld ", way,
                   (int)(place % wire->matches->tables.game.player_count) + 1,
                   (long long)time.tv_sec, time.tv_nsec / 1000);
    memcpy(end, text, (size_t)length);
    wire->transcript_length = end + length - wire->transcript;
}

void note_transaction(rb_wire *wire, int64_t match, action wanted)
{
    const rb_tables *tables = &wire->matches->tables;
    int64_t asked_at = wire->calls[match].asked_at, now = wire_now(), came, sent;
    struct timespec time;
    char line[128], size[24] = "";
    int length;

    if (wire->transactions < 0 || wire->transaction_fault) return;
    mend(tables, match, &wanted, tables->game.player_count, tables->game.loop);
    if (wanted.kind == RAISE && tables->game.loop == NO_LIMIT_LOOP)
        sprintf(size, "%lld", (long long)wanted.amount);
    clock_gettime(CLOCK_REALTIME, &time);
    came = ((int64_t)time.tv_sec * SECOND + time.tv_nsec) / MICROSECOND;
    sent = asked_at ? came - (now - asked_at) / MICROSECOND : came;
    length = sprintf(line, "%c%s %d %lld.%06lld %lld.%06lld\n", letter_of(wanted.kind), size,
                     (int)wire->matches->hand_index[match], (long long)(sent / MILLION),
                     (long long)(sent % MILLION), (long long)(came / MILLION),
                     (long long)(came % MILLION));
    if (write(wire->transactions, line, (size_t)length) != length)
        wire->transaction_fault = errno ? errno : ENOSPC;
}

void flush_line(rb_wire *wire, int64_t place)
{
    rb_line *line = wire->lines + place;
    uint8_t *text = wire->outgoing + place * wire->outgoing_room;
    int64_t sent;

    if (!line->outgoing_length) return;
    sent = send(line->descriptor, text, (size_t)line->outgoing_length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (sent < 0) {
        line->is_broken = 1;
        sent = line->outgoing_length;
    }
    line->outgoing_length -= (int32_t)sent;
    memmove(text, text + sent, (size_t)line->outgoing_length);
}

void flush_all(rb_wire *wire)
{
    int64_t count = wire->matches->match_count * wire->matches->tables.game.player_count;

    for (int64_t place = 0; place < count; place++)
        if (wire->lines[place].outgoing_length) flush_line(wire, place);
    wire->flushed_at = wire_now();
}

/* A player who does not read what he is told until there is no more room for it is gone. */
void queue_text(rb_wire *wire, int64_t place, const uint8_t *text, int64_t length)
{
    rb_line *line = wire->lines + place;

    if (line->descriptor < 0 || line->is_out || line->is_broken) return;
    if (line->outgoing_length + length > wire->outgoing_room) flush_line(wire, place);
    if (line->outgoing_length + length > wire->outgoing_room) line->is_broken = 1;
    if (line->is_broken) {
        line->outgoing_length = 0;
        return;
    }
    memcpy(wire->outgoing + place * wire->outgoing_room + line->outgoing_length, text,
           (size_t)length);
    line->outgoing_length += (int32_t)length;
}

/* ---- receiving ---- */

int64_t receive_line(rb_wire *wire, int64_t place)
{
    rb_line *line = wire->lines + place;
    uint8_t *text = wire->incoming + place * wire->line_room + line->incoming_length;
    int64_t room = wire->line_room - line->incoming_length;
    int64_t received = recv(line->descriptor, text, (size_t)room, MSG_DONTWAIT);

    if (received < 0) return -errno;
    line->incoming_length += (int32_t)received;
    return received;
}

int32_t first_line(const rb_wire *wire, int64_t place)
{
    const uint8_t *text = wire->incoming + place * wire->line_room;
    const uint8_t *end = memchr(text, '\n', (size_t)wire->lines[place].incoming_length);

    return end ? (int32_t)(end - text) + 1 : 0;
}

void forget_line(rb_wire *wire, int64_t place, int32_t length)
{
    rb_line *line = wire->lines + place;
    uint8_t *text = wire->incoming + place * wire->line_room;

    line->incoming_length -= length;
    memmove(text, text + length, (size_t)line->incoming_length);
}

/* ---- telling ---- */

static int position_of(const rb_matches *matches, int64_t seat, int64_t hand)
{
    return positions_in(&matches->seat_order, (int32_t)hand, matches->tables.game.player_count)[seat];
}

static void tell_seat(rb_wire *wire, int64_t place, const uint8_t *text, int64_t length)
{
    if (wire->lines[place].is_out || wire->lines[place].descriptor < 0) return;
    queue_text(wire, place, text, length);
    note_message(wire, "TO", place, text, length);
}

static long long whole_draw(uint64_t key, uint32_t purpose_and_seat, uint32_t hand,
                            uint32_t decision, uint32_t index)
{
    return (long long)(rb_draw(key, purpose_and_seat, hand, decision, index) * 0x1p53);
}

/* The draws of a decision, two of them, and the first of the hand, in 53 bits; then its state. */
static void tell_draws(rb_wire *wire, int64_t match, int64_t seat)
{
    uint32_t decision = wire->matches->tables.hands[match].action_count;
    uint32_t of_decision = (uint32_t)seat | PURPOSE_DECISION << PURPOSE_SHIFT;
    uint32_t of_hand = (uint32_t)seat | PURPOSE_HAND << PURPOSE_SHIFT;
    uint32_t hand = (uint32_t)wire->matches->hand_index[match];
    int64_t place = match * wire->matches->tables.game.player_count + seat;
    uint64_t key = wire->lines[place].draw_key;
    char text[128];
    int length = sprintf(text, ";[%lld,%lld,%lld]\r\n",
                         whole_draw(key, of_decision, hand, decision, 0),
                         whole_draw(key, of_decision, hand, decision, 1),
                         whole_draw(key, of_hand, hand, 0, 0));

    queue_text(wire, place, (uint8_t *)text, length);
}

static state_text hand_now(const rb_matches *matches, int64_t match)
{
    const rb_tables *tables = &matches->tables;
    const rb_hand *hand = tables->hands + match;

    return (state_text){
        .betting = tables->betting + match * tables->game.betting_width,
        .betting_length = hand->betting_length,
        .cards = tables->cards + match * tables->game.cards_per_hand,
        .hand_index = matches->hand_index[match],
        .round_index = hand->round_index,
    };
}

/* A hand that is over, as it was recorded; its folds are by seat. */
static state_text hand_ended(rb_matches *matches, int64_t match, int64_t hand)
{
    const rb_tables *tables = &matches->tables;
    int64_t row = matches->deal_row[match] - (matches->hand_index[match] - hand);
    const int64_t *record = rb_find_record(matches, match, hand);
    uint32_t outcome = (uint32_t)(record[LENGTH_AND_OUTCOME] >> LENGTH_BITS), shown = 0;

    if (outcome & SHOWDOWN)
        for (int seat = 0; seat < tables->game.player_count; seat++)
            shown |= (~outcome >> seat & 1) << position_of(matches, seat, hand);
    return (state_text){
        .betting = (const uint8_t *)(record + PAYOFFS + tables->game.player_count),
        .betting_length = (int32_t)(record[LENGTH_AND_OUTCOME] & LENGTH_MASK),
        .cards = matches->deals + row * tables->game.cards_per_hand,
        .hand_index = hand,
        .round_index = (int)(outcome >> ROUND_SHIFT & ROUND_MASK),
        .shown = shown,
    };
}

/* Tells a state to all; keeps the line of the seat that is to answer it, if there is one. */
static void tell_state(rb_wire *wire, int64_t match, const state_text *state, int64_t asked_seat)
{
    const rb_matches *matches = wire->matches;
    int player_count = matches->tables.game.player_count;
    uint8_t *asked = wire->asked + match * wire->line_room;
    rb_call *call = wire->calls + match;

    for (int64_t seat = 0; seat < player_count; seat++) {
        int64_t place = match * player_count + seat;
        uint8_t *text = asked + (seat == asked_seat ? 0 : wire->line_room / 2);
        bool is_brief = wire->lines[place].gets_draws && asked_seat != NO_SEAT;
        int64_t length;
        if (wire->lines[place].descriptor < 0 || (is_brief && seat != asked_seat)) continue;
        if (wire->lines[place].skips_ends && asked_seat == NO_SEAT) continue;
        if (is_brief) tell_draws(wire, match, seat);
        length = write_state(&matches->tables.game, state,
                             position_of(matches, seat, state->hand_index), text);
        if (seat == asked_seat) call->told_length = (int32_t)length;
        memcpy(text + length, "\r\n", 2);
        tell_seat(wire, place, text, length + 2);
    }
}

void tell_match(rb_wire *wire, int64_t match)
{
    rb_matches *matches = wire->matches;
    rb_call *call = wire->calls + match;
    bool is_finished = matches->turns[match].controller < 0;
    int32_t hand = matches->hand_index[match];
    int32_t action = matches->tables.hands[match].action_count;
    state_text state;

    if (call->told_hand >= 0 && (is_finished || call->told_hand != hand)) {
        state = hand_ended(matches, match, call->told_hand);
        tell_state(wire, match, &state, NO_SEAT);
        call->told_action = -1;
    }
    if (is_finished || (call->told_hand == hand && call->told_action == action)) return;
    state = hand_now(matches, match);
    tell_state(wire, match, &state, matches->turns[match].seat);
    call->told_hand = hand;
    call->told_action = action;
}
