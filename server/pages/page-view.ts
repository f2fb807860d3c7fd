import { Hono } from "hono";
import { z } from "zod";
import { MAX_PAGE_TEXT } from "../../contract/limits.ts";
import { PERSONAL, readBody } from "../content/request.ts";
import { failedValidation, invalidPayload } from "../errors/errors.ts";
import { anyObject, describeRoute, inData } from "../request/api-description.ts";
import { type RequestEnv, requireShape } from "../request/request.ts";
import { requireOperator, type WhoIs } from "../request/viewer.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import { readPageText } from "./site-pages.ts";

type Parts = { whoIs: WhoIs; site: Pick<SiteSettings, "name" | "contactEmail"> };

const typed = z.object({
  body: z
    .string("has to be text")
    .max(MAX_PAGE_TEXT, `may have at most ${MAX_PAGE_TEXT.toLocaleString("en-GB")} characters`),
});

const PAGE_VIEW = describeRoute({
  tag: "site",
  access: "operator",
  summary: "A page as visitors would read it",
  description: "Nothing is stored.",
  body: typed,
  response: inData(z.object({ blocks: z.array(anyObject) })),
  errors: [429, 507],
});

/** Previews one of the site's own pages while an operator writes it. Nothing is stored. */
export function pageViewRoutes({ whoIs, site }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.post("/site/page-view", PAGE_VIEW, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const { body } = requireShape((await readBody(c)).body, typed, (place, problem) =>
      place
        ? failedValidation(place, "text", `Value ${problem}.`)
        : invalidPayload("send a page as { body }"),
    );
    return c.json({ data: { blocks: readPageText(body, site) } }, 200, PERSONAL);
  });
  return app;
}
