import heart from "virtual:icon/heart";
import { useLocation, useNavigate } from "react-router";
import { tell } from "../../lib/messages.ts";
import { Icon, Mark } from "../../ui/icon.tsx";
import { shownProfile } from "../profile/index.ts";
import { currentStanding } from "../session/index.ts";
import { keepPendingSave } from "./pending-save.ts";
import { useMark } from "./saved-marks.ts";

type Template = { id: string; name: string };

/** Saves and unsaves one template. */
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

/** What pressing the heart of a template does. */
export function useSaving(template: Template): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => pressHeart(template, pathname + search, navigate);
}

/** A heart was pressed. Without a known profile nothing changes; whoever is not signed in is offered a way to be. */
async function pressHeart(template: Template, here: string, go: (path: string) => void): Promise<void> {
  const profile = shownProfile();
  if (profile) {
    const { toggleSaved } = await import("./saved-templates.ts");
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

type HeartProps = {
  state: "empty" | "busy" | "saved";
  /** What it is about, for those who can't see where it stands. */
  label: string;
  /** Beside the heart, where there is room for words. */
  words?: string;
  className: string;
  onPress(): void;
};

/** Empty, busy, saved. It fills only once the server has answered; until then the registration mark turns. */
function Heart({ state, label, words, className, onPress }: HeartProps) {
  return (
    <button
      type="button"
      className={`heart ${className} needs-scripts`}
      data-state={state}
      aria-pressed={state === "saved"}
      aria-label={label}
      aria-busy={state === "busy"}
      onClick={state === "busy" ? undefined : onPress}
    >
      {state === "busy" ? (
        <span className="turning">
          <Mark />
        </span>
      ) : (
        <Icon of={heart} />
      )}
      {words}
    </button>
  );
}
