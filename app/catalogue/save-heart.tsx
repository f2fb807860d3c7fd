import { useLocation, useNavigate } from "react-router";
import { useMark } from "../data/person/saved-templates-marks.ts";
import { Heart } from "../ui/heart.tsx";

type Props = { template: { id: string; name: string }; isButton?: boolean };

/** What pressing the heart of a template does. */
export function useSaving(template: Props["template"]): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async () => {
    const { pressHeart } = await import("../data/person/saved-templates-press.ts");
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
