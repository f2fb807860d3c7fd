import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { isbot } from "isbot";
import { z } from "zod";
import { SHARED_HEADERS } from "../../contract/people/shares.ts";
import type { RenderedPages } from "../../contract/rendering/render.ts";
import { nameFile, storedInput } from "../../engine/input/render-input.ts";
import { PERSONAL } from "../content/request.ts";
import { forbiddenItem, requestsExceeded } from "../errors/errors.ts";
import { RENDER_RATE } from "../limits/limits.ts";
import { addressGroup, createRateLimit } from "../limits/rate-limit.ts";
import type { Rendering } from "../rendering/rendering.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import { anyObject, describeRoute, inData, RENDER_STATUSES } from "../request/api-description.ts";
import { sendFile } from "../request/byte-range.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import { type RequestEnv, readShape } from "../request/request.ts";
import { requirePerson, VISITOR, type WhoIs } from "../request/viewer.ts";
import type { Shares } from "./shares.ts";

type Parts = { shares: Shares; rendering: Rendering; templates: TemplateSource; whoIs: WhoIs; rate?: number };

const shareRequest = z.strictObject({
  ends: z.iso
    .date()
    .refine((day) => day >= new Date().toISOString().slice(0, 10), "has to be today or later")
    .nullable()
    .default(null),
});

const own = { tag: "shares", access: "account" } as const;
const share = z.object({
  ends: z.string().nullable().describe("The last day on which the link works; null: until it is turned off"),
  opened: z.int().min(0),
  date_created: z.string(),
});
const shareWithPath = share.extend({ path: z.string().nullable() });
/** Pages are under /shared, too: an impossible address is answered with a page. */
const NOT_A_LINK = { 404: "No such address, as a page" };
const API = {
  list: describeRoute({
    ...own,
    summary: "The links to your documents",
    response: inData(z.array(share.extend({ documents_id: z.string() }))),
  }),
  find: describeRoute({
    ...own,
    summary: "The link to a document, or null",
    response: inData(shareWithPath.nullable()),
  }),
  make: describeRoute({
    ...own,
    summary: "Make a link with which anyone can read a document, or change its last day",
    body: shareRequest,
    response: inData(shareWithPath),
    errors: [429, 507],
  }),
  end: describeRoute({ ...own, summary: "Turn off the link to a document", errors: [429, 507] }),
  pages: describeRoute({
    tag: "shares",
    summary: "The pages of a shared document",
    response: z.object({
      pages: z.array(anyObject),
      printed: z.int().min(0),
      ignored: z.array(anyObject),
    }),
    also: NOT_A_LINK,
    errors: RENDER_STATUSES,
  }),
  pdf: describeRoute({
    tag: "shares",
    summary: "A shared document as a PDF",
    response: "application/pdf",
    also: {
      ...NOT_A_LINK,
      206: "The requested part",
      304: "As named in If-None-Match",
      416: "It has no such part",
    },
    errors: RENDER_STATUSES,
  }),
  content: describeRoute({
    tag: "shares",
    summary: "What a copy of a shared document is made of",
    response: inData(anyObject),
    also: NOT_A_LINK,
    errors: [429],
  }),
};

/** The owner's actions on a document's link, and what people with the link may read. */
export function shareRoutes({ shares, rendering, templates, whoIs, rate = RENDER_RATE.max }: Parts) {
  const app = new Hono<RequestEnv>();
  const limit = createRateLimit({ ...RENDER_RATE, max: rate });

  app.get("/shares", API.list, async (c) => {
    const data = await shares.list(await requirePerson(whoIs, c.req.raw, "documents"));
    return c.json({ data }, 200, PERSONAL);
  });
  app.get("/shares/:document", API.find, async (c) => {
    const data = await shares.find(
      await requirePerson(whoIs, c.req.raw, "documents"),
      c.req.param("document"),
    );
    if (data === undefined) throw forbiddenItem();
    return c.json({ data }, 200, PERSONAL);
  });
  app.put("/shares/:document", API.make, async (c) => {
    const owner = await requirePerson(whoIs, c.req.raw, "documents");
    const { ends } = await readShape(c, shareRequest, { mayBeEmpty: true });
    const data = await shares.make(owner, c.req.param("document"), ends);
    if (!data) throw forbiddenItem();
    return c.json({ data }, 200, PERSONAL);
  });
  app.delete("/shares/:document", API.end, async (c) => {
    const owner = await requirePerson(whoIs, c.req.raw, "documents");
    if (!(await shares.end(owner, c.req.param("document")))) throw forbiddenItem();
    return c.body(null, 204, PERSONAL);
  });

  /** What the link leads to, for a client that has not asked too often. */
  async function findShared(c: Context<RequestEnv, "/shared/:secret/*">) {
    const address = addressGroup(c.get("clientAddress") ?? "");
    const wait = limit.take(address);
    if (wait > 0) throw requestsExceeded(wait);
    const found = await shares.readContent(c.req.param("secret") ?? "");
    if (!found) throw forbiddenItem();
    return { found, client: address };
  }

  app.get("/shared/:secret/pages.json", API.pages, async (c) => {
    const { found, client } = await findShared(c);
    const template = await templates.find(found.templateId, found.versionId);
    if (!template) throw forbiddenItem();
    const { pages, printed } = await rendering.renderPages(storedInput(template, found), {
      signal: c.req.raw.signal,
      priority: "interactive",
      client,
    });
    const viewer = await whoIs(c.req.raw).catch(() => VISITOR);
    const isOwner = viewer.role !== "visitor" && viewer.userId === found.owner;
    if (!isOwner && !isbot(c.req.header("user-agent"))) await shares.countOpening(c.req.param("secret"));
    return c.json({ pages, printed, ignored: [] } satisfies RenderedPages, 200, SHARED_HEADERS);
  });

  app.get("/shared/:secret/document.pdf", API.pdf, async (c) => {
    const { found, client } = await findShared(c);
    const template = await templates.find(found.templateId, found.versionId);
    if (!template) throw forbiddenItem();
    const { bytes } = await rendering.renderPdf(storedInput(template, found), {
      signal: c.req.raw.signal,
      priority: "interactive",
      client,
    });
    const name = found.title || nameFile(template, found.data);
    return sendFile(c, {
      bytes: new Uint8Array(bytes),
      etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
      headers: {
        ...SHARED_HEADERS,
        "content-type": "application/pdf",
        "content-disposition": contentDisposition("attachment", name, "pdf"),
      },
    });
  });

  app.get("/shared/:secret/content.json", API.content, async (c) => {
    const {
      found: { owner: _, versionId: __, ...data },
    } = await findShared(c);
    return c.json({ data }, 200, SHARED_HEADERS);
  });

  return app;
}
