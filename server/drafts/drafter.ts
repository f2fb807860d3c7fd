import { refusal } from "../content/access.ts";
import { ApiError, forbiddenItem } from "../errors/errors.ts";
import type { Operator, Person, Token, Viewer, WhoIs } from "../request/viewer.ts";

/** Who may have template drafts: operators, programs that write templates, and people while submissions are on. */
export type Drafter = Operator | Person | Token;

export async function requireDrafter(
  whoIs: WhoIs,
  request: Request,
  maySubmit: () => boolean,
): Promise<Drafter> {
  const viewer = await whoIs(request);
  if (viewer.role === "visitor" || (viewer.role === "token" && !maintainsTemplates(viewer)))
    throw refusal(viewer, forbiddenItem());
  if (viewer.role === "person" && !maySubmit()) throw submissionsOff();
  return viewer;
}

/** Whether the viewer maintains the library and its drafts; others have only their own. */
export function maintainsTemplates(viewer: Viewer): boolean {
  return viewer.role === "operator" || (viewer.role === "token" && viewer.scope === "templates:write");
}

function submissionsOff(): ApiError {
  return new ApiError("FORBIDDEN", "This library doesn't accept templates at the moment.");
}
