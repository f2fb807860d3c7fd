import { Hono } from "hono";
import { type ItemCollectionName, isItemCollection } from "../../contract/collections.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { withDatabase } from "../database/database-errors.ts";
import { createAssets } from "../files/assets.ts";
import { readUpload, removeFile, storePictures } from "../files/files.ts";
import type { AnswerCache } from "../kernel/answer-cache.ts";
import { forbiddenCollection, invalidPayload, requestsExceeded } from "../kernel/errors.ts";
import type { RequestContext, RequestEnv } from "../kernel/request.ts";
import { sendStored, storeAnswer } from "../kernel/stored-answer.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { addressGroup, createLimits, type Limit, type Limits } from "../limits/account-limits.ts";
import { requireAction } from "./access.ts";
import { type Content, readRevisionTag, revisionTag, type WriteRequest } from "./content.ts";
import { applyOnce, readOnceKey, type WrittenAnswer } from "./idempotency.ts";
import { requirePayload } from "./payload.ts";
import { answerAddress, type RawQuery, readParameters, readSearchBody } from "./query/parameters.ts";

export type ContentServices = { content: Content; accounts: Pick<Accounts, "whoIs">; answers: AnswerCache };

const PERSONAL = { "cache-control": "private, no-store" };
const METHODS = "POST,SEARCH,GET,HEAD,PATCH,DELETE";

/** Collections whose reads are the same for everybody. */
function isPublic(collection: ItemCollectionName): boolean {
  return collection === "templates" || collection === "types";
}

export function contentRoutes(services: ContentServices): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const assets = createAssets(services.content.database.db);
  const limits = createLimits(services.content.database);

  app.on("OPTIONS", ["/items/:collection", "/items/:collection/:id"], (c) =>
    c.text(METHODS, 200, { allow: METHODS }),
  );
  app.get("/items/:collection", (c) => listItems(c, services));
  app.on("SEARCH", "/items/:collection", async (c) => {
    const { body } = await readBody(c);
    return answerList(c, services, readSearchBody(body));
  });
  app.post("/items/:collection", (c) =>
    write(c, services, async (body, viewer) => {
      if (c.req.param("collection") === "contact_messages" && viewer.role !== "operator")
        await countMessage(limits, c.get("clientAddress"));
      return { action: "create", body };
    }),
  );
  app.patch("/items/:collection", (c) => write(c, services, (body) => ({ action: "update-many", body })));
  app.delete("/items/:collection", (c) => write(c, services, (body) => ({ action: "remove-many", body })));
  app.get("/items/:collection/:id", (c) => findItem(c, services));
  app.patch("/items/:collection/:id", (c) =>
    write(c, services, (body) => ({ action: "update", id: c.req.param("id"), body: requirePayload(body) })),
  );
  app.delete("/items/:collection/:id", (c) =>
    write(c, services, () => ({ action: "remove", id: c.req.param("id") })),
  );

  app.get("/files", async (c) => {
    const viewer = await services.accounts.whoIs(c.req.raw);
    return c.json(await services.content.list(viewer, "files", readQuery(c)), 200, PERSONAL);
  });
  app.post("/files", (c) => upload(c, services));
  app.get("/files/:id", async (c) => {
    const viewer = await services.accounts.whoIs(c.req.raw);
    return c.json(
      { data: await services.content.find(viewer, "files", c.req.param("id"), readQuery(c)) },
      200,
      PERSONAL,
    );
  });
  app.delete("/files/:id", async (c) => {
    const viewer = await services.accounts.whoIs(c.req.raw);
    await withDatabase(() => removeFile(services.content.database.db, viewer, c.req.param("id")));
    return c.body(null, 204, PERSONAL);
  });

  app.get("/assets/:id", async (c) => {
    const asset = await assets.read(
      await services.accounts.whoIs(c.req.raw),
      c.req.param("id"),
      new URL(c.req.url).searchParams,
    );
    return c.body(asset.bytes as Uint8Array<ArrayBuffer>, 200, {
      "content-type": asset.type,
      "content-length": String(asset.bytes.length),
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": asset.isPublic ? "public, max-age=31536000, immutable" : "private, no-store",
    });
  });
  return app;
}

/** A person writes a few messages; whoever writes more waits. */
async function countMessage(limits: Limits, address: string): Promise<void> {
  const limit: Limit = {
    about: ["contact message", addressGroup(address)],
    most: 5,
    windowMs: 10 * 60_000,
    afterSuccess: "keep",
  };
  const exceeded = await withDatabase(() => limits.take([limit]));
  if (exceeded) throw requestsExceeded(exceeded.retryAfter);
}

function collectionOf(c: RequestContext): ItemCollectionName {
  const name = c.req.param("collection") ?? "";
  if (!isItemCollection(name)) throw forbiddenCollection(name.slice(0, 80));
  return name;
}

