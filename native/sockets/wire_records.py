"""How the records of a wire are laid out in C."""

import numpy as np

LINE = np.dtype(
    [
        ("descriptor", np.int32),
        ("incoming_length", np.int32),
        ("outgoing_length", np.int32),
        ("reading_length", np.int32),
        ("ignored_length", np.int64),
        ("hand_used", np.int64),
        ("match_used", np.int64),
        ("is_out", np.uint8),
        ("is_broken", np.uint8),
        ("gets_draws", np.uint8),
        ("skips_ends", np.uint8),
    ],
    align=True,
)
"""An ``rb_line``."""

CALL = np.dtype(
    [
        ("asked_at", np.int64),
        ("due_at", np.int64),
        ("told_hand", np.int32),
        ("told_action", np.int32),
        ("told_length", np.int32),
        ("used_hand", np.int32),
        ("is_held", np.uint8),
        ("is_finished", np.uint8),
    ],
    align=True,
)
"""An ``rb_call``."""

EVENT = np.dtype(
    [
        ("match", np.int32),
        ("seat", np.int32),
        ("code", np.int32),
        ("kind", np.int32),
        ("amount", np.int64),
        ("detail", np.int64),
    ],
    align=True,
)
"""An ``rb_event``."""
