// Loaded only for signed-in people.

import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { DocumentSheet, documentAddress, recentDocumentsOf } from "../../features/documents/index.ts";
import { formatMoment } from "../../lib/format/moments.ts";
import { withQueries } from "../../lib/http/query-client.tsx";

export default withQueries(KnownDocuments);

const SHOWN = 4;

function Edited({ moment }: { moment: Date }) {
  const time = formatMoment(moment);
  return t`Edited ${time}`;
}

/** The documents a person worked on last. */
function KnownDocuments({ userId }: { userId: string }) {
  const { data: documents } = useQuery(recentDocumentsOf(userId));
  if (!documents) return null;
  if (documents.length === 0)
    return <p className="muted">{t`Documents you start appear here, so you can continue later.`}</p>;
  return (
    <ul>
      {documents.slice(0, SHOWN).map((document) => (
        <li key={document.id}>
          <Link to={documentAddress(document) ?? "/dashboard/documents"}>
            <span className="strip-state">
              <DocumentSheet document={document} />
            </span>
            <span>
              <b>{document.title}</b>
              <small>
                <Edited moment={new Date(document.date_updated)} />
              </small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
