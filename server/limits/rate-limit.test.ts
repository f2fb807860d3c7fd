import { expect, it } from "vitest";
import { addressGroup } from "./rate-limit.ts";

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
