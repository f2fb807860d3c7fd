import { expect, it } from "vitest";
import { formatAddress, nameDevice } from "./session-device.ts";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "Chrome on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  ["curl/8.1", "Unknown device"],
])("names %s", (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:0db8:0001:0002:0000:0000:0000:0000", "network \u20662001:db8:1:2\u2069"],
  ["2001:0db8:0000:0000:0000:0000:0000:0007", "\u20662001:db8::7\u2069"],
  ["0000:0000:0000:0000:0000:0000:0000:0000", "this computer"],
  ["::1", "this computer"],
  ["not:an:address", "\u2066not:an:address\u2069"],
  [null, ""],
])("%s is said as %s", (kept, said) => {
  expect(formatAddress(kept)).toBe(said);
});
