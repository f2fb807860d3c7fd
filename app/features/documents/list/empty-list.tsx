import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { ListView } from "./listed-documents.ts";

/** Shown if there are no documents, or none match. */
export function EmptyList({ view: { query, label, isShared }, onAll }: { view: ListView; onAll(): void }) {
  if (query === "" && isShared)
    return (
      <div className="dashboard-section">
        <EmptyState
          title={t`No shared documents`}
          action={<Button variant="primary" onClick={onAll}>{t`Show all documents`}</Button>}
        >{t`Choose Share in a document’s menu to create a link. Anyone with the link can read the document but not change it. You can see how often the link was opened and turn it off at any time.`}</EmptyState>
      </div>
    );
  if (query === "" && label === undefined)
    return (
      <div className="dashboard-section">
        <EmptyState
          title={t`No documents yet`}
          action={<Link className="button primary" to="/templates">{t`Find a template`}</Link>}
        >{t`Everything you fill in is saved here automatically, so you can continue on any device.`}</EmptyState>
      </div>
    );
  return (
    <p className="dashboard-lead">
      {formatNotFound({ query, label, isShared })}{" "}
      <button type="button" className="link" onClick={onAll}>{t`Show all documents`}</button>
    </p>
  );
}

function formatNotFound({ query, label, isShared }: Pick<ListView, "query" | "label" | "isShared">): string {
  if (query === "") return t`No documents are labelled “${{ label: label ?? "" }}”.`;
  if (isShared) return t`No shared documents match “${query}”.`;
  if (label !== undefined) return t`No documents labelled “${label}” match “${query}”.`;
  return t`No documents match “${query}”.`;
}
