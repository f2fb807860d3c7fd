import { Hono } from "hono";
import type { ResponseCache } from "../cache/response-cache.ts";
import { forbiddenCollection } from "../errors/errors.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import { sendStored, storeResponse } from "../request/stored-response.ts";
import type { Viewer, WhoIs } from "../request/viewer.ts";
import { mayDiffer } from "./access.ts";
import { writeAnswer } from "./answer-size.ts";
import type { Collection } from "./collection.ts";
import { type Content, readRevisionTag, revisionTag, type WriteAction } from "./content.ts";
import { requirePayload } from "./payload.ts";
import { answerAddress, isObject, type RawQuery } from "./query/parameters.ts";
import { PERSONAL, readBody, readOnce, readQuery, readSearch } from "./request.ts";

type Services = { content: Content; whoIs: WhoIs; answers: ResponseCache };

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const METHODS = "POST,SEARCH,GET,HEAD,PATCH,DELETE";

/** /items: the collections over HTTP. */
export function contentRoutes(services: Services): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.on("OPTIONS", ["/items/:collection", "/items/:collection/:id"], (c) =>
    c.text(METHODS, 200, { allow: METHODS }),
  );
  app.get("/items/:collection", (c) => listItems(c, services));
  app.on("SEARCH", "/items/:collection", async (c) => answerList(c, services, await readSearch(c)));
  app.post("/items/:collection", (c) => write(c, services, (body) => ({ action: "create", body })));
  app.patch("/items/:collection", (c) => write(c, services, (body) => ({ action: "update-many", body })));
  app.delete("/items/:collection", (c) => write(c, services, (body) => ({ action: "remove-many", body })));
  app.get("/items/:collection/:id", (c) => findItem(c, c.req.param("id"), services));
  app.patch("/items/:collection/:id", (c) =>
    write(c, services, (body) => ({ action: "update", id: c.req.param("id"), body: requirePayload(body) })),
  );
  app.delete("/items/:collection/:id", (c) =>
    write(c, services, (body) => ({
      action: "remove",
      id: c.req.param("id"),
      extras: isObject(body) ? body : {},
    })),
  );
  return app;
}

function collectionOf(c: RequestContext, content: Content): Collection {
  const collection = content.collection(c.req.param("collection") ?? "");
  if (!collection.underItems) throw forbiddenCollection(collection.name);
  return collection;
}

async function listItems(c: RequestContext, services: Services): Promise<Response> {
  const collection = collectionOf(c, services.content);
  const { name, isPublic } = collection;
  const query = readQuery(c);
  if (!isPublic || mayDiffer(collection, query)) return answerList(c, services, query);
  return answerPublicly(c, services, async (viewer) =>
    writeAnswer(await services.content.list(viewer, name, query, c.get("reserve"))),
  );
}

async function answerList(
  c: RequestContext,
  { content, whoIs }: Services,
  query: RawQuery,
): Promise<Response> {
  const { name, etag } = collectionOf(c, content);
  const viewer = await whoIs(c.req.raw);
  const answer = await content.list(viewer, name, query, c.get("reserve"));
  const headers: Record<string, string> = { ...PERSONAL };
  if (etag && answer.data.length > 0) {
    const { filter, keys } = query;
    const found = { ...(keys ? { keys } : {}), filter, fields: etag, limit: 1 };
    const { data } = await content.list(viewer, name, found);
    if (data[0]) headers.etag = revisionTag(data[0][etag]);
  }
  return c.body(await writeAnswer(answer), 200, { ...headers, ...JSON_TYPE });
}

async function findItem(c: RequestContext, id: string, services: Services): Promise<Response> {
  const { content, whoIs } = services;
  const collection = collectionOf(c, content);
  const { name, isPublic, etag } = collection;
  const query = readQuery(c);
  const find = (viewer: Viewer) => content.find(viewer, name, id, query, c.get("reserve"));
  if (isPublic && !mayDiffer(collection, { deep: query.deep }))
    return answerPublicly(c, services, async (viewer) => JSON.stringify({ data: await find(viewer) }));
  const viewer = await whoIs(c.req.raw);
  const data = await find(viewer);
  const headers: Record<string, string> = { ...PERSONAL };
  if (etag) headers.etag = revisionTag((await content.find(viewer, name, id, { fields: etag }))[etag]);
  return c.json({ data }, 200, headers);
}

/** The same bytes for everyone, made once per catalogue version. Use counts change without a new version. */
async function answerPublicly(
  c: RequestContext,
  { whoIs, answers }: Services,
  make: (viewer: Viewer) => Promise<string>,
): Promise<Response> {
  const viewer = await whoIs(c.req.raw);
  const answer = await answers.get(answerAddress(c.req.url), async () =>
    storeResponse(Buffer.from(await make(viewer)), PUBLIC_JSON),
  );
  return answer instanceof Response ? answer : sendStored(c, answer);
}

const PUBLIC_JSON = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "public, no-cache",
};

async function write(
  c: RequestContext,
  { content, whoIs }: Services,
  describe: (body: unknown) => WriteAction,
): Promise<Response> {
  const viewer = await whoIs(c.req.raw);
  const collection = collectionOf(c, content).name;
  const { body, bytes } = await readBody(c);
  const answer = await content.write({
    ...describe(body),
    viewer,
    collection,
    clientAddress: c.get("clientAddress"),
    query: readQuery(c),
    reserve: c.get("reserve"),
    once: readOnce(c, viewer, bytes),
    base: readRevisionTag(c.req.header("if-match")),
  });
  const headers = { ...answer.headers, ...PERSONAL };
  if (answer.status === 204) return c.body(null, 204, headers);
  return c.body(answer.body, 200, { ...headers, "content-type": "application/json; charset=utf-8" });
}
