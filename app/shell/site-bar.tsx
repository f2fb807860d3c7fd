import chevron from "virtual:icon/chevron-down";
import moon from "virtual:icon/moon";
import search from "virtual:icon/search";
import sun from "virtual:icon/sun";
import { t } from "@lingui/core/macro";
import { Link, NavLink } from "react-router";
import { useShownProfile } from "../features/profile/index.ts";
import { openPalette } from "../features/search/index.ts";
import { useNextQuery } from "../features/session/index.ts";
import { deviceStorage } from "../lib/browser/local-storage.ts";
import { useProductName } from "../lib/pages/page-data.ts";
import { Avatar, Icon, Mark } from "../ui/icon.tsx";
import { THEME_KEY } from "./inline-scripts.ts";
import { LanguageMenu } from "./language-menu.tsx";
import { TypeLinks } from "./type-links.tsx";

/** Longer names are set smaller and over two lines, so that they leave room for what is next to them. */
const LONG_NAME = 18;

export function Brand() {
  const name = useProductName() ?? "";
  return (
    <Link
      className="brand"
      to="/"
      title={name}
      data-long={name.length > LONG_NAME || undefined}
      data-prefetch
    >
      <Mark />
      <span className="brand-name">{name}</span>
    </Link>
  );
}

/** The bar at the top. `searchable` is false where the page has its own search. */
export function SiteBar({ searchable }: { searchable: boolean }) {
  return (
    <header className="site-bar">
      <div className="wrap bar">
        <Brand />
        <nav className="bar-links phone-hidden" aria-label={t({ message: "Main", context: "navigation" })}>
          <NavLink to="/templates" data-prefetch>{t`Templates`}</NavLink>
          <button type="button" popoverTarget="types-panel">
            {t`Types`}
            <Icon of={chevron} />
          </button>
          <NavLink className="desktop-only" to="/contact">{t`Contact`}</NavLink>
        </nav>
        <div id="types-panel" popover="auto" className="panel types-panel">
          <nav aria-label={t`Template types`}>
            <TypeLinks />
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
              <span className="find-label">{t`Search templates`}</span>
              <span className="find-key" aria-hidden="true">
                <kbd>/</kbd>
              </span>
            </Link>
          )}
          <LanguageMenu />
          <ThemeSwitch />
          <AccountLinks />
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
      aria-label={t`Switch between light and dark theme`}
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

/**
 * Links to sign in, or to the account. Both are on every page, because pages are the same for everyone; the
 * head script sets a mark before the first paint that shows one of them.
 */
function AccountLinks() {
  const profile = useShownProfile();
  const next = useNextQuery();
  return (
    <>
      <Link className="button bare for-visitors phone-hidden" to={`/login${next}`}>{t`Sign in`}</Link>
      <Link className="button for-visitors phone-hidden" to={`/signup${next}`}>{t`Create account`}</Link>
      <Link className="button bare for-known phone-hidden" to="/dashboard">{t`Dashboard`}</Link>
      <Link className="account-link for-known phone-hidden" to="/dashboard" aria-label={t`Your dashboard`}>
        <Avatar photo={profile?.photo} avatar={profile?.avatar} />
      </Link>
    </>
  );
}

/** Switches between light and dark and remembers it; until then the system's setting holds. */
function switchTheme(): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  deviceStorage.write(THEME_KEY, next);
}
