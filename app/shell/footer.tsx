import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { useNextQuery } from "../features/session/index.ts";
import { useFooterPages, useTypes } from "../lib/pages/page-data.ts";
import { Brand } from "./site-bar.tsx";

export function Footer() {
  const types = useTypes();
  const pages = useFooterPages();
  const next = useNextQuery();
  return (
    <footer className="foot">
      <div className="wrap columns">
        <div className="foot-own">
          <Brand />
          <p>{t`A library of document templates you can host yourself. Your data stays on this server.`}</p>
        </div>
        <nav className="foot-types" aria-labelledby="foot-types">
          <h2 id="foot-types">{t`Templates`}</h2>
          <ul>
            {types.map((type) => (
              <li key={type.slug}>
                <Link to={`/${type.slug}`}>{type.plural}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav className="foot-account" aria-labelledby="foot-account">
          <h2 id="foot-account">{t`Account`}</h2>
          <ul>
            <li className="for-visitors">
              <Link to={`/login${next}`}>{t`Sign in`}</Link>
            </li>
            <li className="for-visitors">
              <Link to={`/signup${next}`}>{t`Create account`}</Link>
            </li>
            <li className="for-visitors">
              <Link to="/details">{t`Your details`}</Link>
            </li>
            <li className="for-known">
              <Link to="/dashboard">{t`Dashboard`}</Link>
            </li>
            <li className="for-known">
              <Link to="/dashboard/saved">{t({ message: "Saved", context: "saved templates" })}</Link>
            </li>
            <li className="for-known">
              <Link to="/dashboard/account">{t`Account settings`}</Link>
            </li>
          </ul>
        </nav>
        <nav className="foot-library" aria-labelledby="foot-library">
          <h2 id="foot-library">{t`This library`}</h2>
          <ul>
            <li>
              <Link to="/templates">{t`All templates`}</Link>
            </li>
            <li>
              <Link to="/contact">{t`Contact`}</Link>
            </li>
            <li>
              <Link to="/docs/api">API</Link>
            </li>
            {pages.map(({ path, title }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
