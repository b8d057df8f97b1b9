/* The kernels that are compiled once for each set of instructions; see dcubot.h for what each does. */
#ifndef DCUBOT_KERNEL_SET_H
#define DCUBOT_KERNEL_SET_H

#include "follower.h"

typedef struct {
    int64_t (*answer)(const dcubot_net *, const float *, const float *, uint8_t *,
                      const dcubot_asked *, float *);
    int64_t (*learn)(const dcubot_net *, const float *, const float *, const dcubot_hands *,
                     const dcubot_aim *, float *, float *, dcubot_sums *);
    int64_t (*likelihoods)(const dcubot_net *, const float *, const dcubot_candidates *, double *);
    int64_t (*carry_beliefs)(const dcubot_net *, const float *, const dcubot_matches *, float *,
                             float *);
} kernel_set;

extern const kernel_set dcubot_portable_kernels, dcubot_avx2_kernels;

#endif
