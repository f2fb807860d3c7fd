import { Icon } from "../../ui/icon.tsx";
import { useNamedIcon } from "./named-icons.ts";

/** An icon that data names, such as "lucide:file-text"; an empty square of its size until it has come. */
export function NamedIcon({ name }: { name: string }) {
  return <Icon of={useNamedIcon(name) ?? ""} />;
}
