import { afterEach, expect, it, vi } from "vitest";
import { addressGroup, createRateLimit } from "./rate-limit.ts";

afterEach(() => vi.useRealTimers());

it("ends a limit after its time although the clock steps back", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const limit = createRateLimit({ max: 1, perMs: 10_000 });
  expect([limit.take("ada"), limit.take("ada")]).toEqual([0, 10]);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(10_001);
  expect(limit.take("ada")).toBe(0);
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:0:1::7", "2001:db8:0:1"],
  ["2001:0DB8:0000:0001:0000:0000:0000:0007", "2001:db8:0:1"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("%s counts as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
