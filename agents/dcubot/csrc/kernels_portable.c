/* The kernels for any processor. */
#define KERNEL(name) dcubot_portable_##name
#include "kernels.h"
