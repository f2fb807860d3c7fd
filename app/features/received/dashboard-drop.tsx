import { t } from "@lingui/core/macro";
import { Link, useNavigate } from "react-router";
import { passFile } from "../../lib/browser/passed-file.ts";
import { FileDropTarget } from "../../ui/file-drop-target.tsx";

const OPEN = "/e-invoices/open";

/** The dashboard's part about received e-invoices. A file dropped on it is opened. */
export function EInvoiceDrop() {
  const navigate = useNavigate();
  const open = (file: File) => {
    passFile(file);
    void navigate(OPEN);
  };
  return (
    <FileDropTarget className="dashboard-section" onFile={open}>
      <div className="section-head">
        <h2>{t`E-invoices`}</h2>
        <Link className="link" to={OPEN}>{t`Open an e-invoice`}</Link>
      </div>
      <p className="muted">
        {t`Received an invoice as an XML file? Drop it here to see it as a page, with its sums checked.`}
      </p>
    </FileDropTarget>
  );
}
