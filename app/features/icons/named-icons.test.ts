import { afterEach, describe, expect, it, vi } from "vitest";
import { askForIcon, GIVE_UP_MS, planRequests } from "./named-icons.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("requests to the icon service", () => {
  it("are combined if they fit", () => {
    expect(planRequests("lucide", ["a", "b"])).toEqual(["/icons/lucide.json?icons=a,b"]);
    expect(planRequests("lucide", [])).toEqual([]);
  });

  it("never exceed 500 characters", () => {
    const names = Array.from({ length: 120 }, (_, i) => `icon-number-${i}`);
    const addresses = planRequests("lucide", names);
    expect(Math.max(...addresses.map((address) => address.length))).toBeLessThanOrEqual(500);
    expect(addresses.flatMap((address) => address.split("=")[1]?.split(","))).toEqual(names);
  });

  it("time out after five seconds, are logged and retried", async () => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const asked: string[] = [];
    vi.stubGlobal("fetch", (address: string, { signal }: { signal: AbortSignal }) => {
      asked.push(address);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    askForIcon("lucide:anchor");
    askForIcon("lucide:anvil");
    await expect.poll(() => asked).toEqual(["/icons/lucide.json?icons=anchor,anvil"]);
    expect([GIVE_UP_MS, timeout.mock.calls]).toEqual([5_000, [[5_000]]]);
    askForIcon("lucide:anchor");
    expect(logged).not.toHaveBeenCalled();
    clock.abort(new DOMException("The operation timed out.", "TimeoutError"));
    await expect.poll(() => logged.mock.calls.map(([message]) => message)).toEqual(["Icon fetch failed"]);
    expect(asked).toHaveLength(1);
    askForIcon("lucide:anchor");
    await expect.poll(() => asked[1]).toBe("/icons/lucide.json?icons=anchor");
  });
});
