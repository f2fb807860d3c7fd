import { t } from "@lingui/core/macro";
import { NavLink } from "react-router";
import "./account-tabs.css";

/** The pages of an account, below their heading. */
export function AccountTabs() {
  return (
    <nav className="account-tabs" aria-label={t`Account pages`}>
      <NavLink to="/dashboard/account" end>{t`Account`}</NavLink>
      <NavLink to="/dashboard/account/keys">{t`API keys`}</NavLink>
      <NavLink to="/dashboard/account/webhooks">{t`Webhooks`}</NavLink>
    </nav>
  );
}
