import { type RefObject, useEffect, useState } from "react";

/** Whether the panel round an element has ever been opened: what is only seen there can wait until then. */
export function useOpenedPanel(inside: RefObject<HTMLElement | null>): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const panel = inside.current?.closest("[popover]");
    if (!panel || panel.matches(":popover-open")) return setOpened(true);
    const onToggle = () => setOpened(true);
    panel.addEventListener("beforetoggle", onToggle, { once: true });
    return () => panel.removeEventListener("beforetoggle", onToggle);
  }, [inside]);
  return opened;
}
