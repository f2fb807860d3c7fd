import { afterEach, expect, it, vi } from "vitest";
import { watchDeniedCalls } from "./denied-calls.ts";
import { call, RefusedCall, reasonOf, wordsOf } from "./http-client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerWith = (answer: () => Response) => vi.stubGlobal("fetch", async () => answer());

it("reports a call that was refused for want of a session or a right, unless anyone could have made it", async () => {
  let denied = 0;
  watchDeniedCalls(() => denied++);
  for (const status of [400, 401, 403, 500]) {
    answerWith(() => Response.json({ errors: [] }, { status }));
    await expect(call("items/user")).rejects.toBeInstanceOf(RefusedCall);
    await expect(call("render/1.pdf", { json: {}, isPublic: true })).rejects.toBeInstanceOf(RefusedCall);
  }
  expect(denied).toBe(2);
});

it("takes an answer without words for one that only has its status", async () => {
  answerWith(() => new Response("<html>", { status: 502 }));
  await expect(call("items/user")).rejects.toThrow("The server answered 502.");
});

it("tells a person what the server said, and of what went wrong there nothing", () => {
  expect(wordsOf(new RefusedCall(400, [{ message: "Your name is missing" }]))).toBe("Your name is missing");
  expect(wordsOf(new RefusedCall(500, [{ message: "SQLITE_BUSY" }]))).toContain("did not answer");
  expect(wordsOf(new TypeError("Failed to fetch"))).toContain("did not answer");
});

it("gives what the server said as the reason of a refusal, and its silence only when it was silent", () => {
  expect(reasonOf(new RefusedCall(409, [{ message: "You keep 500 documents already." }]))).toBe(
    "You keep 500 documents already.",
  );
  for (const error of [new RefusedCall(413), new RefusedCall(500, [{ message: "SQLITE_BUSY" }])])
    expect(reasonOf(error)).toBe("The server could not do it just now. Please try again in a moment.");
  expect(reasonOf(new TypeError("Failed to fetch"))).toBe("The server did not answer. Please try again.");
});
