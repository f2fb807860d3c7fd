/**
 * How the server's process is started. What it keeps is about 65 MB; left to itself it holds five times that after some minutes of
 * traffic: garbage that is collected late, and freed memory that is not given back. `npm run bench -- soak` measures it.
 */
export const SERVER_FLAGS = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=50",
  // Nothing is collected before there is as much as it will keep: a start is 30 ms shorter.
  "--min-semi-space-size=4",
  "--initial-old-space-size=64",
];

/** Of glibc; whoever sets one of them themselves keeps their own. */
export const SERVER_ALLOCATOR = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
