/* The lines of a wire: what is received from a seat, and what is told and sent to it. */
#ifndef RB_WIRE_LINES_H
#define RB_WIRE_LINES_H

#include "hand.h"
#include "draws.h"
#include "matches.h"
#include "wire.h"

enum { NO_SEAT = -1 };

/* Nanoseconds of a clock that never goes back. */
int64_t wire_now(void);

/* Puts a text where it waits to be sent. */
void queue_text(rb_wire *wire, int64_t place, const uint8_t *text, int64_t length);

/* Sends what the descriptor takes. */
void flush_line(rb_wire *wire, int64_t place);
void flush_all(rb_wire *wire);

/* Receives what is there: how many bytes, 0 at the end, or minus an errno. */
int64_t receive_line(rb_wire *wire, int64_t place);

/* The length of the first line received, its end included; 0 where it is not whole. */
int32_t first_line(const rb_wire *wire, int64_t place);
void forget_line(rb_wire *wire, int64_t place, int32_t length);

/* Tells every seat of a match what is new. */
void tell_match(rb_wire *wire, int64_t match);

/* Notes a message as the C dealer does: "TO 1 at 1.000001 TEXT" for seat 0. */
void note_message(rb_wire *wire, const char *way, int64_t place, const uint8_t *text,
                  int64_t length);

/* Writes an action that is about to be taken where transactions are kept, as the C dealer does:
   "r300 17 1.000001 1.000002", the hand, when it was asked for and when it came. */
void note_transaction(rb_wire *wire, int64_t match, action wanted);

#endif
