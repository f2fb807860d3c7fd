import { Hono } from "hono";
import { z } from "zod";
import { PERSONAL } from "../content/request.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { describeRoute, inData, itemOf } from "../request/api-description.ts";
import { type RequestEnv, readShape } from "../request/request.ts";
import { requirePerson, type WhoIs } from "../request/viewer.ts";
import { listRecipients } from "./recipients.ts";
import { type SwitchServices, switchDocument } from "./template-switch.ts";

const id = z.string().refine(isId, "has to be an id").meta({ format: "uuid" });
const switchRequest = z.strictObject({
  templates_id: id,
  template_versions_id: id.optional(),
  rev: z.int().min(1).optional(),
});

const API = {
  recipients: describeRoute({
    tag: "documents",
    access: "account",
    summary: "The recipients of your documents",
    description:
      "From your newest documents, the last first: the values of fields that mean a recipient, each by its meaning. At most 100; they are stored only in the documents.",
    response: inData(z.array(z.record(z.string(), z.string()))),
  }),
  switchTemplate: describeRoute({
    tag: "documents",
    access: "account",
    summary: "Give a document another template",
    description:
      "Every value is kept: by what its field means, then by equal path and kind. Values without a field are in `kept` and return when a template has one. With `rev`, refused when the document has changed since. Without `template_versions_id`, the newest version.",
    body: switchRequest,
    response: inData(itemOf("documents")),
    errors: [409, 412, 429, 507],
  }),
};

/** Actions on a document as a whole; its values are under /items/documents. */
export function documentRoutes({ whoIs, ...services }: SwitchServices & { whoIs: WhoIs }) {
  const app = new Hono<RequestEnv>();
  app.get("/documents/recipients", API.recipients, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw, "documents");
    const data = await withDatabase(() => listRecipients(services.database.db, userId));
    return c.json({ data }, 200, PERSONAL);
  });
  app.post("/documents/:id/template", API.switchTemplate, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw, "documents");
    const request = await readShape(c, switchRequest);
    const data = await withDatabase(() => switchDocument(services, userId, c.req.param("id"), request));
    if (!data) throw forbiddenItem();
    return c.json({ data }, 200, PERSONAL);
  });
  return app;
}
