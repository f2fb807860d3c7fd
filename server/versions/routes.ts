import { type Context, Hono } from "hono";
import { z } from "zod";
import { restoreRequest, type VersionChanges } from "../../contract/templates/template-versions.ts";
import { listVersionChanges } from "../../contract/templates/version-changes.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import type { Content } from "../content/content.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { asMessage } from "../errors/messages.ts";
import { RENDER_RATE } from "../limits/limits.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { drawWebp } from "../rendering/raster.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { clientOf, limitRate, owned, send } from "../rendering/requests/render-context.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import { anyObject, describeRoute, inData, RENDER_STATUSES } from "../request/api-description.ts";
import { type RequestEnv, readShape } from "../request/request.ts";
import { requireOperator, type Viewer, type WhoIs } from "../request/viewer.ts";
import { restoreVersion, takeOverFromFiles } from "./restore.ts";
import { createSamplePages } from "./sample-pages.ts";
import { readHistory } from "./version-history.ts";

export type VersionServices = {
  content: Content;
  catalogue: CatalogueVersion;
  madeWith: MadeWith;
  rendering: Rendering;
  pictures: Pictures;
  templates: TemplateSource;
  whoIs: WhoIs;
  rate?: number;
};

const PRIVATE = { "cache-control": "private, no-store" };
/** A version never changes; only the compiler may, with the next release. */
const CACHE_HEADERS = { "cache-control": "private, max-age=3600" };
const WIDTHS = { thumbnail: 120, whole: 1_200 };
const COMPARED_FIELDS = "templates_id,template_name,title,page,theme,fields,sample,kit,engine";

