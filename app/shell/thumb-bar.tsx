import home from "virtual:icon/house";
import grid from "virtual:icon/layout-grid";
import menu from "virtual:icon/menu";
import search from "virtual:icon/search";
import user from "virtual:icon/user";
import close from "virtual:icon/x";
import { Link, NavLink } from "react-router";
import { openPalette } from "../features/search/index.ts";
import { useNextQuery } from "../features/session/index.ts";
import { Icon } from "../ui/icon.tsx";
import { TypeLines } from "./type-lines.tsx";

/** Navigation at the bottom of a phone, where the thumb is. */
export function ThumbBar() {
  const next = useNextQuery();
  return (
    <>
      <nav className="thumb-bar phone-only" aria-label="Main, for the thumb">
        <NavLink to="/" end>
          <Icon of={home} />
          Home
        </NavLink>
        <NavLink to="/templates" end>
          <Icon of={grid} />
          Templates
        </NavLink>
        <Link
          to="/templates"
          onClick={(event) => {
            event.preventDefault();
            openPalette();
          }}
        >
          <Icon of={search} />
          Search
        </Link>
        <button type="button" popoverTarget="types-drawer">
          <Icon of={menu} />
          Types
        </button>
        <NavLink className="for-visitors" to={`/login${next}`}>
          <Icon of={user} />
          Sign in
        </NavLink>
        <NavLink className="for-known" to="/dashboard">
          <Icon of={user} />
          Yours
        </NavLink>
      </nav>
      <nav id="types-drawer" popover="auto" className="panel drawer" aria-label="Types, for the thumb">
        <div className="drawer-head">
          <h2>Types</h2>
          <button
            type="button"
            className="icon-button"
            popoverTarget="types-drawer"
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <Icon of={close} />
          </button>
        </div>
        <TypeLines />
      </nav>
    </>
  );
}
