import { afterEach, describe, expect, it, vi } from "vitest";
import { watchDeniedCalls } from "./denied-calls.ts";
import { call, errorMessage, RefusedCall, reasonOf } from "./http-client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answerWith = (answer: () => Response) => vi.stubGlobal("fetch", async () => answer());

it("reports calls refused for lack of a session or right", async () => {
  let denied = 0;
  watchDeniedCalls(() => denied++);
  for (const status of [400, 401, 403, 500]) {
    answerWith(() => Response.json({ errors: [] }, { status }));
    await expect(call("items/user")).rejects.toBeInstanceOf(RefusedCall);
    await expect(call("render/1.pdf", { json: {}, isPublic: true })).rejects.toBeInstanceOf(RefusedCall);
  }
  expect(denied).toBe(2);
});

it("accepts an empty error response", async () => {
  answerWith(() => new Response("<html>", { status: 502 }));
  await expect(call("items/user")).rejects.toThrow("The server returned an error (502).");
});

it("shows the server's message but no internal errors", () => {
  expect(errorMessage(new RefusedCall(400, [{ message: "Your name is missing" }]))).toBe(
    "Your name is missing",
  );
  expect(errorMessage(new RefusedCall(500, [{ message: "SQLITE_BUSY" }]))).toContain("reach the server");
  expect(errorMessage(new TypeError("Failed to fetch"))).toContain("reach the server");
});

it("gives the server's message as the reason", () => {
  expect(reasonOf(new RefusedCall(409, [{ message: "You keep 500 documents already." }]))).toBe(
    "You keep 500 documents already.",
  );
  for (const error of [new RefusedCall(413), new RefusedCall(500, [{ message: "SQLITE_BUSY" }])])
    expect(reasonOf(error)).toBe("Something went wrong on the server. Try again in a moment.");
  expect(reasonOf(new TypeError("Failed to fetch"))).toBe("We couldn’t reach the server. Try again.");
});

describe("an unanswered call", () => {
  /** Ends only when it is told to, as a connection does that has gone silent. */
  const stubSilence = () =>
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    );

  it.each(["items/user?filter[email][_eq]=a@example.org", "items/saved_templates/1", "auth/get-session"])(
    "fails after 15 seconds: %s",
    async (path) => {
      vi.useFakeTimers();
      stubSilence();
      const failed = expect(call(path)).rejects.toMatchObject({ name: "TimeoutError" });
      await vi.advanceTimersByTimeAsync(14_999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      await failed;
    },
  );

  it("waits longer for a large body to be sent", async () => {
    vi.useFakeTimers();
    stubSilence();
    const failed = expect(
      call("items/documents", { json: { text: "x".repeat(200_000) } }),
    ).rejects.toMatchObject({ name: "TimeoutError" });
    await vi.advanceTimersByTimeAsync(24_000);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await failed;
  });

  it("waits for a render as long as it takes", async () => {
    vi.useFakeTimers();
    stubSilence();
    void call("render/1.pdf", { json: {} });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails when the body of an answer does not arrive within 45 seconds", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
      const start = (body: ReadableStreamDefaultController) =>
        signal?.addEventListener("abort", () => body.error(signal.reason));
      return new Response(new ReadableStream({ start }));
    });
    const failed = expect(call("items/templates")).rejects.toMatchObject({ name: "TimeoutError" });
    await vi.advanceTimersByTimeAsync(44_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  it("ends at once when its caller gives up", async () => {
    stubSilence();
    const left = new AbortController();
    const asked = call("items/templates", { signal: left.signal });
    left.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  });
});
