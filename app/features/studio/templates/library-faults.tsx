import { plural, t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { LibraryFaults as Faults } from "../../../../contract/templates/library-faults.ts";
import { call } from "../../../lib/http/http-client.ts";
import styles from "./template-table.module.css";

const libraryFaults = queryOptions({
  queryKey: ["studio", "library-faults"],
  queryFn: async (): Promise<Faults> => (await (await call("site/library")).json()).data,
});

/** Templates of the library's folder, or of the content host, that the last import skipped, with the reasons. */
export function LibraryFaults() {
  const { data } = useQuery(libraryFaults);
  if (!data || data.total === 0) return null;
  const { faults, total } = data;
  const isOfHost = faults.some(({ folder }) => URL.canParse(folder));
  return (
    <details className={styles.libraryFaults}>
      <summary>
        {plural(
          { count: total },
          {
            one: "# template wasn’t imported",
            other: "# templates weren’t imported",
          },
        )}
      </summary>
      <p>
        {isOfHost
          ? t`Templates that were already published aren’t affected. Fix the others in your content backend; they’re read again within ten minutes.`
          : t`Templates that were already published aren’t affected. Fix the files, then restart the server or run “typecase library import”.`}
      </p>
      <ul>
        {faults.map(({ folder, reason }) => (
          <li key={folder}>
            <code>{folder}</code> {reason}
          </li>
        ))}
      </ul>
      {total > faults.length && (
        <p>
          {plural(
            { count: total - faults.length },
            {
              one: "# more is listed in the server log.",
              other: "# more are listed in the server log.",
            },
          )}
        </p>
      )}
    </details>
  );
}
