/* For each pair of classes of hole cards, the deals (two holdings that share no card, and a board of
   five) that the first wins: [class_count, class_count], and those that are tied. `classes` [1326] is
   each holding's class, which must not change if suits are exchanged. Takes most of a minute. */
void rb_tally_class_pairs(const uint8_t *classes, int32_t class_count, int32_t path, int64_t *wins,
                          int64_t *ties);
