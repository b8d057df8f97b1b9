/* The paths of this build, fastest first; NULL beyond the last one. */
const char *rb_cpu_path_name(int32_t path);
int32_t rb_cpu_path_is_supported(int32_t path);
