/* The kernels for any processor. */
#define KERNELS dcubot_portable_kernels
#include "kernels.h"
