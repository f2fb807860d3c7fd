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
          <p>A library of document templates you can host yourself. Your data stays on this server.</p>
        </div>
        <nav className="foot-types" aria-labelledby="foot-types">
          <h2 id="foot-types">Templates</h2>
          <ul>
            {types.map((type) => (
              <li key={type.slug}>
                <Link to={`/${type.slug}`}>{type.plural}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav className="foot-account" aria-labelledby="foot-account">
          <h2 id="foot-account">Account</h2>
          <ul>
            <li className="for-visitors">
              <Link to={`/login${next}`}>Sign in</Link>
            </li>
            <li className="for-visitors">
              <Link to={`/signup${next}`}>Create account</Link>
            </li>
            <li className="for-visitors">
              <Link to="/details">Your details</Link>
            </li>
            <li className="for-known">
              <Link to="/dashboard">Dashboard</Link>
            </li>
            <li className="for-known">
              <Link to="/dashboard/saved">Saved</Link>
            </li>
            <li className="for-known">
              <Link to="/dashboard/account">Account settings</Link>
            </li>
          </ul>
        </nav>
        <nav className="foot-library" aria-labelledby="foot-library">
          <h2 id="foot-library">This library</h2>
          <ul>
            <li>
              <Link to="/templates">All templates</Link>
            </li>
            <li>
              <Link to="/contact">Contact</Link>
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
