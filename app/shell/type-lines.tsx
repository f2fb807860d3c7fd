import { useRef } from "react";
import { NavLink } from "react-router";
import { prefetchType } from "../features/catalogue/index.ts";
import { NamedIcon } from "../features/icons/index.ts";
import { useTypes } from "../lib/known-types.ts";
import { Icon } from "../ui/icon.tsx";
import { useOpenedPanel } from "../ui/opened-panel.ts";

/** Every type with its icon and how many it holds. It stands in panels, so icons are asked for when one opens. */
export function TypeLines() {
  const list = useRef<HTMLUListElement>(null);
  const opened = useOpenedPanel(list);
  return (
    <ul ref={list}>
      {useTypes().map((type) => (
        <li key={type.slug}>
          <NavLink
            className="type-line"
            to={`/${type.slug}`}
            prefetch="intent"
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
