import { expect, it } from "vitest";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { describeFailure, planRetry } from "./render-failure.ts";

const away = new TypeError("Failed to fetch");

it("waits with increasing pauses up to a limit", () => {
  expect([1, 2, 3, 20].map((tries) => planRetry(away, tries).retryAfterMs)).toEqual([
    500, 1_000, 2_000, 10_000,
  ]);
});

it("follows the server's Retry-After", () => {
  expect(planRetry(new RefusedCall(503, [], 4), 1).retryAfterMs).toBe(4_000);
});

it("retries temporary failures only", () => {
  for (const status of [429, 500, 502, 503]) {
    expect(planRetry(new RefusedCall(status), 1).retryAfterMs).toBeGreaterThan(0);
  }
  for (const status of [400, 403, 413, 422]) {
    expect(planRetry(new RefusedCall(status), 1).retryAfterMs).toBeUndefined();
  }
});

it("distinguishes offline, unreachable and refused", () => {
  expect(describeFailure(planRetry(away, 1), false).message).toContain("You’re offline");
  expect(describeFailure(planRetry(away, 1), true).message).toContain("We can’t reach the server");
  const message = '"notes" is too long.';
  const refused = new RefusedCall(400, [
    { message: message, extensions: { field: "notes", code: "TEXT_TOO_LONG" } },
  ]);
  expect(describeFailure(planRetry(refused, 1), true)).toEqual({
    kind: "refused",
    message,
    problems: [{ field: "notes", type: "TEXT_TOO_LONG", message: message }],
  });
});
