import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { deleteCopies, listCopies } from "../../lib/browser/offline-copies.ts";
import { deleteStoredFiles } from "../../lib/browser/service-worker.ts";
import { Button } from "../../ui/button.tsx";

/** What this device has for use offline, and how to delete it. Drafts that the account doesn't have are no part of it. */
export function DeviceStorage({ email }: { email: string }) {
  const [counts, setCounts] = useState<{ documents: number; templates: number }>();
  const count = () =>
    Promise.all([listCopies("document", email), listCopies("template", "")]).then(([documents, templates]) =>
      setCounts({ documents: documents.length, templates: templates.length }),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each account
  useEffect(() => void count(), [email]);
  if (!counts) return <span className="skeleton" style={{ height: "4rem" }} />;
  const { documents, templates } = counts;
  const clear = async () => {
    await deleteCopies({ all: true });
    await deleteStoredFiles();
    await count();
  };
  return (
    <div>
      <p>{t`Documents and templates that you open are stored on this device, so that you can use them offline.`}</p>
      <p>
        {plural({ count: documents }, { one: "# document", other: "# documents" })}
        <br />
        {plural({ count: templates }, { one: "# template", other: "# templates" })}
      </p>
      <Button onClick={() => void clear()}>{t`Delete offline copies`}</Button>
    </div>
  );
}
