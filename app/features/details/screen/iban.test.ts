import { expect, test } from "vitest";
import { groupIban, judgeIban } from "./iban.ts";

test("validates check digits of a complete IBAN", () => {
  for (const right of ["DE89 3704 0044 0532 0130 00", "gb29nwbk60161331926819", "NO93 8601 1117 947"])
    expect(judgeIban(right), right).toMatchObject({ isRight: true });
  expect(judgeIban("DE89 3704 0044 0532 0130 01")).toMatchObject({ isRight: false });
  expect(judgeIban("DE98 3704 0044 0532 0130 00")).toMatchObject({ isRight: false });
  expect(judgeIban("DE89 3704 0044 0532 0130 000")?.message).toContain("22");
  for (const unfinished of ["", "DE89 3704", "DE89 3704 0044 0532 0130", "0071-5528"])
    expect(judgeIban(unfinished), unfinished).toBeUndefined();
});

test("groups an IBAN by four and leaves other text unchanged", () => {
  expect(groupIban("de89370400440532013000")).toBe("DE89 3704 0044 0532 0130 00");
  expect(groupIban("40-11-62, 2218 0943")).toBe("40-11-62, 2218 0943");
});
