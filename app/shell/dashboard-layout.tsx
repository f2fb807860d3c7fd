import documents from "virtual:icon/files";
import heart from "virtual:icon/heart";
import card from "virtual:icon/id-card";
import studio from "virtual:icon/layers";
import overview from "virtual:icon/layout-dashboard";
import mail from "virtual:icon/mail";
import menu from "virtual:icon/menu";
import plus from "virtual:icon/plus";
import history from "virtual:icon/rotate-ccw-clock";
import settings from "virtual:icon/settings";
import own from "virtual:icon/square-pen";
import user from "virtual:icon/user";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, NavLink } from "react-router";
import { documentCountOf } from "../features/documents/index.ts";
import type { Profile } from "../features/profile/index.ts";
import { savedOf } from "../features/saved/index.ts";
import { submissionSettings } from "../features/submissions/index.ts";
import { IconButton } from "../ui/button.tsx";
import { Avatar, Icon } from "../ui/icon.tsx";
import { Drawer, SkipLink } from "./frame-parts.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { useFocusAfterNavigation } from "./navigation.ts";
import { type FrameProps, PersonalPages } from "./personal-pages.tsx";
import { Brand, ThemeSwitch } from "./site-bar.tsx";
import "./dashboard-frame.css";

const NAV_ITEMS = [
  { to: "/dashboard", label: "Overview", icon: overview },
  { to: "/dashboard/saved", label: "Saved", icon: heart },
  { to: "/dashboard/documents", label: "Documents", icon: documents },
  { to: "/dashboard/details", label: "Details", icon: card },
  { to: "/dashboard/history", label: "History", icon: history },
  { to: "/dashboard/profile", label: "Profile", icon: user },
  { to: "/dashboard/account", label: "Account", icon: settings },
];
/** A phone's tab bar has space for five; the others are in its menu. */
const TAB_BAR_ITEMS = NAV_ITEMS.filter(({ label }) => label !== "History" && label !== "Account");
type NavItem = (typeof NAV_ITEMS)[number];
/** Shown while the library accepts templates. */
const OWN_TEMPLATES: NavItem = { to: "/dashboard/templates", label: "Your templates", icon: own };
const STUDIO: NavItem = { to: "/studio", label: "Studio", icon: studio };
const CONTACT: NavItem = { to: "/contact", label: "Contact", icon: mail };
const MENU = "dashboard-menu";

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

export default function DashboardLayout() {
  return <PersonalPages frame={DashboardFrame} />;
}

/** A rail at the left; on a phone a bar at the bottom. */
function DashboardFrame({ profile, role, children }: FrameProps) {
  const main = useFocusAfterNavigation();
  const counts = {
    "/dashboard/saved": useSavedCount(profile?.id),
    "/dashboard/documents": useDocumentCount(profile?.id),
  };
  return (
    <>
      <SkipLink />
      <div className="dash">
        <aside className="rail">
          <Brand />
          <nav aria-label={t`Dashboard`}>
            <NavList places={NAV_ITEMS} counts={counts} />
            {role === "person" && <AuthorLinks />}
            {role === "operator" && (
              <>
                <h2>{t`This library`}</h2>
                <NavList places={[STUDIO]} />
              </>
            )}
          </nav>
          <Link className="button" to="/templates">
            <Icon of={plus} />
            {t`Find a template`}
          </Link>
          <div className="rail-foot">
            <PersonLink profile={profile} />
            <LanguageMenu />
            <ThemeSwitch />
          </div>
        </aside>
        <header className="site-bar phone-only">
          <div className="wrap bar">
            <Brand />
            <div className="bar-right">
              <LanguageMenu />
              <ThemeSwitch />
              <IconButton popoverTarget={MENU} label={t`Dashboard menu`} icon={menu} />
              <Link className="account-link" to="/dashboard/account" aria-label={t`Account`}>
                <Avatar photo={profile?.photo} avatar={profile?.avatar} />
              </Link>
            </div>
          </div>
        </header>
        <Drawer id={MENU} title={t`Menu`} label={t`Dashboard menu`}>
          <NavList places={NAV_ITEMS} counts={counts} />
          {role === "person" && <AuthorLinks />}
          <NavList places={role === "operator" ? [STUDIO, CONTACT] : [CONTACT]} />
        </Drawer>
        <main id="main" ref={main} tabIndex={-1} className="desk">
          {children}
        </main>
        <nav className="tab-bar dash-bar phone-only" aria-label={t`Dashboard shortcuts`}>
          {TAB_BAR_ITEMS.map(({ to, label, icon }) => (
            <NavLink key={to} to={to} end={to === "/dashboard"}>
              <Icon of={icon} />
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
    </>
  );
}

/** How many are saved, once that is known; the data areas load it in their order. */
function useSavedCount(userId: string | undefined): number | undefined {
  const { data } = useQuery({ ...savedOf(userId ?? ""), enabled: false });
  return data?.entries.length;
}

function useDocumentCount(userId: string | undefined): number | undefined {
  return useQuery({ ...documentCountOf(userId ?? ""), enabled: userId !== undefined }).data;
}

function AuthorLinks() {
  const { data } = useQuery(submissionSettings);
  return data?.isOn ? <NavList places={[OWN_TEMPLATES]} /> : null;
}

type PlaceListProps = { places: readonly NavItem[]; counts?: Record<string, number | undefined> };

function NavList({ places, counts = {} }: PlaceListProps) {
  return (
    <ul>
      {places.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === "/dashboard"}>
            <Icon of={icon} />
            {label}
            {counts[to] !== undefined && counts[to] > 0 && <span className="count">{counts[to]}</span>}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function PersonLink({ profile }: { profile: Profile | undefined }) {
  return (
    <Link className="who" to="/dashboard/profile">
      <Avatar photo={profile?.photo} avatar={profile?.avatar} />
      <span>
        {profile?.name}
        <small>{profile?.profession}</small>
      </span>
    </Link>
  );
}
