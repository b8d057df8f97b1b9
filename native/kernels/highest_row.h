/* The highest entries of rows of a table: plain C that every path compiles for itself, so that its
   loop uses the path's vectors. */
#ifndef RB_HIGHEST_ROW_H
#define RB_HIGHEST_ROW_H

#include "cpu_paths.h"

static void find_highest(const int16_t *const rows[HIGHEST_ROWS], int16_t highest[ROW_ENTRIES])
{
    for (int i = 0; i < ROW_ENTRIES; i++) {
        int16_t best = rows[0][i];
        for (int row = 1; row < HIGHEST_ROWS; row++) best = rows[row][i] > best ? rows[row][i] : best;
        highest[i] = best;
    }
}

#endif
