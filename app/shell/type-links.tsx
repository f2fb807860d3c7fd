import { type RefObject, useEffect, useRef, useState } from "react";
import { NavLink } from "react-router";
import { prefetchType } from "../features/catalogue/index.ts";
import { NamedIcon } from "../features/icons/index.ts";
import { useTypes } from "../lib/pages/page-data.ts";
import { Icon } from "../ui/icon.tsx";

/** Every type with its icon and count. Used in panels, so icons are requested when one opens. */
export function TypeLinks() {
  const list = useRef<HTMLUListElement>(null);
  const opened = useOpenedPanel(list);
  return (
    <ul ref={list}>
      {useTypes().map((type) => (
        <li key={type.slug}>
          <NavLink
            className="type-link"
            to={`/${type.slug}`}
            data-prefetch
            onPointerEnter={() => prefetchType(type.slug)}
          >
            {opened ? <NamedIcon name={type.icon} /> : <Icon of="" />}
            {type.plural}
            <span className="muted num">{type.count}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Whether the panel round an element has ever been opened: what is only seen there can wait until then. */
function useOpenedPanel(inside: RefObject<HTMLElement | null>): boolean {
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
