import * as sdk from "@directus/sdk";
import { expect, test } from "vitest";
import { insteadOf, isApiPath, isDirectusPath } from "./program-paths.ts";

// The others make clients, or listen to one.
const COMMAND =
  /^(?:accept|create|delete|generate|import|invite|log|password|read|refresh|register|schema|server|trigger|update|upload|utils|verify)/;

/** What the official client sends for each of its commands; nothing for what is no command, or takes other arguments. */
function callsOfTheClient(): { name: string; path: string }[] {
  return Object.entries(sdk).flatMap(([name, make]) => {
    if (!COMMAND.test(name)) return [];
    try {
      const command = (make as (...given: unknown[]) => unknown)("x", "y", {}, {});
      const call = typeof command === "function" ? command() : undefined;
      return typeof call?.path === "string" ? [{ name, path: call.path.split("?")[0] }] : [];
    } catch {
      return [];
    }
  });
}

const SERVED =
  /^\/(?:items\/\w+(?:\/\w+)?|assets\/\w+|users\/me|auth\/(?:login|refresh|logout)|auth\/password\/(?:request|reset))$/;

test("serves or explains every call of the Directus SDK", () => {
  const calls = callsOfTheClient();
  expect(calls.length).toBeGreaterThan(100);
  for (const { name, path } of calls) {
    expect(isApiPath(path) || isDirectusPath(path), `${name} ${path} is answered in JSON`).toBe(true);
    expect(SERVED.test(path) || insteadOf(path) !== undefined, `${name} ${path}`).toBe(true);
  }
});

test("leaves the site's own paths alone", () => {
  for (const path of ["/", "/invoices", "/invoices/users", "/dashboard", "/usersx", "/constructor"]) {
    expect(isApiPath(path) || isDirectusPath(path), path).toBe(false);
    expect(insteadOf(path), path).toBeUndefined();
  }
});
