import { NavLink } from "react-router";
import { useTypes } from "../data/known-types.ts";
import { prefetchType } from "../data/prefetch.ts";
import { NamedIcon } from "../ui/named-icon.tsx";

/** Every type with its icon and how many it holds. */
export function TypeLines() {
  return (
    <ul>
      {useTypes().map((type) => (
        <li key={type.slug}>
          <NavLink
            className="type-line"
            to={`/${type.slug}`}
            prefetch="intent"
            onPointerEnter={() => prefetchType(type.slug)}
          >
            <NamedIcon name={type.icon} />
            {type.plural}
            <span className="muted num">{type.count}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
