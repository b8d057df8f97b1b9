/* Picks the fastest path that this processor has. */
#include "cpu_paths.h"

#include <stddef.h>

#include "path_names.h"

static int always(void)
{
    return 1;
}

#if defined(__x86_64__)
/* Asked here, in code that every processor has, of all that a path's file is compiled for. */
static int has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

static int has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512bitalg");
}
#endif

static const struct {
    int (*is_supported)(void);
    const cpu_path *path;
} PATHS[] = {
#if defined(__x86_64__)
    {has_avx512, &rb_avx512_path}, {has_avx2, &rb_avx2_path},
#endif
    {always, &rb_portable_path},
};
enum { PATH_COUNT = sizeof PATHS / sizeof *PATHS };

const cpu_path *rb_cpu_path(int32_t number)
{
    int32_t path = number < 0 ? 0 : number;

    if (number < 0)
        while (!PATHS[path].is_supported()) path++;
    return PATHS[path].path;
}

const char *rb_cpu_path_name(int32_t path)
{
    return path < PATH_COUNT ? PATHS[path].path->name : NULL;
}

int32_t rb_cpu_path_is_supported(int32_t path)
{
    return PATHS[path].is_supported();
}
