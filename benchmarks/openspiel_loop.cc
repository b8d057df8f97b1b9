// OpenSpiel's own loop in C++, without agents: uniform over the legal actions. Linked against the
// installed package by table_loop_peers.py.
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"

extern "C" int64_t play_uniform(const char *game_text, int64_t hand_count, uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> draw(0.0, 1.0);
    auto game = open_spiel::LoadGame(std::string(game_text));
    double sum = 0.0;

    for (int64_t hand = 0; hand < hand_count; hand++) {
        auto state = game->NewInitialState();
        while (!state->IsTerminal()) {
            if (state->IsChanceNode()) {
                state->ApplyAction(
                    open_spiel::SampleAction(state->ChanceOutcomes(), draw(random)).first);
            } else {
                auto legal = state->LegalActions();
                state->ApplyAction(legal[static_cast<size_t>(draw(random) * legal.size())]);
            }
        }
        for (double payoff : state->Returns()) sum += payoff;
    }
    return sum > -1.0 && sum < 1.0 ? hand_count : -1;
}
