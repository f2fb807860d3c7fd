import { type Context, Hono } from "hono";
import type { SettingName } from "../../contract/people/actions.ts";
import { CONFORMANCE_HEADER, type RenderPriority } from "../../contract/rendering/render.ts";
import {
  type DraftKit,
  type DraftPages,
  type DraftPlaces,
  draftCheckRequest,
  draftRenderRequest,
  draftSource,
  newTemplateDraft,
  publishRequest,
  submissionSettings,
} from "../../contract/templates/drafts.ts";
import type { KitFile } from "../../engine/job.ts";
import { actorOf, recordActions } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import { withDatabase } from "../database/database-errors.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { BACKGROUND_RENDERS, RENDER_RATE } from "../limits/limits.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { clientOf, limitRate, owned, readPriority, send } from "../rendering/requests/render-context.ts";
import { type RequestEnv, readShape } from "../request/request.ts";
import { requireOperator } from "../request/viewer.ts";
import { type SiteSettings, storeSiteSettings } from "../site/site-settings.ts";
import { DRAFT_API } from "./api.ts";
import type { DraftChecks } from "./checking/draft-checks.ts";
import { checkDraft, checkTemplate } from "./draft-check.ts";
import { readDraft, sampleDiagnostics } from "./draft-files.ts";
import { DraftBroken, draftInput, sourceDiagnostics, toDraftBroken } from "./draft-pages.ts";
import { createDraftPictures } from "./draft-pictures.ts";
import { type Drafter, maintainsTemplates, requireDrafter } from "./drafter.ts";
import { findFieldPlaces } from "./field-places.ts";
import { listKitFunctions } from "./kit-functions.ts";
import { beginDraft } from "./new-draft.ts";
import { publishDraft } from "./publishing.ts";
import { type SubmissionServices, submissionRoutes } from "./submissions/routes.ts";
import { draftAsFiles, sendZip, templateAsFiles } from "./template-zip.ts";

export type DraftServices = SubmissionServices & {
  catalogue: CatalogueVersion;
  rendering: Rendering;
  pictures: Pictures;
  kit: readonly KitFile[];
  madeWith: MadeWith;
  checks: DraftChecks;
  site: SiteSettings;
  /** Renders a client address may ask for in ten seconds. */
  rate?: number;
};

/** Drafts are never cached. */
const PRIVATE = { "cache-control": "private, no-store" };

