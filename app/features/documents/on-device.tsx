import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { listCopies, type OfflineCopy } from "../../lib/browser/offline-copies.ts";

/** What can be opened without a connection. `owner`: whose documents; a visitor has only templates. */
export function OnDevice({ owner }: { owner: string }) {
  const [found, setFound] = useState<{ documents: OfflineCopy[]; templates: OfflineCopy[] }>();
  useEffect(() => {
    let isLeft = false;
    const documents = owner ? listCopies("document", owner) : [];
    void Promise.all([documents, listCopies("template", "")]).then(([documents, templates]) => {
      if (!isLeft) setFound({ documents, templates });
    });
    return () => {
      isLeft = true;
    };
  }, [owner]);
  if (!found) return null;
  return (
    <>
      <CopyList title={t`Documents on this device`} copies={found.documents} />
      <CopyList title={t`Templates on this device`} copies={found.templates} />
    </>
  );
}

function CopyList({ title, copies }: { title: string; copies: readonly OfflineCopy[] }) {
  if (copies.length === 0) return null;
  return (
    <section className="dashboard-section">
      <h2>{title}</h2>
      <ul>
        {copies.map(({ address, name }) => (
          <li key={address}>
            <Link className="link" to={address}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
