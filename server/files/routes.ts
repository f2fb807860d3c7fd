import { Hono } from "hono";
import { z } from "zod";
import { MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { requireAction } from "../content/access.ts";
import type { Content } from "../content/content.ts";
import { applyOnce } from "../content/idempotency.ts";
import { PERSONAL, readOnce, readQuery } from "../content/request.ts";
import { withDatabase } from "../database/database-errors.ts";
import { MAX_PICTURE_SIDE } from "../limits/limits.ts";
import type { Quota } from "../limits/quotas.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { PICTURE_FITS, PICTURE_FORMATS } from "../pictures/protocol.ts";
import { describeRoute, inData, itemOf, listQuery } from "../request/api-description.ts";
import { sendFile } from "../request/byte-range.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import type { WhoIs } from "../request/viewer.ts";
import { type Asker, createAssets } from "./assets.ts";
import { requireFreeDisk } from "./free-disk.ts";
import { findQuotaExceeded, requirePictureQuota } from "./picture-quota.ts";
import { TRANSFORM_QUALITIES, TRANSFORM_SIDES } from "./transforms.ts";
import { readUpload, storePictures } from "./uploads.ts";

type Services = { content: Content; whoIs: WhoIs; pictures: Pictures; quota: Quota };

const own = { tag: "files", access: "account" } as const;
const file = itemOf("files");
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
  delete: describeRoute({ ...own, summary: "Delete one of your files", errors: [507] }),
  asset: describeRoute({
    tag: "files",
    summary: "A picture, in another size if requested",
    query: {
      width: side,
      height: side,
      fit: z.enum(PICTURE_FITS).default("cover").describe("With both sides"),
      format: z.enum(PICTURE_FORMATS).default("webp"),
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
  app.delete("/files/:id", API.delete, async (c) => {
    const viewer = await whoIs(c.req.raw);
    await content.write({
      viewer,
      clientAddress: c.get("clientAddress"),
      collection: "files",
      query: {},
      once: null,
      action: "remove",
      id: c.req.param("id"),
    });
    return c.body(null, 204, PERSONAL);
  });

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

function askerOf(c: RequestContext): Asker {
  return {
    client: addressGroup(c.get("clientAddress") ?? ""),
    signal: c.req.raw.signal,
    reserve: c.get("reserve"),
  };
}

async function upload(
  c: RequestContext,
  { content, whoIs, quota, ...services }: Services,
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
  const stored = await withDatabase(() =>
    content.database.db.transaction().execute((db) =>
      applyOnce(db, once, now, async () => {
        if (refusal) throw refusal;
        await requirePictureQuota(db, content.database.dialect, viewer, quota, pictures);
        return {
          status: 200,
          headers: {},
          body: JSON.stringify(await storePictures(db, viewer, pictures, now)),
        };
      }),
    ),
  );
  const ids: string[] = JSON.parse(stored.body);
  const query = { fields: readQuery(c).fields };
  const records = await Promise.all(ids.map((id) => content.find(viewer, "files", id, query)));
  return c.json({ data: records.length === 1 ? records[0] : records }, 200, PERSONAL);
}
