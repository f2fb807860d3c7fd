import { expect, test } from "vitest";
import { withoutText } from "./tokens.ts";

const LEGEND = ["keyword", "text"];

test("plain text has no colour and keeps positions", () => {
  const tokens = Uint32Array.from([
    ...[0, 0, 3, 0, 0], // keyword at 0:0
    ...[0, 3, 1, 1, 0], // text at 0:3
    ...[0, 1, 2, 0, 0], // keyword at 0:4
    ...[1, 0, 5, 1, 0], // text at 1:0
    ...[1, 2, 4, 0, 0], // keyword at 2:2
    ...[0, 6, 4, 1, 1], // strong text at 2:8
  ]);
  expect(withoutText(tokens, LEGEND)).toEqual([
    ...[0, 0, 3, 0, 0],
    ...[0, 4, 2, 0, 0],
    ...[2, 2, 4, 0, 0],
    ...[0, 6, 4, 1, 1],
  ]);
});
