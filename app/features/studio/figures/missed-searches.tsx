import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MissedSearch } from "../../../../contract/site/figures.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { useTypes } from "../../../lib/pages/page-data.ts";
import styles from "./figures.module.css";
import { addKeyword, formatNumber } from "./figures-client.ts";

/** Searches without results, and an action for each. */
export function MissedSearchTable({ missed }: { missed: readonly MissedSearch[] }) {
  return (
    <table className={styles.missedWords}>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t`Search`}</th>
          <th scope="col">{t`Count`}</th>
          <th scope="col">{t`Results now`}</th>
          <th scope="col">{t`Action`}</th>
        </tr>
      </thead>
      <tbody>
        {missed.map((each) => (
          <MissedRow key={each.words} missed={each} />
        ))}
      </tbody>
    </table>
  );
}

function MissedRow({ missed: { words: query, times, finds, near } }: { missed: MissedSearch }) {
  const types = useTypes();
  const add = useMutation({
    mutationFn: (id: string) => {
      const plural = types.find(({ slug }) => slug === id)?.plural ?? id;
      const report = { failure: "Keyword not added", outcome: t`“${query}” wasn’t added to ${plural}.` };
      return attempt(report, async () => {
        await addKeyword(id, query);
        notify({ kind: "fact", message: t`Searches for “${query}” now find ${plural}.` });
      });
    },
  });
  return (
    <tr>
      <th scope="row">{query}</th>
      <td className="num">{formatNumber(times)}</td>
      <td className="muted">
        {finds > 0 ? (
          <Link className="link" to={`/templates?q=${encodeURIComponent(query)}`}>
            {finds === 1 ? t`1 template` : finds > 98 ? t`99 or more templates` : t`${finds} templates`}
          </Link>
        ) : near ? (
          t`Closest type: ${near.plural}`
        ) : (
          t`No close match`
        )}
      </td>
      <td>
        {finds > 0 ? (
          <span className="muted">{t`Resolved`}</span>
        ) : (
          <span className={styles.missedActs}>
            {near && (
              <button
                type="button"
                className="link"
                disabled={add.isPending}
                onClick={() => add.mutate(near.id)}
              >
                <Trans>Add as keyword to {near.plural}</Trans>
              </button>
            )}
            <select
              className="input small"
              aria-label={t`Add “${query}” as a keyword to a type`}
              disabled={add.isPending}
              value=""
              onChange={(event) => event.target.value && add.mutate(event.target.value)}
            >
              <option value="">{near ? t`Another type` : t`Add as keyword to…`}</option>
              {types.map(({ slug, plural }) => (
                <option key={slug} value={slug}>
                  {plural}
                </option>
              ))}
            </select>
          </span>
        )}
      </td>
    </tr>
  );
}
