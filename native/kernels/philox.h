/* Philox4x32-10, one call: the four words of a counter and a key; see philox_constants.h. */
void rb_philox(const uint32_t counter[4], uint64_t key, uint32_t words[4]);