/** /drafts: templates in progress. The drafts themselves are read and saved under /items/template_drafts. */
export function draftRoutes(services: DraftServices): Hono<RequestEnv> {
  const { content, rendering, site, whoIs, rate = RENDER_RATE.max } = services;
  const limit = (max: number) => createRateLimit({ ...RENDER_RATE, max });
  const limits = { interactive: limit(rate), background: limit(rate * BACKGROUND_RENDERS) };
  const draftPictures = createDraftPictures(services);
  const app = new Hono<RequestEnv>();

  const maySubmit = () => site.handingIn().isOn;
  const drafterOf = (c: Context<RequestEnv>) => requireDrafter(whoIs, c.req.raw, maySubmit);
  const waiting = (c: Context<RequestEnv>, viewer: Drafter, priority: RenderPriority) => ({
    priority,
    client: clientOf(viewer, c),
    signal: c.req.raw.signal,
    isDraft: true,
  });

  app.post("/drafts", DRAFT_API.begin, async (c) => {
    const viewer = await drafterOf(c);
    const wanted = await readShape(c, newTemplateDraft);
    const { db, dialect } = content.database;
    const { id, isNew } = await withDatabase(() =>
      db.transaction().execute((db) => beginDraft({ db, dialect, viewer, now: new Date() }, wanted)),
    );
    const data = await content.find(viewer, "template_drafts", id, {});
    return c.json({ data }, isNew ? 201 : 200, PRIVATE);
  });

  app.post("/drafts/render", DRAFT_API.render, async (c) => {
    const priority = readPriority(c);
    limitRate({ limits }, c, priority);
    const viewer = await drafterOf(c);
    const { mode, look, format, pages: max, ...draft } = await readShape(c, draftRenderRequest);
    const read = readDraft(draft);
    if (!read.files) throw new DraftBroken(read.diagnostics);
    const known = [...read.diagnostics, ...sampleDiagnostics(read)];
    const input = draftInput(read.files, mode, look, format);
    try {
      if (format === "pdf") {
        const pdf = await rendering.renderPdf(input, waiting(c, viewer, priority));
        const headers = { "content-type": "application/pdf", [CONFORMANCE_HEADER]: pdf.conformance };
        return send({ body: owned(pdf.bytes), headers });
      }
      const made = await rendering.renderPages(input, waiting(c, viewer, priority));
      const answer: DraftPages = {
        pages: made.pages.slice(0, max),
        count: made.pages.length,
        diagnostics: [...known, ...sourceDiagnostics(made.warnings, mode)],
      };
      return c.json(answer, 200, PRIVATE);
    } catch (error) {
      throw toDraftBroken(error, mode, known);
    }
  });

  app.post("/drafts/check", DRAFT_API.check, async (c) => {
    limitRate({ limits }, c, "background");
    const viewer = await drafterOf(c);
    const wanted = await readShape(c, draftCheckRequest);
    const { client, signal } = waiting(c, viewer, "background");
    return c.json(await checkDraft(services, wanted, { client, signal }), 200, PRIVATE);
  });

  /** Checks a published template and stores the number of findings with it. */
  app.post("/drafts/check/:template", DRAFT_API.checkTemplate, async (c) => {
    limitRate({ limits }, c, "background");
    const viewer = await drafterOf(c);
    if (!maintainsTemplates(viewer)) throw forbiddenItem();
    const { client, signal } = waiting(c, viewer, "background");
    const answer = await checkTemplate(services, c.req.param("template"), { client, signal });
    return c.json(answer, 200, PRIVATE);
  });

  app.post("/drafts/tokens", DRAFT_API.tokens, async (c) => {
    limitRate({ limits }, c, "interactive");
    const viewer = await drafterOf(c);
    const { content: source } = await readShape(c, draftSource);
    return c.json(await rendering.readTokens(source, waiting(c, viewer, "interactive")), 200, PRIVATE);
  });

  app.post("/drafts/places", DRAFT_API.places, async (c) => {
    limitRate({ limits }, c, "interactive");
    await drafterOf(c);
    const { content: source } = await readShape(c, draftSource);
    const answer: DraftPlaces = { fields: findFieldPlaces(source) };
    return c.json(answer, 200, PRIVATE);
  });

  app.get("/drafts/kit", DRAFT_API.kit, async (c) => {
    await drafterOf(c);
    const answer: DraftKit = { functions: listKitFunctions(services.kit) };
    return c.json(answer, 200, PRIVATE);
  });

  app.post("/drafts/:id/publish", DRAFT_API.publish, async (c) => {
    limitRate({ limits }, c, "background");
    const viewer = await drafterOf(c);
    const wanted = await readShape(c, publishRequest);
    const { client, signal } = waiting(c, viewer, "background");
    const answer = await publishDraft(
      services,
      viewer,
      { id: c.req.param("id"), ...wanted },
      { client, signal },
    );
    return c.json(answer, 200, PRIVATE);
  });

  app.get("/drafts/:id/picture.webp", DRAFT_API.picture, async (c) => {
    limitRate({ limits }, c, "background");
    const viewer = await drafterOf(c);
    const { rev, bytes } = await draftPictures.read(viewer, c.req.param("id"), clientOf(viewer, c));
    const isNamed = c.req.query("rev") === String(rev);
    const headers = {
      "content-type": "image/webp",
      ...(isNamed ? { "cache-control": "private, max-age=31536000, immutable" } : {}),
    };
    return send({ body: owned(bytes), headers });
  });

  app.get("/drafts/:id/template.zip", DRAFT_API.draftFiles, async (c) => {
    const viewer = await drafterOf(c);
    return sendZip(await draftAsFiles(content, viewer, c.req.param("id")));
  });

  app.get("/templates-as-files/:file{.+\\.zip}", DRAFT_API.templateFiles, async (c) => {
    const viewer = await whoIs(c.req.raw);
    return sendZip(await templateAsFiles(content.database.db, viewer, c.req.param("file").slice(0, -4)));
  });

  app.route("/", submissionRoutes(services)); // /drafts/:id/hand-in, .../refuse, .../comments, /drafts/leaving

  app.get("/drafts/handing-in", DRAFT_API.readHandingIn, (c) =>
    c.json({ data: site.handingIn() }, 200, PRIVATE),
  );

  app.put("/drafts/handing-in", DRAFT_API.changeHandingIn, async (c) => {
    const viewer = await requireOperator(whoIs, c.req.raw);
    const wanted = await readShape(c, submissionSettings);
    await withDatabase(() =>
      content.database.db.transaction().execute(async (db) => {
        await storeSiteSettings(db, { handingIn: wanted });
        const setting: SettingName = "handing-in";
        const changed = { kind: "setting", ids: [setting] } as const;
        await recordActions(db, actorOf(viewer), "setting.changed", changed, new Date());
        await services.catalogue.bump(db); // other nodes read their settings again with it
      }),
    );
    await services.catalogue.refresh();
    return c.json({ data: site.handingIn() }, 200, PRIVATE);
  });
  return app;
}
