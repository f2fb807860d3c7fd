import { expect, test } from "vitest";
import { RENDER_PACE } from "../limits/limits.ts";
import { createClientPace } from "./client-pace.ts";

const SLOW = RENDER_PACE.slowMs;
const WHILE = SLOW * RENDER_PACE.behindTimes;

test("treats a client as slow for ten times its render time", () => {
  const pace = createClientPace();
  expect(pace.note("a", SLOW - 1, 0)).toBe(false);
  expect(pace.isSlow("a", 0)).toBe(false);
  expect(pace.note("a", SLOW, 0)).toBe(true);
  expect([0, WHILE - 1, WHILE].map((now) => pace.isSlow("a", now))).toEqual([true, true, false]);
  expect([pace.isSlow("b", 0), pace.isSlow(undefined, 0)]).toEqual([false, false]);
});

test("keeps a slow client slow after a quick render", () => {
  const pace = createClientPace();
  pace.note("a", SLOW * 2, 0);
  pace.note("a", 1, 1);
  pace.note("a", SLOW, 1);
  expect(pace.isSlow("a", WHILE * 2 - 1)).toBe(true);
});

test("treats a client as quick after several quick renders", () => {
  const pace = createClientPace();
  const note = (count: number) => {
    for (let n = 0; n < count; n++) pace.note("a", 1, 0);
  };
  note(RENDER_PACE.provenBy - 1);
  expect(pace.isQuick("a")).toBe(false);
  note(1);
  expect(pace.isQuick("a")).toBe(true);
  pace.note("a", SLOW, 0);
  note(RENDER_PACE.provenBy - 1);
  expect(pace.isQuick("a")).toBe(false);
});
