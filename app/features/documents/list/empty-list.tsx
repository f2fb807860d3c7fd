import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { ListView } from "./listed-documents.ts";

/** Shown if there are no documents, or none match. */
export function EmptyList({ view: { query, label, isShared }, onAll }: { view: ListView; onAll(): void }) {
  if (query === "" && isShared)
    return (
      <div className="desk-section">
        <EmptyState
          title="No shared documents"
          action={
            <Button variant="primary" onClick={onAll}>
              Show all documents
            </Button>
          }
        >
          Choose Share in a document’s menu to create a link. Anyone with the link can read the document but
          not change it. You can see how often the link was opened and turn it off at any time.
        </EmptyState>
      </div>
    );
  if (query === "" && label === undefined)
    return (
      <div className="desk-section">
        <EmptyState
          title="No documents yet"
          action={
            <Link className="button primary" to="/templates">
              Find a template
            </Link>
          }
        >
          Everything you fill in is saved here automatically, so you can continue on any device.
        </EmptyState>
      </div>
    );
  return (
    <p className="desk-lead">
      {formatNotFound({ query, label, isShared })}{" "}
      <button type="button" className="link" onClick={onAll}>
        Show all documents
      </button>
    </p>
  );
}

function formatNotFound({ query, label, isShared }: Pick<ListView, "query" | "label" | "isShared">): string {
  if (query === "") return `No documents are labelled “${label}”.`;
  if (isShared) return `No shared documents match “${query}”.`;
  if (label !== undefined) return `No documents labelled “${label}” match “${query}”.`;
  return `No documents match “${query}”.`;
}
