import { plural, t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MissedSearch } from "../../../../contract/site/figures.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { useTypes } from "../../../lib/pages/page-data.ts";
import { shownTypeName } from "../studio-types.ts";
import styles from "./figures.module.css";
import { addKeyword } from "./figures-client.ts";

/** Searches without results, and an action for each. */
export function MissedSearchTable({ missed }: { missed: readonly MissedSearch[] }) {
  return (
    <table className={styles.missedSearches}>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t({ message: "Search", context: "noun: the text that was searched for" })}</th>
          <th scope="col">{t`Times searched`}</th>
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
      const type = types.find(({ slug }) => slug === id)?.plural ?? id;
      const report = { failure: "Keyword not added", outcome: t`We couldn’t add “${query}” to ${type}.` };
      return attempt(report, async () => {
        if (await addKeyword(id, query))
          notify({ kind: "fact", message: t`Searches for “${query}” now find ${type}.` });
        else notify({ kind: "failure", message: t`${type} can’t have more keywords.` });
      });
    },
  });
  const nearest = near ? shownTypeName(near.id, near.plural) : "";
  return (
    <tr>
      <th scope="row">{query}</th>
      <td className="num">{formatNumber(times)}</td>
      <td className="muted">
        {finds > 0 ? (
          <Link className="link" to={`/templates?q=${encodeURIComponent(query)}`}>
            {finds > 98
              ? t`99 or more templates`
              : plural({ count: finds }, { one: "# template", other: "# templates" })}
          </Link>
        ) : near ? (
          t`Closest type: ${nearest}`
        ) : (
          t`No close match`
        )}
      </td>
      <td>
        {finds > 0 ? (
          <span className="muted">
            {t({ message: "Resolved", comment: "A search that finds templates by now" })}
          </span>
        ) : (
          <span className={styles.missedActions}>
            {near && (
              <button
                type="button"
                className="link"
                disabled={add.isPending}
                onClick={() => add.mutate(near.id)}
              >
                {t`Add as keyword to ${nearest}`}
              </button>
            )}
            <select
              className="input small"
              aria-label={t`Add “${query}” as a keyword to a type`}
              disabled={add.isPending}
              value=""
              onChange={(event) => event.target.value && add.mutate(event.target.value)}
            >
              <option value="">{near ? t`Another type…` : t`Add as keyword to…`}</option>
              {types.map(({ slug, plural: name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        )}
      </td>
    </tr>
  );
}
