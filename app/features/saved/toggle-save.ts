import { tell } from "../../lib/messages.ts";
import { shownProfile } from "../profile/shown-profile.ts";
import { currentStanding } from "../session/session.ts";
import { keepPendingSave } from "./pending-save.ts";

type Template = { id: string; name: string };

/** A heart was pressed. Without a known profile nothing changes; whoever is not signed in is offered a way to be. */
export async function pressHeart(
  template: Template,
  here: string,
  go: (path: string) => void,
): Promise<void> {
  const profile = shownProfile();
  if (profile) {
    const { toggleSaved } = await import("./data.ts");
    await toggleSaved(profile.id, template);
    return;
  }
  const { kind } = currentStanding();
  if (kind !== "visitor" && kind !== "ended") return;
  keepPendingSave(template);
  const [page, label] = kind === "ended" ? ["login", "Sign in"] : ["signup", "Create account"];
  tell({
    kind: "sign-in",
    words: `An account keeps ${template.name} for you`,
    action: { label, run: () => go(`/${page}?next=${encodeURIComponent(here)}`) },
  });
}
