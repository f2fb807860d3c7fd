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
import table from "virtual:icon/table";
import user from "virtual:icon/user";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, NavLink } from "react-router";
import { documentCountOf } from "../features/documents/index.ts";
import { jobList, readyJobs } from "../features/jobs/index.ts";
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

type NavItem = { to: string; label: string; icon: string };

const navItems = (): NavItem[] => [
  { to: "/dashboard", label: t`Overview`, icon: overview },
  { to: "/dashboard/saved", label: t({ message: "Saved", context: "saved templates" }), icon: heart },
  { to: "/dashboard/documents", label: t`Documents`, icon: documents },
  {
    to: "/dashboard/jobs",
    label: t({ message: "Jobs", context: "tables the server makes PDFs of" }),
    icon: table,
  },
  { to: "/dashboard/details", label: t({ message: "Details", context: "a person's details" }), icon: card },
  { to: "/dashboard/history", label: t`History`, icon: history },
  { to: "/dashboard/profile", label: t`Profile`, icon: user },
  { to: "/dashboard/account", label: t`Account`, icon: settings },
];
/** A phone's tab bar has space for five; these are in its menu. */
const ONLY_IN_MENU = ["/dashboard/jobs", "/dashboard/history", "/dashboard/account"];
/** Shown while the library accepts templates. */
const ownTemplates = (): NavItem => ({ to: "/dashboard/templates", label: t`Your templates`, icon: own });
const studioItem = (): NavItem => ({ to: "/studio", label: t`Studio`, icon: studio });
const contactItem = (): NavItem => ({ to: "/contact", label: t`Contact`, icon: mail });
const MENU = "dashboard-menu";

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

export default function DashboardLayout() {
  return <PersonalPages frame={DashboardFrame} />;
}

/** A rail at the left; on a phone a bar at the bottom. */
function DashboardFrame({ profile, role, needsTwoFactor, children }: FrameProps) {
  // The studio says what is missing.
  const hasStudio = role === "operator" || needsTwoFactor === true;
  const main = useFocusAfterNavigation();
  const counts = {
    "/dashboard/saved": useSavedCount(profile?.id),
    "/dashboard/documents": useDocumentCount(profile?.id),
    "/dashboard/jobs": useReadyJobCount(profile?.id),
  };
  return (
    <>
      <SkipLink />
      <div className="dash">
        <aside className="rail">
          <Brand />
          <nav aria-label={t`Dashboard`}>
            <NavList places={navItems()} counts={counts} />
            {role === "person" && !hasStudio && <AuthorLinks />}
            {hasStudio && (
              <>
                <h2>{t`This library`}</h2>
                <NavList places={[studioItem()]} />
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
          <NavList places={navItems()} counts={counts} />
          {role === "person" && !hasStudio && <AuthorLinks />}
          <NavList places={hasStudio ? [studioItem(), contactItem()] : [contactItem()]} />
        </Drawer>
        <main id="main" ref={main} tabIndex={-1} className="dashboard">
          {children}
        </main>
        <nav className="tab-bar dash-bar phone-only" aria-label={t`Dashboard shortcuts`}>
          {navItems()
            .filter(({ to }) => !ONLY_IN_MENU.includes(to))
            .map(({ to, label, icon }) => (
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

/** Jobs that are done and not downloaded yet. */
function useReadyJobCount(userId: string | undefined): number | undefined {
  const { data } = useQuery({ ...jobList, enabled: userId !== undefined });
  return data && readyJobs(data).length;
}

function AuthorLinks() {
  const { data } = useQuery(submissionSettings);
  return data?.isOn ? <NavList places={[ownTemplates()]} /> : null;
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
        <bdi>{profile?.name}</bdi>
        <small dir="auto">{profile?.profession}</small>
      </span>
    </Link>
  );
}
