import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderTimedOut } from "../../engine/errors.ts";
import { createThumbnails } from "./thumbnails.ts";

const MINUTE = 60_000;
const PAGE = { svg: "<svg/>", width: 10, height: 10, fields: [] };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

/** One template without a picture, whose pages time out as often as is said. */
function openThumbnails(timeouts: number) {
  const template = {
    id: "a",
    version: "v1",
    type: "notes",
    slug: "a",
    page: {},
    theme: {},
    fields: {},
    sample: {},
  };
  let tries = 0;
  let isStored = false;
  const missing = () => (isStored ? [] : [template]);
  const thumbnails = createThumbnails({
    rendering: {
      renderPages: async () => {
        tries += 1;
        if (tries <= timeouts) throw renderTimedOut(10_000);
        return { pages: [PAGE], printed: 1, warnings: [] };
      },
    },
    pictures: { make: async () => ({ bytes: new Uint8Array(), width: 1, height: 1 }) },
    store: {
      listWithout: async (_: number, isBroken: (id: string, version: string) => boolean) => ({
        templates: missing().filter(({ id, version }) => !isBroken(id, version)),
        last: undefined,
      }),
      findWithout: async () => missing(),
      store: async () => {
        isStored = true;
      },
    },
    claims: { take: async () => true, giveBack: async () => {}, end: async () => {} },
    isNewest: async () => true,
    log: { warn: () => {} },
  } as never); // the few parts that drawing uses
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await thumbnails.settled();
    return tries;
  };
  return { thumbnails, pass, isStored: () => isStored };
}

test("retries a timed-out page after 1, 5 and 30 minutes", async () => {
  const { thumbnails, pass } = openThumbnails(99);
  thumbnails.wake();
  expect(await pass(0)).toBe(1);
  thumbnails.wake(); // by something else that changed
  expect(await pass(MINUTE - 1)).toBe(1);
  expect(await pass(1)).toBe(2);
  expect(await pass(5 * MINUTE - 1)).toBe(2);
  expect(await pass(1)).toBe(3);
  expect(await pass(30 * MINUTE - 1)).toBe(3);
  expect(await pass(1)).toBe(4);
  expect(await pass(48 * 60 * MINUTE)).toBe(4);
  await thumbnails.close();
});

test("stores the picture of a successful retry", async () => {
  const { thumbnails, pass, isStored } = openThumbnails(1);
  thumbnails.wake();
  await pass(MINUTE);
  expect(isStored()).toBe(true);
  expect(await pass(60 * MINUTE)).toBe(2);
  await thumbnails.close();
});
