import type { Context } from "hono";
import type { z } from "zod";
import { refusal } from "../content/access.ts";
import { ApiError, forbiddenItem, invalidPayload } from "../errors/errors.ts";
import { type RequestEnv, readJson, requireShape } from "../request/request.ts";
import type { Operator, Person, Token, Viewer, WhoIs } from "../request/viewer.ts";

/** Somebody who may have drafts: operators, programs that write templates, and people while handing in is switched on. */
export type Drafter = Operator | Person | Token;

export async function requireDrafter(
  whoIs: WhoIs,
  request: Request,
  mayHandIn: () => boolean,
): Promise<Drafter> {
  const viewer = await whoIs(request);
  if (viewer.role === "visitor" || (viewer.role === "token" && !keepsTemplates(viewer)))
    throw refusal(viewer, forbiddenItem());
  if (viewer.role === "person" && !mayHandIn()) throw handingInIsOff();
  return viewer;
}

/** Who keeps the library, with all its drafts; everybody else has their own. */
export function keepsTemplates(viewer: Viewer): boolean {
  return viewer.role === "operator" || (viewer.role === "token" && viewer.scope === "templates:write");
}

function handingInIsOff(): ApiError {
  return new ApiError("FORBIDDEN", "This library takes no templates from people at the moment.");
}

export async function readBody<Schema extends z.ZodType>(
  c: Context<RequestEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { json } = await readJson(c.req, {
    mostValues: c.get("mostValues"),
    mayBeEmpty: false,
    notJson: (reason) => invalidPayload(`the body has to be JSON: ${reason}`),
  });
  return requireShape(json, schema, (place, problem) =>
    invalidPayload(`"${place || "body"}": ${problem ?? "not what is expected"}`),
  );
}