const operatorsOnly = { tag: "versions", access: "operator" } as const;
const count = z.int().min(0);
const API = {
  history: describeRoute({
    ...operatorsOnly,
    summary: "All versions of a template, with who published them",
    response: inData(
      z.object({
        template: z.object({
          id: z.uuid(),
          name: z.string(),
          url: z.string(),
          state: z.enum(["published", "hidden"]),
          isFromFiles: z.boolean(),
        }),
        versions: z.array(
          z.object({
            id: z.uuid(),
            number: count,
            note: z.string().nullable(),
            date_created: z.string(),
            by: z.string().nullable(),
            documents: count,
            kit: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  takeOver: describeRoute({
    ...operatorsOnly,
    summary: "Keep a template here: the library's files no longer change it",
    errors: [429, 507],
  }),
  restore: describeRoute({
    ...operatorsOnly,
    summary: "Make the template as it was in a version",
    description: "That is a new version. With `base` it is refused when there is a newer one than that.",
    body: restoreRequest,
    response: inData(z.object({ templates_id: z.uuid(), number: count })),
    errors: [412, 429, 507],
  }),
  pages: describeRoute({
    ...operatorsOnly,
    summary: "The pages of a version's sample, with the places of its fields",
    response: z.object({ pages: z.array(anyObject) }),
    errors: RENDER_STATUSES,
  }),
  thumbnail: describeRoute({
    ...operatorsOnly,
    summary: "The first page of a version's sample, small",
    response: "image/webp",
    errors: RENDER_STATUSES,
  }),
  changes: describeRoute({
    ...operatorsOnly,
    summary: "What differs between two versions of a template, in text and pages",
    response: inData(
      z.object({
        words: z.array(anyObject),
        pages: z.object({ before: count, after: count, changed: z.array(count) }),
      }),
    ),
    errors: RENDER_STATUSES,
  }),
  changedPage: describeRoute({
    ...operatorsOnly,
    summary: "The pixels of a page that differ, on a transparent background",
    response: "image/webp",
    errors: RENDER_STATUSES,
  }),
};

/** /template-versions: what operators see of the versions of a template, and what they do with them. */
export function versionRoutes(services: VersionServices): Hono<RequestEnv> {
  const { content, whoIs, pictures, rate = RENDER_RATE.max } = services;
  const { database } = content;
  const limits = {
    interactive: createRateLimit({ ...RENDER_RATE, max: rate }),
    background: createRateLimit({ ...RENDER_RATE, max: rate }),
  };
  const samples = createSamplePages(services);
  const app = new Hono<RequestEnv>();

  const operatorOf = (c: Context<RequestEnv>) => requireOperator(whoIs, c.req.raw);
  const askerOf = (viewer: Viewer, c: Context<RequestEnv>) => ({
    client: clientOf(viewer, c),
    signal: c.req.raw.signal,
  });
  async function pagesOf(c: Context<RequestEnv>, version: string, viewer: Viewer) {
    limitRate({ limits }, c, "interactive");
    const pages = await samples.pagesOf(version, askerOf(viewer, c));
    if (!pages) throw forbiddenItem();
    return pages;
  }

  app.get("/template-versions/of/:template", API.history, async (c) => {
    await operatorOf(c);
    const template = c.req.param("template");
    const data = isId(template) && (await withDatabase(() => readHistory(database.db, template)));
    if (!data) throw forbiddenItem();
    return c.json({ data }, 200, PRIVATE);
  });

  app.post("/template-versions/of/:template/take-over", API.takeOver, async (c) => {
    const viewer = await operatorOf(c);
    const template = c.req.param("template");
    const parts = { ...services, database };
    if (!isId(template) || !(await withDatabase(() => takeOverFromFiles(parts, viewer, template))))
      throw forbiddenItem();
    return c.body(null, 204, PRIVATE);
  });

  app.post("/template-versions/:id/restore", API.restore, async (c) => {
    const viewer = await operatorOf(c);
    const { note, base } = await readShape(c, restoreRequest, { mayBeEmpty: true });
    const version = c.req.param("id");
    if (!isId(version)) throw forbiddenItem();
    const parts = { ...services, database };
    const data = await withDatabase(() => restoreVersion(parts, viewer, { version, note, base }));
    return c.json({ data }, 200, PRIVATE);
  });

  /** The pages of its sample, with the places of its fields. */
  app.get("/template-versions/:id/pages.json", API.pages, async (c) => {
    const viewer = await operatorOf(c);
    return c.json({ pages: await pagesOf(c, c.req.param("id"), viewer) }, 200, CACHE_HEADERS);
  });

  app.get("/template-versions/:id/thumbnail.webp", API.thumbnail, async (c) => {
    const viewer = await operatorOf(c);
    const [first] = await pagesOf(c, c.req.param("id"), viewer);
    if (!first) throw forbiddenItem();
    const made = await drawWebp(pictures, first, { width: WIDTHS.thumbnail }, askerOf(viewer, c));
    return send({ body: owned(made.bytes), headers: { "content-type": "image/webp" } }, CACHE_HEADERS);
  });

  app.get("/template-versions/:a/changes/:b", API.changes, async (c) => {
    const viewer = await operatorOf(c);
    const { a, b } = c.req.param();
    const find = (id: string) => content.find(viewer, "template_versions", id, { fields: COMPARED_FIELDS });
    const [one, other] = [await find(a), await find(b)];
    if (one.templates_id !== other.templates_id) throw forbiddenItem();
    const [before, after] = [await pagesOf(c, a, viewer), await pagesOf(c, b, viewer)];
    const data: VersionChanges = {
      words: listVersionChanges(one as never, other as never).map((change) => ({
        ...change,
        words: asMessage(change.text).message.slice(change.name ? change.name.length + 1 : 0),
      })),
      pages: {
        before: before.length,
        after: after.length,
        changed: await samples.changedPages(before, after, askerOf(viewer, c)),
      },
    };
    return c.json({ data }, 200, PRIVATE);
  });

  /** The pixels that differ, on nothing, to be laid over either page. */
  app.get("/template-versions/:a/changes/:b/page/:file", API.changedPage, async (c) => {
    const viewer = await operatorOf(c);
    const { a, b, file } = c.req.param();
    const place = Number(/^([1-9]\d{0,2})\.webp$/.exec(file)?.[1] ?? 0) - 1;
    const [before, after] = [await pagesOf(c, a, viewer), await pagesOf(c, b, viewer)];
    const [one, other] = [before[place], after[place]];
    if (!one || !other) throw forbiddenItem();
    const made = await samples.compare([one, other], WIDTHS.whole, askerOf(viewer, c));
    return send({ body: owned(made.bytes), headers: { "content-type": "image/webp" } }, CACHE_HEADERS);
  });

  return app;
}
