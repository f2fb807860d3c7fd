import { Hono } from "hono";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROUTES } from "../../accounts/routes.ts";
import { describeCollections } from "../../collections/index.ts";
import { describeRoute } from "../../request/api-description.ts";
import type { RequestEnv } from "../../request/request.ts";
import { createApp } from "../app.ts";
import { describePaths, listDescribedRoutes } from "./described-routes.ts";
import { describeApi } from "./openapi.ts";

const collections = describeCollections();

/** Stands for every service: routes are mounted and never called. */
const service: object = new Proxy(() => service, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : service),
  apply: () => service,
});
const services =
  "site log quotas accounts content rendering pictures templates drafts versions shares catalogue catalogueVersion counts releases answers renderPage checks isDraining metrics requests webhooks";
const parts = {
  ...Object.fromEntries(services.split(" ").map((name) => [name, service])),
  collections,
  settings: { dataDir: "", trustedProxies: [], metricsAddresses: [] },
} as unknown as Parameters<typeof createApp>[0];

test("documents exactly the mounted routes", () => {
  const { routes } = createApp(parts);
  const described = describeApi({
    productName: "Typecase",
    origin: undefined,
    collections,
    routes: listDescribedRoutes(routes),
  }).paths as Record<string, object>;
  const documented = Object.entries(described).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== "parameters")
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const patterns = mountedRoutes(routes).map(([method, path]) => {
    const pattern = path.replace(/[.]/g, "\\.").replace(/:\w+(\{[^/]*\})?/g, "[^/]+");
    return new RegExp(`^${method} ${pattern}$`);
  });
  for (const pattern of patterns)
    expect(
      documented.filter((each) => pattern.test(each)),
      `${pattern}`,
    ).not.toEqual([]);
  for (const each of documented)
    expect(
      patterns.filter((pattern) => pattern.test(each)),
      each,
    ).not.toEqual([]);
  for (const place of ["/shares", "/auth/people", "/auth/actions", "/auth/my-data", "/metrics", "/health"])
    expect(described).toHaveProperty([place]);
});

/** Middleware and pages are no part of the API, and OpenAPI has no SEARCH. */
function mountedRoutes(routes: Hono<RequestEnv>["routes"]): [string, string][] {
  const mounted = routes.filter(
    ({ method, path }) => !["ALL", "SEARCH", "OPTIONS"].includes(method) && path !== "/*",
  );
  const accounts = Object.entries(ROUTES).map(([path, { method }]): [string, string] => [method, path]);
  return [...mounted.map(({ method, path }): [string, string] => [method, path]), ...accounts];
}

test("rejects a route without a description", () => {
  const inner = new Hono<RequestEnv>().get("/described", describeRoute({ tag: "a", summary: "A" }), (c) =>
    c.text(""),
  );
  inner.onError((_, c) => c.text(""));
  const app = new Hono<RequestEnv>().route("/", inner);
  expect(listDescribedRoutes(app.routes)).toMatchObject([
    { method: "get", path: "/described", summary: "A" },
  ]);
  app.post("/forgotten", (c) => c.text(""));
  expect(() => listDescribedRoutes(app.routes)).toThrow("POST /forgotten has no description");
});

test("describes a body with the schema that validates it", () => {
  const body = z.strictObject({ rev: z.int().min(1), note: z.string().max(9).nullable().default(null) });
  const app = new Hono<RequestEnv>();
  app.put(
    "/things/:id/:file{.+\\.zip}",
    describeRoute({ tag: "a", summary: "A", body, errors: [429] }),
    (c) => c.text(""),
  );
  const { put } = describePaths(listDescribedRoutes(app.routes))["/things/{id}/{file}"] as Record<
    string,
    unknown
  >;
  expect(put).toMatchObject({
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      { name: "file", in: "path", required: true, schema: { type: "string" } },
    ],
    requestBody: {
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              rev: { type: "integer", minimum: 1 },
              note: { anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }], default: null },
            },
            required: ["rev"],
            additionalProperties: false,
          },
        },
      },
    },
  });
  expect(Object.keys((put as { responses: object }).responses)).toEqual([
    "204",
    "400",
    "401",
    "403",
    "404",
    "413",
    "429",
    "431",
    "503",
  ]);
});