function readQuery(c: RequestContext): RawQuery {
  const url = c.req.url;
  const at = url.indexOf("?");
  return at < 0 ? {} : readParameters(url.slice(at).replace(/#.*$/, ""));
}

async function listItems(c: RequestContext, services: ContentServices): Promise<Response> {
  const collection = collectionOf(c);
  if (!isPublic(collection)) return answerList(c, services, readQuery(c));
  return answerPublicly(c, services, async (viewer) =>
    services.content.list(viewer, collection, readQuery(c)),
  );
}

async function answerList(
  c: RequestContext,
  { content, accounts }: ContentServices,
  query: RawQuery,
): Promise<Response> {
  const collection = collectionOf(c);
  const viewer = await accounts.whoIs(c.req.raw);
  const answer = await content.list(viewer, collection, query);
  const headers: Record<string, string> = { ...PERSONAL };
  if (collection === "saved_templates" && answer.data.length > 0) {
    const { data } = await content.list(viewer, collection, {
      filter: query.filter,
      fields: "rev",
      limit: 1,
    });
    if (data[0]) headers.etag = revisionTag(data[0].rev);
  }
  return c.json(answer, 200, headers);
}

async function findItem(c: RequestContext, services: ContentServices): Promise<Response> {
  const collection = collectionOf(c);
  const id = c.req.param("id") as string;
  const find = (viewer: Viewer) => services.content.find(viewer, collection, id, readQuery(c));
  if (isPublic(collection))
    return answerPublicly(c, services, async (viewer) => ({ data: await find(viewer) }));
  const viewer = await services.accounts.whoIs(c.req.raw);
  const data = await find(viewer);
  const headers: Record<string, string> = { ...PERSONAL };
  if (collection === "saved_templates") {
    const { rev } = await services.content.find(viewer, collection, id, { fields: "rev" });
    headers.etag = revisionTag(rev);
  }
  return c.json({ data }, 200, headers);
}

/** The same bytes for everybody, made once per version of the catalogue. Counts of use change without one. */
async function answerPublicly(
  c: RequestContext,
  { accounts, answers }: ContentServices,
  make: (viewer: Viewer) => Promise<unknown>,
): Promise<Response> {
  const viewer = await accounts.whoIs(c.req.raw);
  const answer = await answers.get(answerAddress(c.req.url), async () =>
    storeAnswer(Buffer.from(JSON.stringify(await make(viewer))), PUBLIC_JSON),
  );
  return answer instanceof Response ? answer : sendStored(c, answer);
}

const PUBLIC_JSON = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "public, no-cache",
};

function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

type WriteAction = WriteRequest extends infer Each
  ? Each extends WriteRequest
    ? Omit<Each, "viewer" | "collection" | "query" | "once" | "base">
    : never
  : never;

async function write(
  c: RequestContext,
  { content, accounts }: ContentServices,
  describe: (body: unknown, viewer: Viewer) => WriteAction | Promise<WriteAction>,
): Promise<Response> {
  const viewer = await accounts.whoIs(c.req.raw);
  const collection = collectionOf(c);
  const { body, bytes } = await readBody(c);
  const action = await describe(body, viewer);
  const answer = await content.write({
    ...action,
    viewer,
    collection,
    query: readQuery(c),
    once: readOnceKey(
      c.req.header("idempotency-key"),
      ownerKey(viewer, c),
      c.req.method,
      addressOf(c.req.url),
      bytes,
    ),
    base: readRevisionTag(c.req.header("if-match")),
  } as WriteRequest);
  return send(c, answer);
}

async function upload(c: RequestContext, { content, accounts }: ContentServices): Promise<Response> {
  const viewer = await accounts.whoIs(c.req.raw);
  requireAction(viewer, "create", "files");
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  const pictures = await readUpload(bytes, c.req.header("content-type") ?? "");
  const once = readOnceKey(c.req.header("idempotency-key"), ownerKey(viewer, c), "POST", "/files", bytes);
  const now = new Date();
  const { db } = content.database;
  const stored = await withDatabase(() =>
    db.transaction().execute((db) =>
      applyOnce(db, once, now, async () => ({
        status: 200,
        headers: {},
        body: JSON.stringify(await storePictures(db, viewer, pictures, now)),
      })),
    ),
  );
  const ids = JSON.parse(stored.body) as string[];
  const query = { fields: readQuery(c).fields };
  const records = await Promise.all(ids.map((id) => findUploaded(content, viewer, id, query)));
  return c.json({ data: records.length === 1 ? records[0] : records }, 200, PERSONAL);
}

function findUploaded(content: Content, viewer: Viewer, id: string, query: RawQuery) {
  return content.find(viewer, "files", id, query);
}

function ownerKey(viewer: Viewer, c: RequestContext): string {
  if (viewer.role === "visitor") return `visitor ${c.get("clientAddress")}`;
  return viewer.userId ?? "operator token";
}

function send(c: RequestContext, { status, headers, body }: WrittenAnswer): Response {
  if (status === 204) return c.body(null, 204, { ...headers, ...PERSONAL });
  return c.body(body, status as 200, {
    ...headers,
    ...PERSONAL,
    "content-type": "application/json; charset=utf-8",
  });
}

/** The body as text and as JSON. A body of another kind counts as an empty item, as Directus has it. */
async function readBody(c: RequestContext): Promise<{ body: unknown; bytes: string }> {
  const bytes = await c.req.text();
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(c.req.header("content-type") ?? "");
  if (bytes === "" || !isJson) return { body: {}, bytes };
  let body: unknown;
  try {
    body = JSON.parse(bytes);
  } catch (error) {
    throw invalidPayload((error as Error).message);
  }
  if (typeof body !== "object" || body === null)
    throw invalidPayload("the body has to be a JSON object or a list");
  return { body, bytes };
}
