import { t } from "@lingui/core/macro";
import { ReceivedInvoices } from "../../features/received/index.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";
import styles from "./received.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Open an e-invoice`);
}

export default withQueries(ReceivedPage);

function ReceivedPage() {
  return (
    <div className={`wrap ${styles.received}`}>
      <h1>{t`Open an e-invoice`}</h1>
      <p className="muted">
        {t`View an e-invoice you received (XRechnung, ZUGFeRD, Factur-X, Peppol) as a page, with its totals checked.`}
      </p>
      <ReceivedInvoices />
    </div>
  );
}
