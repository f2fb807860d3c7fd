import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";
import { CAPTURES, type Capture, CUT } from "./conformance/captured/captures.ts";
import { errorFacts, findDifference, missingFields } from "./conformance/captured/comparison.ts";
import { DIFFERENCES } from "./conformance/captured/differences.ts";
import { addressWithIds, collectionOf, withIds } from "./conformance/captured/numbers.ts";
import { type CapturedWorld, makeWorld } from "./conformance/captured/world.ts";

/** File fields of a Directus that ours don't have: an intended difference. */
const NOT_OURS = [
  "storage",
  "filename_disk",
  "folder",
  "created_on",
  "modified_by",
  "modified_on",
  "charset",
  "duration",
  "embed",
  "description",
  "location",
  "tags",
  "metadata",
  "focal_point_x",
  "focal_point_y",
  "tus_id",
  "tus_data",
];

test("has a reason for every difference", () => {
  const names = CAPTURES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of Object.keys(DIFFERENCES)) expect(names).toContain(name);
});

test("lists the file fields that are missing", () => {
  const uploads = CAPTURES.filter(({ name }) => name === "files-upload-txt-app");
  const captured = uploads.map(({ body }) => (body as { data: Record<string, unknown> }).data);
  expect(captured.map((file) => missingFields("files", file))).toEqual([NOT_OURS]);
});

describeOnDatabases("captured Directus calls on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let world: CapturedWorld;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    world = await makeWorld(server, place);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test.each(CAPTURES)("$name", async (capture) => {
    await world.prepare(capture.name);
    const answer = await ask(capture);
    const text = await answer.text();
    const difference = DIFFERENCES[capture.name];
    expect(answer.status, text).toBe(difference?.status ?? capture.status);
    if (capture.name === "err-unknown-route" || text === "") return;
    if (typeof capture.body === "string" && !difference) return expect(text).toBe(capture.body);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { path } = capture.request;
    const body = JSON.parse(text.replaceAll(addressWithIds(world.numbers, path), path));
    if (difference?.code) expect(body.errors[0].extensions.code).toBe(difference.code);
    else if (answer.status >= 400) expect(errorFacts(body)).toEqual(errorFacts(capture.body));
    else expectSame(capture, body, difference?.data);
    world.settle(capture.name);
  });

  function expectSame({ name, request, body: captured }: Capture, body: unknown, instead: unknown) {
    const { data: whole, meta } = body as { data: unknown; meta?: unknown };
    const expected = captured as { data: unknown; meta?: unknown };
    expect(Object.keys(body as object)).toEqual(Object.keys(expected));
    expect(meta).toEqual(expected.meta);
    const data = CUT.has(name) && Array.isArray(whole) ? whole.slice(0, 2) : whole;
    const place = collectionOf(request.path);
    expect(findDifference(world.numbers, place, instead ?? expected.data, data)).toBeUndefined();
    // A difference that no longer exists must leave the list.
    if (instead) expect(findDifference(world.numbers, place, expected.data, data)).toBeDefined();
  }

  async function ask({ request }: Capture): Promise<Response> {
    const { method, body, content_type: type, headers: given = {} } = request;
    const path = addressWithIds(world.numbers, request.path);
    const headers: Record<string, string> = { ...world.identity(request), ...given };
    if (type) headers["content-type"] = type;
    // Entity tags are made from the bytes, which differ.
    if (request.path.endsWith("limit=2") && given["If-None-Match"])
      headers["If-None-Match"] = (await fetch(server.url + path)).headers.get("etag") ?? "";
    const sent =
      typeof body === "string"
        ? body
        : JSON.stringify(withIds(world.numbers, collectionOf(request.path), body));
    return fetch(server.url + path, { method, headers, ...(body === null ? {} : { body: sent }) });
  }
});
