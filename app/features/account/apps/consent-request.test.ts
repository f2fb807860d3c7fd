import { expect, test } from "vitest";
import { readRequest } from "./consent-request.ts";

const later = String(Math.floor(Date.now() / 1_000) + 600);
const signed = (redirect_uri: string, given: Record<string, string> = {}) =>
  String(
    new URLSearchParams({
      client_id: "a",
      scope: "render documents",
      exp: later,
      sig: "s",
      redirect_uri,
      ...given,
    }),
  );

test("the host that gets the answer is read from its address", () => {
  expect(readRequest(signed("https://aria.example/callback?x=1"))).toEqual({
    clientId: "a",
    scopes: ["render", "documents"],
    host: "aria.example",
    returnTo: "aria.example/callback",
  });
  expect(readRequest(signed("editor://typecase/back"))?.host).toBe("typecase");
  expect(readRequest(signed("com.example.app:/back"))?.host).toBe("com.example.app");
});

test("an unsigned, expired or incomplete request is none", () => {
  expect(readRequest("")).toBeUndefined();
  expect(readRequest(signed("nowhere"))).toBeUndefined();
  expect(readRequest(signed("https://aria.example/", { exp: "1" }))).toBeUndefined();
  expect(readRequest("client_id=a&redirect_uri=https%3A%2F%2Faria.example%2F")).toBeUndefined();
});
