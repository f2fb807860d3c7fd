import { expect, it } from "vitest";
import { createKnownDevices } from "./known-devices.ts";

const devices = createKnownDevices("a key of the site", false);
const cookieOf = (line: string) => line.split(";")[0] ?? "";

it("knows a browser only for accounts it signed in to", () => {
  const cookie = cookieOf(devices.remember(null, "ada"));
  expect(devices.find(cookie, "ada")).toMatch(/^[\w-]{16}$/);
  expect(devices.find(`x=1; ${cookie}; y=2`, "ada")).toBe(devices.find(cookie, "ada"));
  expect(devices.find(cookie, "grace")).toBeUndefined();
  expect(createKnownDevices("another key", false).find(cookie, "ada")).toBeUndefined();
  for (const odd of [null, "", "typecase.device=", "typecase.device=a.b", `${cookie.slice(0, -1)}_`])
    expect(devices.find(odd, "ada")).toBeUndefined();
});

it("keeps the name at another sign-in and the cookie short", () => {
  let cookie = cookieOf(devices.remember(null, "ada"));
  const name = devices.find(cookie, "ada");
  for (const other of ["b", "c", "d", "e"]) cookie = cookieOf(devices.remember(cookie, other));
  expect(devices.find(cookie, "ada")).toBe(name);
  cookie = cookieOf(devices.remember(cookie, "ada"));
  expect(devices.find(cookie, "ada")).toBe(name);
  for (let i = 0; i < 40; i++) cookie = cookieOf(devices.remember(cookie, `pupil ${i}`));
  expect(cookie.length).toBeLessThan(400);
  expect(devices.find(cookie, "ada")).toBeUndefined();
});

it("hides the cookie from scripts and other routes", () => {
  expect(devices.remember(null, "ada")).toMatch(/; Path=\/auth; HttpOnly; SameSite=Lax$/);
  expect(createKnownDevices("k", true).remember(null, "ada")).toMatch(
    /^__Secure-typecase\.device=.*; Secure$/,
  );
});
