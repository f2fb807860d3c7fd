import { t } from "@lingui/core/macro";
import { Component, type ReactNode } from "react";
import { inPageLanguage } from "../lib/i18n/addresses.ts";

type Props = { children: ReactNode; fallback?: ReactNode };

/**
 * An error boundary where the router's own can't help: in the error page itself, and in the parts outside of
 * every page.
 */
export class Contained extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Shown when the error page itself fails. It depends on nothing that could fail. */
export function BareError() {
  return (
    <main id="main" className="wrap section">
      <h1>{t`Something went wrong`}</h1>
      <p>{t`We couldn’t show this page. Your documents are safe.`}</p>
      <p>
        <a className="link" href={inPageLanguage("/")}>{t`Home`}</a>
      </p>
    </main>
  );
}
