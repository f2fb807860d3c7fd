import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import styles from "./invoice-drop.module.css";
import { passFile } from "./passed-file.ts";

const OPEN = "/e-invoices/open";

/** A part of a page where a received e-invoice can be dropped. A link inside does the same without dragging. */
export function EInvoiceTarget({ className, children }: { className: string; children: ReactNode }) {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside does the same without dragging
    <div
      className={`${className} ${styles.target}`}
      data-over={isOver ? "" : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        // A picture of the page itself that was dragged a little.
        if (file.type.startsWith("image/")) return;
        passFile(file);
        void navigate(OPEN);
      }}
    >
      {children}
    </div>
  );
}

/** The dashboard's part about received e-invoices. */
export function EInvoiceDrop() {
  return (
    <EInvoiceTarget className="dashboard-section">
      <div className="section-head">
        <h2>{t`E-invoices`}</h2>
        <Link className="link" to={OPEN}>{t`Open an e-invoice`}</Link>
      </div>
      <p className="muted">
        {t`Received an invoice as an XML file? Drop it here to see it as a page, with its sums checked.`}
      </p>
    </EInvoiceTarget>
  );
}
