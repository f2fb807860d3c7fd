import { useLocation, useNavigate } from "react-router";
import { tell } from "../data/messages.ts";
import { shownProfile } from "../data/profile-shown.ts";
import { useMark } from "../data/saved-templates-marks.ts";
import { keepPendingSave } from "../data/saved-templates-pending.ts";
import { currentStanding } from "../data/session.ts";
import { Heart } from "../ui/heart.tsx";

type Template = { id: string; name: string };

/** Saves and unsaves one template. Without a known profile nothing changes; a visitor is offered an account. */
export function useSaving(template: Template): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const profile = shownProfile();
    if (profile) {
      void import("../data/saved-templates.ts").then(({ toggleSaved }) => toggleSaved(profile.id, template));
      return;
    }
    const { kind } = currentStanding();
    if (kind !== "visitor" && kind !== "ended") return;
    keepPendingSave(template);
    const page = kind === "ended" ? "login" : "signup";
    tell({
      kind: "sign-in",
      words: `An account keeps ${template.name} for you`,
      action: {
        label: kind === "ended" ? "Sign in" : "Create account",
        run: () => navigate(`/${page}?next=${encodeURIComponent(pathname + search)}`),
      },
    });
  };
}

export function SaveHeart({ template, isButton = false }: { template: Template; isButton?: boolean }) {
  const state = useMark(template.id);
  const onPress = useSaving(template);
  const words = isButton ? (state === "saved" ? "Saved" : "Save") : undefined;
  return (
    <Heart
      state={state}
      label={`Save ${template.name}`}
      className={isButton ? "button large" : "heart-small"}
      onPress={onPress}
      {...(words ? { words } : {})}
    />
  );
}
