import heart from "virtual:icon/heart";
import { t } from "@lingui/core/macro";
import { useLocation, useNavigate } from "react-router";
import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { notifyUnreachable } from "../../lib/http/connection.ts";
import { notOnPrivatePage } from "../../lib/http/http-client.ts";
import { Icon, Mark } from "../../ui/icon.tsx";
import { useMark } from "./saved-marks.ts";

type Template = { id: string; name: string };

/** Saves and unsaves one template. */
export function SaveHeart({ template, isButton = false }: { template: Template; isButton?: boolean }) {
  const { name } = template;
  const state = useMark(template.id);
  const onPress = useSaving(template);
  const text = isButton ? textOf(state) : undefined;
  return (
    <Heart
      state={state}
      label={t`Save ${name}`}
      className={isButton ? "button large" : "heart-small"}
      onPress={onPress}
      {...(text ? { text } : {})}
    />
  );
}

function textOf(state: HeartProps["state"]): string {
  return state === "saved"
    ? t({ message: "Saved", context: "button: the template is saved" })
    : t({ message: "Save", context: "button: add to the saved templates" });
}

/** The handler of a template's heart. */
export function useSaving(template: Template): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async () => {
    if (isPrivatePage()) return notify({ kind: "failure", message: notOnPrivatePage() });
    try {
      const { pressHeart } = await import("./saved-templates.ts");
      await pressHeart(template, pathname + search, navigate);
    } catch (error) {
      console.error("Saved templates failed to load", error);
      notifyUnreachable(t`We couldn’t change your saved templates. Try again.`);
    }
  };
}

type HeartProps = {
  state: "empty" | "busy" | "saved";
  /** The accessible name. */
  label: string;
  /** Text next to the heart. */
  text?: string;
  className: string;
  onPress(): void;
};

/** Empty, busy, saved. It fills only once the server has answered; until then the registration mark turns. */
function Heart({ state, label, text, className, onPress }: HeartProps) {
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
      {text}
    </button>
  );
}
