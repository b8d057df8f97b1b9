"""A table of keys that grows as keys are met, and gives each a number: many at once."""

import numpy as np
import numpy.typing as npt

FEWEST_PLACES = 1 << 10
SPREAD = np.uint64(0x9E3779B97F4A7C15)
NO_NUMBER = -1
Keys = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.intp]


class KeyTable:
    """Numbers keys from 0 in the order in which they come; open addressing, half full at most."""

    def __init__(self) -> None:
        """Start without keys."""
        self.count = 0
        self._resize(FEWEST_PLACES)

    def find(self, keys: Keys) -> Numbers:
        """Return the number of each key, intp[n], NO_NUMBER for those not met yet."""
        found = np.full(len(keys), NO_NUMBER, np.intp)
        left, places = np.arange(len(keys)), self._first_places(keys)
        while len(left):
            numbers = self._numbers[places]
            is_here = self._keys[places] == keys[left]
            is_met = is_here & (numbers != NO_NUMBER)
            found[left[is_met]] = numbers[is_met]
            goes_on = ~is_here & (numbers != NO_NUMBER)
            left, places = left[goes_on], (places[goes_on] + 1) & self._mask
        return found

    def number(self, keys: Keys) -> Numbers:
        """Return the number of each key, intp[n]; keys not met yet get the next numbers."""
        found = self.find(keys)
        is_new = found == NO_NUMBER
        if not is_new.any():
            return found
        new, first, which = np.unique(keys[is_new], return_index=True, return_inverse=True)
        order = np.empty(len(new), np.intp)
        order[np.argsort(first)] = np.arange(len(new))
        numbers = self.count + order
        self.count += len(new)
        if self.count * 2 > len(self._keys):
            kept = self._numbers != NO_NUMBER
            keys_before, numbers_before = self._keys[kept], self._numbers[kept]
            self._resize(len(self._keys) * 4)
            self._place(keys_before, numbers_before.astype(np.intp))
        self._place(new, numbers)
        found[is_new] = numbers[which.ravel()]
        return found

    def _place(self, keys: Keys, numbers: Numbers) -> None:
        """Put different keys, none of which is in the table, to free places."""
        left, places = np.arange(len(keys)), self._first_places(keys)
        while len(left):
            is_free = self._numbers[places] == NO_NUMBER
            # Several may want one place: the last of them has it.
            self._numbers[places[is_free]] = numbers[left[is_free]]
            is_placed = is_free & (self._numbers[places] == numbers[left])
            self._keys[places[is_placed]] = keys[left[is_placed]]
            left, places = left[~is_placed], (places[~is_placed] + 1) & self._mask

    def _first_places(self, keys: Keys) -> Numbers:
        spread = keys.view(np.uint64) * SPREAD >> self._shift
        return spread.astype(np.intp)

    def _resize(self, size: int) -> None:
        self._keys = np.zeros(size, np.int64)
        self._numbers = np.full(size, NO_NUMBER, np.int32)
        self._mask, self._shift = size - 1, np.uint64(64 - (size.bit_length() - 1))
