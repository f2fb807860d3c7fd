import { describe, expect, it } from "vitest";
import { createRegistry } from "./registry.ts";

describe("Prometheus metrics", () => {
  it("count by label and escape client text", async () => {
    const registry = createRegistry();
    const lookups = registry.counter("lookups_total", "Lookups.", ["cache"]);
    lookups.add(1, 'a"b\\c\nd');
    lookups.add(2, "plain");
    lookups.add(1, "plain");
    expect(await registry.text()).toBe(
      [
        "# HELP lookups_total Lookups.",
        "# TYPE lookups_total counter",
        'lookups_total{cache="a\\"b\\\\c\\nd"} 1',
        'lookups_total{cache="plain"} 3',
        "",
      ].join("\n"),
    );
  });

  it("count durations by bucket, with sum and count", async () => {
    const registry = createRegistry();
    const times = registry.histogram("wait_seconds", "Waits.", ["for"], [0.1, 1]);
    for (const seconds of [0.05, 0.1, 0.5, 3]) times.observe(seconds, "page");
    expect(await registry.text()).toBe(
      [
        "# HELP wait_seconds Waits.",
        "# TYPE wait_seconds histogram",
        'wait_seconds_bucket{for="page",le="0.1"} 2',
        'wait_seconds_bucket{for="page",le="1"} 3',
        'wait_seconds_bucket{for="page",le="+Inf"} 4',
        'wait_seconds_sum{for="page"} 3.65',
        'wait_seconds_count{for="page"} 4',
        "",
      ].join("\n"),
    );
  });

  it("leave out only values that can't be read", async () => {
    const registry = createRegistry();
    registry.gauge("broken", "Broken.", [], () => Promise.reject(new Error("gone")));
    registry.gauge("size_bytes", "Size.", [], () => [[7]]);
    expect(await registry.text()).toBe("# HELP size_bytes Size.\n# TYPE size_bytes gauge\nsize_bytes 7\n");
  });
});
