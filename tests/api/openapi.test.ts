import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLLECTIONS, ITEM_COLLECTIONS } from "../../contract/collections/collections.ts";
import { describeCollections } from "../../server/collections/index.ts";
import type { Action } from "../../server/content/access.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

type Json = Record<string, unknown>;
type Operation = {
  operationId?: string;
  parameters?: Json[];
  requestBody?: { content: Record<string, { schema?: Json }> };
  responses: Record<string, Json>;
  security?: Json[];
  tags: string[];
};
type Description = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  security: Json[];
  tags: { name: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, Json>>;
};

const ACCESS = new Map(describeCollections().map(({ name, access }) => [name, access]));
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const ACTIONS: Record<string, Action> = { get: "read", post: "create", patch: "update", delete: "delete" };

describe("/openapi.json", () => {
  let server: TestServer;
  let text: string;
  let api: Description;

  beforeAll(async () => {
    server = await startServerHere({ environment: { PRODUCT_NAME: "Setzkasten" } });
    const answer = await server.fetch("/openapi.json");
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    text = await answer.text();
    api = JSON.parse(text);
  });
  afterAll(async () => {
    await server?.stop();
  });

  const operations = () =>
    Object.entries(api.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({
        path,
        method,
        item,
        operation: item[method] as Operation,
      })),
    );

  test("is made once and answers 304", async () => {
    const answer = await server.fetch("/openapi.json");
    const etag = answer.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(await answer.text()).toBe(text);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await server.fetch("/openapi.json", { headers: { "if-none-match": known } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    }
    const other = await server.fetch("/openapi.json", { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  test("is OpenAPI 3.1 with a title and a version", () => {
    expect(api.openapi).toMatch(/^3\.1\.\d+$/);
    expect(api.info.title).toContain("Setzkasten");
    expect(api.info.version).toBeTypeOf("string");
    const parts = ["components", "info", "openapi", "paths", "security", "servers", "tags"];
    expect(Object.keys(api).sort()).toEqual(parts);
  });

  test("names its server and the ways to authenticate", () => {
    expect(api.servers).toEqual([{ url: "/" }]);
    const schemes = Object.keys(api.components.securitySchemes ?? {});
    for (const each of [api.security, ...operations().map(({ operation }) => operation.security ?? [])])
      for (const scheme of each.flatMap(Object.keys)) expect(schemes).toContain(scheme);
    expect(api.security[0]).toEqual({}); // a visitor has no credentials
  });

  test("documents the common errors of every operation", () => {
    for (const { path, method, operation } of operations())
      for (const status of ["400", "401", "403", "431", "503"])
        expect(Object.keys(operation.responses), `${method} ${path}`).toContain(status);
  });

  test("requires no read-only field", () => {
    for (const collection of ITEM_COLLECTIONS)
      for (const [suffix, action] of [
        ["new", "create"],
        ["changes", "update"],
      ] as const) {
        const schema = api.components.schemas?.[`${collection}_${suffix}`] as
          | { properties: Json; required?: string[] }
          | undefined;
        const rights = Object.values(ACCESS.get(collection) ?? {});
        const writable = rights.flatMap((each) =>
          action === "create" ? (each.create ?? []) : (each.update?.fields ?? []),
        );
        // What a change may contain besides fields.
        if (collection === "types" && action === "update") writable.push("moves", "was");
        expect(schema !== undefined, `${collection} ${suffix}`).toBe(writable.length > 0);
        for (const name of Object.keys(schema?.properties ?? {})) expect(writable).toContain(name);
        for (const name of schema?.required ?? []) expect(writable).toContain(name);
        if (suffix === "changes") expect(schema?.required).toBeUndefined();
      }
  });

  test("has no dangling reference", () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1] as string);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      const steps = reference.split("/");
      expect(steps.shift()).toBe("#");
      const target = steps.reduce<unknown>((place, step) => (place as Json | undefined)?.[step], api);
      expect(target, reference).toBeTypeOf("object");
    }
  });

  test("uses only OpenAPI keywords in paths", () => {
    const known = new Set([...METHODS, "parameters", "summary", "description", "servers", "$ref"]);
    for (const [path, item] of Object.entries(api.paths)) {
      expect(path).toMatch(/^\//);
      for (const key of Object.keys(item)) expect(known.has(key), `${path} ${key}`).toBe(true);
    }
  });

  test("names every path parameter and each operation once", () => {
    for (const { path, item, operation } of operations()) {
      const declared = [...((item.parameters as Json[]) ?? []), ...(operation.parameters ?? [])]
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => `${parameter.name} ${parameter.required}`);
      const written = [...path.matchAll(/\{(\w+)\}/g)].map((found) => `${found[1]} true`);
      expect(declared, path).toEqual(written);
    }
    const ids = operations().flatMap(({ operation }) => operation.operationId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("documents response and tag of every operation", () => {
    const tags = new Set(api.tags.map((tag) => tag.name));
    for (const { path, method, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect(statuses.length, `${method} ${path}`).toBeGreaterThan(0);
      for (const status of statuses) expect(status).toMatch(/^[1-5]\d\d$/);
      for (const response of Object.values(operation.responses))
        expect(response.$ref ?? response.description, `${method} ${path}`).toBeTypeOf("string");
      for (const tag of operation.tags) expect(tags.has(tag), tag).toBe(true);
      if (method === "get") expect(operation.requestBody).toBeUndefined();
    }
  });

  test("describes the allowed operations of every collection", () => {
    for (const collection of ITEM_COLLECTIONS)
      for (const [suffix, methods] of [
        ["", ["get", "post", "patch", "delete"]],
        ["/{id}", ["get", "patch", "delete"]],
      ] as const)
        for (const method of methods) {
          const action = ACTIONS[method] as Action;
          const roles = Object.entries(ACCESS.get(collection) ?? {}).filter(([, rights]) => rights[action]);
          const operation = api.paths[`/items/${collection}${suffix}`]?.[method] as Operation | undefined;
          expect(operation !== undefined, `${method} /items/${collection}${suffix}`).toBe(roles.length > 0);
          if (!operation) continue;
          const open = roles.some(([role]) => role === "visitor");
          expect(operation.security === undefined, `${method} ${collection}`).toBe(open);
        }
    const described = Object.keys(api.paths).filter((path) => path.startsWith("/items/"));
    expect(described).toHaveLength(ITEM_COLLECTIONS.length * 2);
  });

  test("describes exactly the fields of each record", () => {
    for (const collection of [...ITEM_COLLECTIONS, "files"] as const) {
      const schema = api.components.schemas?.[collection] as { properties: Json };
      expect(Object.keys(schema.properties)).toEqual(Object.keys(COLLECTIONS[collection]));
    }
    for (const word of ["password_hash", "auth_", "source_hash", "idempotency_keys", "disabledAt"])
      expect(text.includes(word), word).toBe(false);
  });

  test("describes no missing path", async () => {
    const id = "0190a0a0-0000-7000-8000-000000000000";
    // These answer so for an unknown file, set or reader.
    const unknown = /^\/(builds|icons|metrics)\b/;
    for (const { path, method } of operations().filter(({ path }) => !unknown.test(path))) {
      const answer = await server.fetch(path.replace(/\{\w+\}/g, id), {
        method: method.toUpperCase(),
        ...(method === "get" ? {} : { json: {} }),
      });
      const body = await answer.text();
      if (answer.status === 404) expect(body, `${method} ${path}`).not.toMatch(/"Route /);
    }
  });
});
