import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { CARD_FIELDS } from "../../../contract/collections/records.ts";
import { TemplateShelf } from "../../features/catalogue/index.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { NoHistory, NoSavedTemplates } from "./empty-states.tsx";
import styles from "./overview.module.css";

const MAX_USED = 24;
const OF_A_TYPE = 1;

const SUGGESTED = queryOptions({
  queryKey: ["templates", "suggested"],
  meta: { failure: "Template fetch failed" },
  queryFn: async () => {
    const { data: found } = await listItems("templates", {
      fields: CARD_FIELDS,
      sort: ["-used", "-date_created", "template_name"],
      limit: MAX_USED,
    });
    const seen = new Map<string, number>();
    return found.filter(({ type }) => {
      seen.set(type, (seen.get(type) ?? 0) + 1);
      return (seen.get(type) ?? 0) <= OF_A_TYPE;
    });
  },
});

/** The dashboard of a new person: empty states and popular templates. */
export function FirstSteps() {
  const { data: suggested } = useQuery(SUGGESTED);
  return (
    <>
      <div className={styles.firstSteps}>
        <NoHistory isLedOn />
        <NoSavedTemplates isLedOn />
      </div>
      {suggested && suggested.length > 0 && (
        <section className="dashboard-section">
          <div className="section-head">
            <h2>{t`Popular templates`}</h2>
            <Link className="link" to="/templates">{t`All templates`}</Link>
          </div>
          <TemplateShelf templates={suggested} />
        </section>
      )}
    </>
  );
}
