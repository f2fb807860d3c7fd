import { refusal } from "../content/access.ts";
import { ApiError, forbiddenItem } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import {
  type Key,
  type Operator,
  type Person,
  requireScope,
  type Token,
  type Viewer,
  type WhoIs,
} from "../request/viewer.ts";

/** Who may have template drafts: operators, programs that write templates, and people while submissions are on. */
export type Drafter = Operator | Person | Token | Key;

export async function requireDrafter(
  whoIs: WhoIs,
  request: Request,
  maySubmit: () => boolean,
): Promise<Drafter> {
  const viewer = await whoIs(request);
  requireScope(viewer, "library:write");
  if (viewer.role === "visitor" || (viewer.role === "token" && !maintainsTemplates(viewer)))
    throw refusal(viewer, forbiddenItem());
  if (viewer.role === "person" && !maySubmit()) throw submissionsOff();
  return viewer;
}

/** Whether the viewer maintains the library and its drafts; others have only their own. */
export function maintainsTemplates(viewer: Viewer): boolean {
  if (viewer.role === "key") return viewer.scopes.includes("library:write");
  return viewer.role === "operator" || (viewer.role === "token" && viewer.scope === "templates:write");
}

function submissionsOff(): ApiError {
  return new ApiError("FORBIDDEN", messageFor("submissions_off"));
}
