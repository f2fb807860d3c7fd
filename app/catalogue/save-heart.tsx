import { useLocation, useNavigate } from "react-router";
import { useMark } from "../data/saved-templates-marks.ts";
import { Heart } from "../ui/heart.tsx";

type Props = { template: { id: string; name: string }; isButton?: boolean };

/** Saves and unsaves one template. */
export function SaveHeart({ template, isButton = false }: Props) {
  const state = useMark(template.id);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const words = isButton ? (state === "saved" ? "Saved" : "Save") : undefined;
  const onPress = async () => {
    const { pressHeart } = await import("../data/saved-templates-press.ts");
    await pressHeart(template, pathname + search, navigate);
  };
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
