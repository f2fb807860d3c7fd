import chevron from "virtual:icon/chevron-down";
import moon from "virtual:icon/moon";
import search from "virtual:icon/search";
import sun from "virtual:icon/sun";
import { Link, NavLink } from "react-router";
import { openPalette } from "../features/search/index.ts";
import { useProductName } from "../lib/product-name.ts";
import { Icon } from "../ui/icon.tsx";
import { Mark } from "../ui/mark.tsx";
import { AccountCorner } from "./account-corner.tsx";
import { switchTheme } from "./theme.ts";
import { TypeLines } from "./type-lines.tsx";

export function Brand() {
  return (
    <Link className="brand" to="/" prefetch="intent">
      <Mark />
      {useProductName()}
    </Link>
  );
}

/** The bar at the top. `searchable` is false on home, where the search is the page. */
export function SiteBar({ searchable }: { searchable: boolean }) {
  return (
    <header className="site-bar">
      <div className="wrap bar">
        <Brand />
        <nav className="bar-links phone-hidden" aria-label="Main">
          <NavLink to="/templates" prefetch="intent">
            Templates
          </NavLink>
          <button type="button" popoverTarget="types-panel">
            Types
            <Icon of={chevron} />
          </button>
          <NavLink className="desk-only" to="/contact">
            Contact
          </NavLink>
        </nav>
        <div id="types-panel" popover="auto" className="panel types-panel">
          <nav aria-label="Types of templates">
            <TypeLines />
          </nav>
        </div>
        <div className="bar-right">
          {searchable && (
            <Link
              className="find phone-hidden"
              to="/templates"
              aria-keyshortcuts="/ Control+K"
              onClick={(event) => {
                event.preventDefault();
                openPalette();
              }}
            >
              <Icon of={search} />
              Search templates
              <span className="find-key" aria-hidden="true">
                <kbd>/</kbd>
              </span>
            </Link>
          )}
          <ThemeSwitch />
          <AccountCorner />
        </div>
      </div>
    </header>
  );
}

export function ThemeSwitch() {
  return (
    <button
      type="button"
      className="icon-button needs-scripts"
      aria-label="Switch between light and dark"
      onClick={switchTheme}
    >
      <span className="theme-light">
        <Icon of={moon} />
      </span>
      <span className="theme-dark">
        <Icon of={sun} />
      </span>
    </button>
  );
}
