import { Link } from "react-router";
import { EmptySheet } from "../../../ui/empty-sheet.tsx";
import type { ListView } from "../documents.ts";

/** Nothing to show: because there is nothing yet, or because of what was asked for. */
export function EmptyList({ view: { words, label }, onAll }: { view: ListView; onAll(): void }) {
  if (words === "" && label === undefined)
    return (
      <div className="desk-section">
        <EmptySheet
          title="No documents yet"
          action={
            <Link className="button primary" to="/templates">
              Find a template
            </Link>
          }
        >
          What you fill in is kept here as you type, and is there the next time, on every device.
        </EmptySheet>
      </div>
    );
  return (
    <p className="desk-lead">
      {words === ""
        ? `No document has the label “${label}”.`
        : `No document${label === undefined ? "" : ` with the label “${label}”`} is called “${words}”.`}{" "}
      <button type="button" className="link" onClick={onAll}>
        Show everything
      </button>
    </p>
  );
}
