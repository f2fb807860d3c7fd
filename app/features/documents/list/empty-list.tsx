import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { EmptySheet } from "../../../ui/empty-sheet.tsx";
import type { ListView } from "./listed-documents.ts";

/** Nothing to show: because there is nothing yet, or because of what was asked for. */
export function EmptyList({ view: { words, label, isShared }, onAll }: { view: ListView; onAll(): void }) {
  if (words === "" && isShared)
    return (
      <div className="desk-section">
        <EmptySheet
          title="Nothing is shared"
          action={
            <Button variant="primary" onClick={onAll}>
              Show everything
            </Button>
          }
        >
          “Share” in a document’s menu makes a link. Whoever has it reads the document as it is then, and
          can’t change it; you see how often it was opened, and can switch it off.
        </EmptySheet>
      </div>
    );
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
        : `No ${isShared ? "shared " : ""}document${label === undefined ? "" : ` with the label “${label}”`} is called “${words}”.`}{" "}
      <button type="button" className="link" onClick={onAll}>
        Show everything
      </button>
    </p>
  );
}
