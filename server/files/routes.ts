import { Hono } from "hono";
import { z } from "zod";
import { MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { requireAction } from "../content/access.ts";
import type { Content, WriteAction } from "../content/content.ts";
import { applyOnce, wasAnswered } from "../content/idempotency.ts";
import { requirePayload } from "../content/payload.ts";
import { PERSONAL, readBody, readOnce, readQuery } from "../content/request.ts";
import { withDatabase } from "../database/database-errors.ts";
import { invalidPayload } from "../errors/errors.ts";
import { MAX_PICTURE_SIDE } from "../limits/limits.ts";
import type { Quota } from "../limits/quotas.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { PICTURE_FITS, PICTURE_FORMATS } from "../pictures/protocol.ts";
import { anyObject, describeRoute, inData, itemOf, listQuery } from "../request/api-description.ts";
import { sendFile } from "../request/byte-range.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import type { WhoIs } from "../request/viewer.ts";
import { createAssets, type Requester } from "./assets.ts";
import { requireFreeDisk } from "./free-disk.ts";
import { findQuotaExceeded, requirePictureQuota } from "./picture-quota.ts";
import { PRESET_NAMES, TRANSFORM_QUALITIES, TRANSFORM_SIDES } from "./transforms.ts";
import { type FilesElsewhere, readUpload, storePictures } from "./uploads.ts";

type Services = {
  content: Content;
  whoIs: WhoIs;
  pictures: Pictures;
  quota: Quota;
  filesElsewhere?: FilesElsewhere | undefined;
};

const own = { tag: "files", access: "account" } as const;
const file = itemOf("files");
const fileNames = z.object({ title: z.string() });
const total = z.int().optional();
const side = z
  .int()
  .min(1)
  .max(MAX_PICTURE_SIDE)
  .describe(`Rounded up to the next of ${TRANSFORM_SIDES.join(", ")}; with both, in the requested shape`);
const API = {
  list: describeRoute({
    ...own,
    summary: "List your files",
    query: listQuery(),
    response: z.object({
      meta: z.object({ total_count: total, filter_count: total }).optional(),
      data: z.array(z.union([file, itemOf("Group")])),
    }),
  }),
  upload: describeRoute({
    ...own,
    summary: "Upload a picture",
    description: `JPEG, PNG, WebP, GIF, AVIF or TIFF of at most ${MAX_UPLOAD_BYTES} bytes. It is encoded again, without metadata. Several files are answered with a list.`,
    bodyType: "multipart/form-data",
    body: z.object({ title: z.string().optional(), file: z.file().optional() }),
    response: inData(z.union([file, z.array(file)])),
    errors: [409, 422, 499, 507],
  }),
  read: describeRoute({
    ...own,
    summary: "Read a file's record",
    query: listQuery(["fields"]),
    response: inData(file),
  }),
  update: describeRoute({
    ...own,
    summary: "Rename one of your files",
    description: "A file's picture never changes: upload another instead.",
    query: listQuery(["fields"]),
    body: fileNames,
    response: inData(file),
    errors: [507],
  }),
  updateMany: describeRoute({
    ...own,
    summary: "Rename several of your files",
    query: listQuery(["fields"]),
    body: z.union([
      z.object({ keys: z.array(z.string()), data: fileNames }),
      z.object({ query: anyObject, data: fileNames }),
      z.array(fileNames.extend({ id: z.string() })),
    ]),
    response: inData(z.array(file)),
    errors: [507],
  }),
  delete: describeRoute({ ...own, summary: "Delete one of your files", errors: [507] }),
  deleteMany: describeRoute({
    ...own,
    summary: "Delete several of your files",
    body: z.union([
      z.array(z.string()),
      z.object({ keys: z.array(z.string()) }),
      z.object({ query: anyObject }),
    ]),
    errors: [507],
  }),
  asset: describeRoute({
    tag: "files",
    summary: "A picture, in another size if requested",
    query: {
      width: side,
      height: side,
      fit: z.enum(PICTURE_FITS).default("cover").describe("With both sides"),
      format: z.enum(PICTURE_FORMATS).default("webp"),
      key: z.enum(PRESET_NAMES).describe("A size by its name in Directus; wins over the others"),
      quality: z
        .int()
        .min(1)
        .max(100)
        .describe(`Rounded up to the next of ${TRANSFORM_QUALITIES.join(", ")}, which is the best`),
      download: z.string().describe("With any value, browsers save the picture under its name"),
    },
    headers: { Range: z.string().describe("A part of the picture: bytes=0-1023") },
    response: PICTURE_FORMATS.map((format) => `image/${format}`),
    also: {
      206: "The requested part",
      304: "The picture is the one named by If-None-Match",
      416: "The picture has no such part",
    },
    errors: [422, 499, 507],
  }),
};

/** /files: the records of uploads. /assets: the pictures themselves. */
export function fileRoutes({ log, ...services }: Services & { log: Log }): Hono<RequestEnv> {
  const { content, whoIs, pictures } = services;
  const app = new Hono<RequestEnv>();
  const assets = createAssets({ content, pictures, log });

  app.get("/files", API.list, async (c) => {
    const viewer = await whoIs(c.req.raw);
    return c.json(await content.list(viewer, "files", readQuery(c), c.get("reserve")), 200, PERSONAL);
  });
  app.post("/files", API.upload, (c) => upload(c, services));
  app.get("/files/:id", API.read, async (c) => {
    const viewer = await whoIs(c.req.raw);
    const data = await content.find(viewer, "files", c.req.param("id"), readQuery(c));
    return c.json({ data }, 200, PERSONAL);
  });
  app.patch("/files", API.updateMany, (c) => write(c, services, (body) => ({ action: "update-many", body })));
  app.delete("/files", API.deleteMany, (c) =>
    write(c, services, (body) => ({ action: "remove-many", body })),
  );
  app.patch("/files/:id", API.update, (c) => {
    if (/^multipart\//i.test(c.req.header("content-type") ?? ""))
      throw invalidPayload("a file's picture never changes; upload another with POST /files");
    return write(c, services, (body) => ({
      action: "update",
      id: c.req.param("id"),
      body: requirePayload(body),
    }));
  });
  app.delete("/files/:id", API.delete, (c) =>
    write(c, services, () => ({ action: "remove", id: c.req.param("id") })),
  );

  app.get("/assets/:id", API.asset, async (c) => {
    const viewer = await whoIs(c.req.raw);
    const query = new URL(c.req.url).searchParams;
    const asset = await assets.read(viewer, c.req.param("id"), query, askerOf(c));
    const ending = asset.type.replace(/^image\//, "").replace(/\+.*$/, "");
    const download: Record<string, string> = query.has("download")
      ? { "content-disposition": contentDisposition("attachment", asset.name, ending) }
      : {};
    // Hono's type rules out shared memory, which these bytes never are.
    return sendFile(c, {
      bytes: asset.bytes as Uint8Array<ArrayBuffer>,
      etag: asset.etag,
      headers: {
        "content-type": asset.type,
        "content-security-policy": "default-src 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": asset.isPublic ? "public, max-age=31536000, immutable" : "private, no-store",
        ...download,
      },
    });
  });
  return app;
}

async function write(
  c: RequestContext,
  { content, whoIs }: Services,
  describe: (body: unknown) => WriteAction,
): Promise<Response> {
  const viewer = await whoIs(c.req.raw);
  const { body } = await readBody(c);
  const answer = await content.write({
    ...describe(body),
    viewer,
    clientAddress: c.get("clientAddress"),
    collection: "files",
    query: readQuery(c),
    reserve: c.get("reserve"),
    once: null,
  });
  if (answer.status === 204) return c.body(null, 204, PERSONAL);
  return c.body(answer.body, 200, { ...PERSONAL, "content-type": "application/json; charset=utf-8" });
}

function askerOf(c: RequestContext): Requester {
  return {
    client: addressGroup(c.get("clientAddress") ?? ""),
    signal: c.req.raw.signal,
    reserve: c.get("reserve"),
  };
}

async function upload(
  c: RequestContext,
  { content, whoIs, quota, filesElsewhere, ...services }: Services,
): Promise<Response> {
  const viewer = await whoIs(c.req.raw);
  requireAction(viewer, "create", content.collection("files"));
  await requireFreeDisk(content.database.file);
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  // Checked before decoding, and again with the sizes when it is stored.
  const refusal = await withDatabase(() => findQuotaExceeded(content.database, viewer, quota));
  const type = c.req.header("content-type") ?? "";
  const pictures = refusal ? [] : await readUpload(bytes, type, services.pictures, askerOf(c));
  // Without the query, which only shapes the response.
  const once = readOnce(c, viewer, bytes, "/files");
  const now = new Date();
  const isKnown = await withDatabase(() => wasAnswered(content.database.db, once));
  const sent = refusal || isKnown ? undefined : await filesElsewhere?.send(viewer, pictures);
  const stored = await withDatabase(() =>
    content.database.db.transaction().execute((db) =>
      applyOnce(db, once, now, async () => {
        if (refusal) throw refusal;
        await requirePictureQuota(db, content.database.dialect, viewer, quota, pictures);
        const ids = await storePictures(db, viewer, pictures, now);
        await sent?.store(db, ids);
        return { status: 200, headers: {}, body: JSON.stringify(ids) };
      }),
    ),
  ).catch(async (error) => {
    await sent?.takeBack();
    throw error;
  });
  const ids: string[] = JSON.parse(stored.body);
  const query = { fields: readQuery(c).fields };
  const records = await Promise.all(ids.map((id) => content.find(viewer, "files", id, query)));
  return c.json({ data: records.length === 1 ? records[0] : records }, 200, PERSONAL);
}
