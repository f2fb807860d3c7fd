import heart from "virtual:icon/heart";
import home from "virtual:icon/house";
import grid from "virtual:icon/layout-grid";
import mail from "virtual:icon/mail";
import menu from "virtual:icon/menu";
import history from "virtual:icon/rotate-ccw-clock";
import search from "virtual:icon/search";
import user from "virtual:icon/user";
import join from "virtual:icon/user-plus";
import { t } from "@lingui/core/macro";
import { Link, NavLink } from "react-router";
import { openPalette } from "../features/search/index.ts";
import { useNextQuery } from "../features/session/index.ts";
import { Icon } from "../ui/icon.tsx";
import { Drawer } from "./frame-parts.tsx";
import { TypeLinks } from "./type-links.tsx";

const MENU = "phone-menu";

/** Navigation at the bottom of a phone, where the thumb is. */
export function TabBar() {
  const next = useNextQuery();
  return (
    <>
      <nav className="tab-bar phone-only" aria-label={t({ message: "Main", context: "navigation" })}>
        <NavLink to="/" end>
          <Icon of={home} />
          {t`Home`}
        </NavLink>
        <NavLink to="/templates" end>
          <Icon of={grid} />
          {t`Templates`}
        </NavLink>
        <Link
          to="/templates"
          onClick={(event) => {
            event.preventDefault();
            openPalette();
          }}
        >
          <Icon of={search} />
          {t`Search`}
        </Link>
        <button type="button" popoverTarget={MENU}>
          <Icon of={menu} />
          {t`Menu`}
        </button>
        <NavLink className="for-visitors" to={`/login${next}`}>
          <Icon of={user} />
          {t`Sign in`}
        </NavLink>
        <NavLink className="for-known" to="/dashboard">
          <Icon of={user} />
          {t`Dashboard`}
        </NavLink>
      </nav>
      <Drawer id={MENU} title={t`Menu`} label={t`Menu`}>
        <ul>
          <DrawerLink className="for-visitors" to="/signup" icon={join} label={t`Create account`} />
          <DrawerLink
            className="for-known"
            to="/dashboard/saved"
            icon={heart}
            label={t({ message: "Saved", context: "saved templates" })}
          />
          <DrawerLink className="for-known" to="/dashboard/history" icon={history} label={t`History`} />
          <DrawerLink to="/contact" icon={mail} label={t`Contact`} />
        </ul>
        <TypeLinks />
      </Drawer>
    </>
  );
}

type DrawerLineProps = { className?: string; to: string; icon: string; label: string };

function DrawerLink({ className, to, icon, label }: DrawerLineProps) {
  return (
    <li className={className}>
      <NavLink to={to}>
        <Icon of={icon} />
        {label}
      </NavLink>
    </li>
  );
}
