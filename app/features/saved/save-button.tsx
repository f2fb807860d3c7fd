import { useLocation, useNavigate } from "react-router";
import { Heart } from "./heart.tsx";
import { useMark } from "./saved-marks.ts";

type Props = { template: { id: string; name: string }; isButton?: boolean };

/** What pressing the heart of a template does. */
export function useSaving(template: Props["template"]): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async () => {
    const { pressHeart } = await import("./toggle-save.ts");
    await pressHeart(template, pathname + search, navigate);
  };
}

/** Saves and unsaves one template. */
export function SaveHeart({ template, isButton = false }: Props) {
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
