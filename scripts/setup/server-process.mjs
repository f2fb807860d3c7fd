/**
 * How the server's process is started. It needs about 65 MB; with the defaults it grows to five times that
 * after some minutes of traffic, because garbage is collected late and freed memory is not returned. `npm run
 * bench -- soak` measures it.
 */
export const SERVER_FLAGS = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=50",
  // No collection before the young generation has reached its usual size: a start is 30 ms faster.
  "--min-semi-space-size=4",
  "--initial-old-space-size=64",
];

/** Settings of glibc; values set by the operator are kept. */
export const SERVER_ALLOCATOR = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
