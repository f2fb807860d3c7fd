import { expect, it } from "vitest";
import { sayAddress } from "./address-words.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:0db8:0001:0002:0000:0000:0000:0000", "network 2001:db8:1:2"],
  ["2001:0db8:0000:0000:0000:0000:0000:0007", "2001:db8::7"],
  ["0000:0000:0000:0000:0000:0000:0000:0000", "this machine"],
  ["::1", "this machine"],
  ["not:an:address", "not:an:address"],
  [null, ""],
])("%s is said as %s", (kept, said) => {
  expect(sayAddress(kept)).toBe(said);
});
