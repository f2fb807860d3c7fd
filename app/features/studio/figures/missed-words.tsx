import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MissedSearch } from "../../../../contract/site/figures.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { useTypes } from "../../../lib/pages/page-data.ts";
import styles from "./figures.module.css";
import { addWord, formatNumber } from "./figures-client.ts";

/** Words that people looked for and did not find, and what can be done about each. */
export function MissedWordsTable({ missed }: { missed: readonly MissedSearch[] }) {
  return (
    <table className={styles.missedWords}>
      <thead className="sr-only">
        <tr>
          <th scope="col">Words</th>
          <th scope="col">Times</th>
          <th scope="col">Where they lead now</th>
          <th scope="col">What to do</th>
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

function MissedRow({ missed: { words, times, finds, near } }: { missed: MissedSearch }) {
  const types = useTypes();
  const add = useMutation({
    mutationFn: (id: string) => {
      const plural = types.find(({ slug }) => slug === id)?.plural ?? id;
      const report = { failure: "Word not added", outcome: `“${words}” was not added to ${plural}.` };
      return attempt(report, async () => {
        await addWord(id, words);
        notify({ kind: "fact", message: `“${words}” leads to ${plural} from now on.` });
      });
    },
  });
  return (
    <tr>
      <th scope="row">{words}</th>
      <td className="num">{formatNumber(times)}</td>
      <td className="muted">
        {finds > 0 ? (
          <Link className="link" to={`/templates?q=${encodeURIComponent(words)}`}>
            {finds === 1
              ? "finds a template now"
              : `finds ${finds > 98 ? "99 or more" : finds} templates now`}
          </Link>
        ) : near ? (
          `${near.plural} are near`
        ) : (
          "nothing near"
        )}
      </td>
      <td>
        {finds > 0 ? (
          <span className="muted">Settled</span>
        ) : (
          <span className={styles.missedActs}>
            {near && (
              <button
                type="button"
                className="link"
                disabled={add.isPending}
                onClick={() => add.mutate(near.id)}
              >
                Add as a word for {near.plural}
              </button>
            )}
            <select
              className="input small"
              aria-label={`Add “${words}” as a word for a type`}
              disabled={add.isPending}
              value=""
              onChange={(event) => event.target.value && add.mutate(event.target.value)}
            >
              <option value="">{near ? "Another type" : "Add as a word for …"}</option>
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
