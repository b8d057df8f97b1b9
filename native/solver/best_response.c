/* What a strategy wins and what its best responses win: exact, for any number of players. */
#include <stddef.h>

#include "sweeps.h"

/* A column of probabilities may be off one by this much. */
static const double SUM_TOLERANCE = 1e-6;

int32_t rb_check_strategy(const rb_game_tree *tree, const double *probability)
{
    for (int32_t n = 0; n < tree->node_count; n++) {
        int32_t width = tree->class_count[tree->node_round[n]], entry = tree->node_entry[n];
        for (int32_t c = 0; c < width; c++) {
            double sum = 0.0;
            bool is_sound = true;
            for (int a = 0; a < tree->node_action_count[n]; a++) {
                double p = probability[entry + a * width + c];
                is_sound &= p >= 0.0;
                sum += p;
            }
            is_sound &= (sum > 1.0 - SUM_TOLERANCE) & (sum < 1.0 + SUM_TOLERANCE);
            if (!is_sound) return entry + c;
        }
    }
    return -1;
}

static void play_node(const double *children, const double *probability, double *value, int actions,
                      int32_t width)
{
    for (int32_t c = 0; c < width; c++) {
        value[c] = 0.0;
        for (int a = 0; a < actions; a++)
            value[c] += probability[a * width + c] * children[a * width + c];
    }
}

/* Perfect recall: the best action of a class is that of all the deals behind it together. */
static void choose_at_node(const double *children, const double *open, double *value,
                           int32_t *choice, int actions, int32_t width)
{
    for (int32_t c = 0; c < width; c++) {
        int32_t best = 0;
        while (open != NULL && best + 1 < actions && !(open[best * width + c] > 0.0)) best++;
        for (int a = best + 1; a < actions; a++)
            if ((open == NULL || open[a * width + c] > 0.0) &&
                children[a * width + c] > children[best * width + c])
                best = a;
        value[c] = children[best * width + c];
        if (choice != NULL) choice[c] = best;
    }
}

typedef struct {
    const double *probability; /* NULL: the player takes his best */
    const double *open;        /* of the actions above 0 here; NULL: of all */
    int32_t *choice;
} policy;

static double root_value(const rb_game_tree *tree, int32_t player, policy own, double *value)
{
    double sum = 0.0;

    for (int32_t n = tree->node_count - 1; n >= 0; n--) {
        int32_t width = tree->class_count[tree->node_round[n]], entry = tree->node_entry[n];
        const double *children = value + tree->node_children[n];
        double *out = value + tree->node_value[n];
        int actions = tree->node_action_count[n];
        if (tree->node_player[n] != player) add_children(children, out, actions, width);
        else if (own.probability)
            play_node(children, own.probability + entry, out, actions, width);
        else
            choose_at_node(children, own.open ? own.open + entry : NULL, out,
                           own.choice ? own.choice + entry : NULL, actions, width);
        if (tree->node_folded[n] >= 0) fold_up(tree, n, value, 1);
    }
    for (int32_t c = 0; c < tree->class_count[0]; c++) sum += value[tree->node_value[0] + c];
    return sum;
}

void rb_best_responses(const rb_game_tree *tree, const double *probability, const double *open,
                       double *reach, double *value, double *played, double *best, int32_t *choice)
{
    start_reach(tree, reach, 1);
    for (int p = 0; p < tree->player_count; p++)
        reach_down(tree, p, probability, reach, NULL, 0.0, 1);
    for (int p = 0; p < tree->player_count; p++) {
        weigh_ends(tree, p, reach, value, 1);
        played[p] = root_value(tree, p, (policy){.probability = probability}, value);
        best[p] = root_value(tree, p, (policy){.open = open, .choice = choice}, value);
    }
}
