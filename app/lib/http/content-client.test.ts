import { afterEach, expect, it, vi } from "vitest";
import { createItem, itemsAddress, listAllItems, updateItem } from "./content-client.ts";
import { RefusedCall } from "./http-client.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Answers one call after the other, and gives what was called. */
function answerWith(...answers: Response[]) {
  const calls: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push({ path, init });
    return answers.shift() ?? Response.error();
  });
  return calls;
}

const data = (value: unknown, headers?: Record<string, string>) =>
  Response.json({ data: value }, { headers });

it("writes list parameters in order", () => {
  expect(itemsAddress("user")).toBe("items/user");
  expect(
    itemsAddress("documents", {
      filter: {
        user_id: { _eq: "7" },
        _or: [
          { title: { _icontains: "a & b" } },
          { templates_id: { template_name: { _icontains: "a & b" } } },
        ],
      },
      fields: ["id", "templates_id.page"],
      sort: ["-date_updated", "id"],
      limit: 48,
      page: 2,
    }),
  ).toBe(
    "items/documents?filter[user_id][_eq]=7" +
      "&filter[_or][0][title][_icontains]=a%20%26%20b" +
      "&filter[_or][1][templates_id][template_name][_icontains]=a%20%26%20b" +
      "&fields=id,templates_id.page&sort=-date_updated,id&limit=48&page=2",
  );
  expect(itemsAddress("history", { filter: { user_id: { _eq: "7" } }, aggregate: { count: "*" } })).toBe(
    "items/history?filter[user_id][_eq]=7&aggregate[count]=*",
  );
});

it("loads further pages while a list is full", async () => {
  const calls = answerWith(data([{ id: "1" }, { id: "2" }]), data([{ id: "3" }]));
  const found = await listAllItems("templates", { fields: ["id"], limit: 2 });
  expect(found.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(calls.map(({ path }) => path)).toEqual([
    "/items/templates?fields=id&limit=2",
    "/items/templates?fields=id&limit=2&page=2",
  ]);
});

it("sends and returns revisions", async () => {
  const calls = answerWith(data({ rev: 4 }, { etag: '"rev-4"' }));
  const saved = await updateItem("documents", "d", { title: "A" }, { fields: ["rev"], ifMatch: '"rev-3"' });
  expect(saved).toEqual({ data: { rev: 4 }, etag: '"rev-4"' });
  expect(calls[0]).toMatchObject({
    path: "/items/documents/d?fields=rev",
    init: { method: "PATCH", body: '{"title":"A"}', headers: { "if-match": '"rev-3"' } },
  });
});

it("throws the server's message and Retry-After", async () => {
  const errors = [{ message: "Too long", extensions: { code: "FAILED_VALIDATION", field: "title" } }];
  answerWith(Response.json({ errors }, { status: 400, headers: { "retry-after": "3" } }));
  const refused = await createItem("documents", {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedCall);
  expect(refused).toMatchObject({
    status: 400,
    message: "Too long",
    code: "FAILED_VALIDATION",
    faults: [{ path: "title", type: "FAILED_VALIDATION", message: "Too long" }],
    retryAfter: 3,
  });
});
