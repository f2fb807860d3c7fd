import { afterAll, beforeAll, expect, test } from "vitest";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";
import { CAPTURES, type Capture } from "./conformance/captured/captures.ts";
import { findShapeDifference } from "./conformance/captured/comparison.ts";

/** What Typecase doesn't ask of a content host, and the host of the tests doesn't have. */
const NOT_OFFERED = new Set([
  "junction-rows-after-leaving-one-out",
  "junction-rows-deselect-delete",
  "err-offset-minus",
  "offset-3",
  "meta-both",
  "meta-both-public",
  "filter-json",
  "filter-between",
  "filter-starts-with",
  "deep-limit",
  "search-method",
  "aggregate-avg-group",
  "alias",
  "patch-many-query",
  "delete-many",
  "options-cors",
  "head",
  "etag-match",
  "err-login-malformed",
]);
/** With a token that may not delete. */
const READ_ONLY = new Set(["err-delete-missing-id-app"]);
const OFFERED = CAPTURES.filter(({ name }) => !NOT_OFFERED.has(name));

const TYPES = ["email", "blog", "social", "report", "letter", "script", "memo", "story", "note", "ad"];
const templates = Array.from({ length: 20 }, (_, index): HostItem => {
  const id = index + 1;
  const type = TYPES[index % TYPES.length] as string;
  return {
    id,
    type,
    category: "marketing",
    url: `/templates/${type}/${id}`,
    content: `Text ${id}`,
    template_name: `Template ${id}`,
    rating: 3.1,
    image: `https://cdn.example.org/${id}.png`,
  };
});
const person = (id: number): HostItem => ({
  id,
  avatar: "a1",
  name: `Person ${id}`,
  profession: "Writer",
  email: `person-${id}@example.org`,
  phone_number: "+15550100",
  bio: "Bio",
  photo: "face",
});
const list = (id: number, ...entries: [id: number, templates_id: number][]): HostItem => ({
  id,
  user_id: 1,
  template_id: entries.map(([id, templates_id]) => ({ id, templates_id })),
});

let host: DirectusHost;
beforeAll(async () => {
  host = await startDirectusHost({
    templates,
    user: [person(1), person(2)],
    saved_templates: [list(1, [1, 3]), list(2, [2, 4], [3, 5]), list(3, [4, 6])],
    history: [1, 3, 6, 8, 10].map((used, index) => ({
      ...list(index + 1, [index + 1, used]),
      date_created: "2026-01-01T00:00:00.000Z",
    })),
  });
  host.pictures.set("face", Buffer.from("a picture"));
});
afterAll(() => host?.stop());

test("the lines that aren't compared exist", () => {
  const names = CAPTURES.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...NOT_OFFERED, ...READ_ONLY]));
});

test.each(OFFERED)("the host of the tests answers in the shape of a Directus: $name", async (capture) => {
  // Entries have other ids here; these are what the next lines ask for.
  if (capture.name === "saved-patch-ids-as-numbers")
    Object.assign(host.collections.saved_templates?.[0] ?? {}, list(1, [6, 3], [7, 8]));
  host.trouble = READ_ONLY.has(capture.name) ? "refuse writes" : "none";
  const answer = await ask(capture);
  const text = await answer.text();
  expect(answer.status, text).toBe(capture.status);
  if (typeof capture.body === "string") return expect(text).toBe(capture.body);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const body = JSON.parse(text);
  expect(findShapeDifference(capture.body, body)).toBeUndefined();
  expect(codesOf(body)).toEqual(codesOf(capture.body));
});

const codesOf = (body: unknown) =>
  (body as { errors?: { extensions: { code: string } }[] }).errors?.map(({ extensions }) => extensions.code);

function ask({ request: { method, path, auth, body, content_type } }: Capture): Promise<Response> {
  const token = { admin: host.token, app: host.token, bad: "nonsense", none: undefined }[auth];
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(content_type ? { "content-type": content_type } : {}),
  };
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(host.url + path, { method, headers, ...(body === null ? {} : { body: sent }) });
}
