import back from "virtual:icon/arrow-left";
import menu from "virtual:icon/menu";
import { t } from "@lingui/core/macro";
import { Link, NavLink } from "react-router";
import { formatNumber } from "../lib/i18n/intl.ts";
import { IconButton } from "../ui/button.tsx";
import { Avatar, Icon, Mark } from "../ui/icon.tsx";
import { Drawer, SkipLink } from "./frame-parts.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { useFocusAfterNavigation } from "./navigation.ts";
import { type FrameProps, PersonalPages } from "./personal-pages.tsx";
import { Brand, ThemeSwitch } from "./site-bar.tsx";
import { type StudioNavItem, studioNav } from "./studio-nav.ts";
import "./dashboard-frame.css";
import "./studio-frame.css";

const MENU = "studio-menu";

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

export default function StudioLayout() {
  return <PersonalPages frame={StudioFrame} isForOperators />;
}

/** A rail at the left, on a tablet of icons only; on a phone a bar at the top with a menu. */
function StudioFrame({ profile, role, children }: FrameProps) {
  const main = useFocusAfterNavigation();
  const places = role === "operator" && <StudioNav />;
  return (
    <>
      <SkipLink />
      <div className="dash studio">
        <aside className="rail">
          <div className="studio-name">
            <Brand />
            <small>{t`Studio`}</small>
          </div>
          <nav aria-label={t`Studio`}>{places}</nav>
          <div className="rail-foot">
            <Link className="studio-back" to="/dashboard">
              <Icon of={back} />
              <span className="studio-label">{t`Dashboard`}</span>
            </Link>
            <Link className="who" to="/dashboard/profile">
              <Avatar photo={profile?.photo} avatar={profile?.avatar} />
              <span className="studio-label">
                <bdi>{profile?.name}</bdi>
                <small>{role === "operator" ? t`Operator` : ""}</small>
              </span>
            </Link>
            <LanguageMenu />
            <ThemeSwitch />
          </div>
        </aside>
        <header className="site-bar phone-only">
          <div className="wrap bar">
            <Link className="brand" to="/studio">
              <Mark />
              {t`Studio`}
            </Link>
            <div className="bar-right">
              <LanguageMenu />
              <ThemeSwitch />
              <IconButton popoverTarget={MENU} label={t`Studio menu`} icon={menu} />
            </div>
          </div>
        </header>
        <Drawer id={MENU} title={t`Studio`} label={t`Studio menu`} className="studio-menu">
          {places}
          <ul>
            <li>
              <Link to="/dashboard">
                <Icon of={back} />
                {t`Dashboard`}
              </Link>
            </li>
          </ul>
        </Drawer>
        <main id="main" ref={main} tabIndex={-1} className="dashboard studio-page">
          {children}
        </main>
      </div>
    </>
  );
}

function StudioNav() {
  return studioNav().map((group) => (
    <ul key={group[0]?.to}>
      {group.map((place) => (
        <li key={place.to}>
          <NavLink to={place.to} end={place.to === "/studio"} title={place.label}>
            <Icon of={place.icon} />
            <span className="studio-label">{place.label}</span>
            {place.useCount && <NavCount useCount={place.useCount} isNews={place.countsNews === true} />}
          </NavLink>
        </li>
      ))}
    </ul>
  ));
}

type CountProps = { useCount: NonNullable<StudioNavItem["useCount"]>; isNews: boolean };

function NavCount({ useCount, isNews }: CountProps) {
  const count = useCount();
  return count ? <span className={isNews ? "news" : "count"}>{formatNumber(count)}</span> : null;
}
