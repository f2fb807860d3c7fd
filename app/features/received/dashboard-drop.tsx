import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { passFile } from "./passed-file.ts";
import styles from "./received.module.css";

const OPEN = "/e-invoices/open";

/** The dashboard's part about received e-invoices. A file dropped on it is opened. */
export function EInvoiceDrop() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside does the same without dragging
    <section
      className={`dashboard-section ${styles.target}`}
      data-over={isOver ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        passFile(event.dataTransfer.files[0]);
        void navigate(OPEN);
      }}
    >
      <div className="section-head">
        <h2>{t`E-invoices`}</h2>
        <Link className="link" to={OPEN}>{t`Open an e-invoice`}</Link>
      </div>
      <p className="muted">
        {t`Received an invoice as an XML file? Drop it here to see it as a page, with its sums checked.`}
      </p>
    </section>
  );
}
