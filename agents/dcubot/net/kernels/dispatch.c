/* Which kernels a processor runs. */
#include "kernel_set.h"

#if defined(__x86_64__)
static const kernel_set *kernels_for(const dcubot_net *net)
{
    bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");

    return has_avx2 && !net->is_portable ? &dcubot_avx2_kernels : &dcubot_portable_kernels;
}
#else
static const kernel_set *kernels_for(const dcubot_net *net)
{
    (void)net;
    return &dcubot_portable_kernels;
}
#endif

int64_t dcubot_answer(const dcubot_net *net, const float *parameters, const float *observer,
                      uint8_t *followers, const dcubot_asked *asked, float *probabilities)
{
    return kernels_for(net)->answer(net, parameters, observer, followers, asked, probabilities);
}

int64_t dcubot_learn(const dcubot_net *net, const float *parameters, const float *observer,
                     const dcubot_hands *hands, const dcubot_aim *aim, float *gradient,
                     float *critic_gradient, dcubot_sums *sums)
{
    return kernels_for(net)->learn(net, parameters, observer, hands, aim, gradient, critic_gradient,
                                   sums);
}

int64_t dcubot_likelihoods(const dcubot_net *net, const float *parameters,
                           const dcubot_candidates *asked, double *logarithms)
{
    return kernels_for(net)->likelihoods(net, parameters, asked, logarithms);
}

int64_t dcubot_carry_beliefs(const dcubot_net *net, const float *observer,
                             const dcubot_matches *matches, float *beliefs, float *priors)
{
    return kernels_for(net)->carry_beliefs(net, observer, matches, beliefs, priors);
}
