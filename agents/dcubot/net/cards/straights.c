/* The tables of straights. */
#include "straights.h"

straight_tables straights;

static void fill_windows(uint32_t ranks)
{
    straights.top[ranks] = -1;
    for (int count = 0; count <= STRAIGHT_RANKS; count++) straights.windows[ranks][count] = 0;
    for (int i = 0; i < STRAIGHT_WINDOWS; i++) {
        int count = bits(ranks & window_ranks(i));
        straights.windows[ranks][count] |= (uint16_t)(1 << i);
        if (count == STRAIGHT_RANKS) straights.top[ranks] = (int8_t)i;
    }
}

static void fill_draws(uint32_t ranks)
{
    straights.draws[ranks] = 0;
    for (int rank = 0; rank < RANK_COUNT; rank++)
        if (straights.top[ranks] < 0 && straights.top[ranks | 1u << rank] >= 0)
            straights.draws[ranks] |= (uint16_t)(1 << rank);
}

static void add_pair(pair_set *set, int pair)
{
    set->words[pair >> 6] |= 1ull << (pair & 63);
}

static void look_at_pair(straight_view *view, uint32_t board, int low, int high)
{
    uint32_t own = 1u << low | 1u << high, draws = straights.draws[board];
    uint32_t completing = straights.draws[board | own] & ~draws;
    bool has = straights.top[board | own] > straights.top[board];
    int pair = rank_pair(low, high);

    add_pair(view->kinds + (has                             ? MADE
                            : !completing                   ? NO_DRAW
                            : completing & (completing - 1) ? DOUBLE_DRAW
                                                            : SINGLE_DRAW), pair);
    if (draws & own) add_pair(&view->one_gaps, pair);
    for (int rank = 0; rank < RANK_COUNT; rank++)
        if (completing >> rank & 1) add_pair(view->completed_by + rank, pair);
}

void dcubot_prepare(void)
{
    uint16_t count = 0;

    for (uint32_t ranks = 0; ranks < RANK_SETS; ranks++) fill_windows(ranks);
    for (uint32_t ranks = 0; ranks < RANK_SETS; ranks++) fill_draws(ranks);
    for (uint32_t ranks = 0; ranks < RANK_SETS; ranks++) {
        if (bits(ranks) > STRAIGHT_RANKS) continue;
        straight_view *view = straights.views + count;
        *view = (straight_view){0};
        straights.places[ranks] = count++;
        for (int high = 0; high < RANK_COUNT; high++)
            for (int low = 0; low <= high; low++) look_at_pair(view, ranks, low, high);
    }
}
