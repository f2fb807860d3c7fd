import { Component, type ReactNode } from "react";

type Props = { children: ReactNode; fallback?: ReactNode };

/**
 * Keeps what fails inside from taking the page with it. Needed where the router's own error page can't help: in that page
 * itself, and in what stands beside every page, which is drawn again with it.
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

/** When the error page itself can't be drawn. Stands on nothing that could fail. */
export function BareError() {
  return (
    <main id="main" className="wrap section">
      <h1>Something went wrong</h1>
      <p>We couldn’t show this page. Your documents are safe.</p>
      <p>
        <a className="link" href="/">
          Home
        </a>
      </p>
    </main>
  );
}
