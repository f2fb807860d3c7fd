import { useState } from "react";
import { Link } from "react-router";
import type { MissedWords } from "../../../../contract/figures.ts";
import { errorMessage } from "../../../lib/http-client.ts";
import { useTypes } from "../../../lib/page-data.ts";
import { notify } from "../../../lib/toasts.ts";
import { addWord, formatNumber } from "./figures-client.ts";

/** Words that people looked for and did not find, and what can be done about each. */
export function MissedWordsTable({ missed }: { missed: readonly MissedWords[] }) {
  return (
    <table className="missed-words">
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

function MissedRow({ missed: { words, times, finds, near } }: { missed: MissedWords }) {
  const types = useTypes();
  const [isBusy, setIsBusy] = useState(false);
  const add = async (id: string) => {
    const plural = types.find(({ slug }) => slug === id)?.plural ?? id;
    setIsBusy(true);
    try {
      await addWord(id, words);
      notify({ kind: "fact", message: `“${words}” leads to ${plural} from now on.` });
    } catch (error) {
      console.error("Word not added", error);
      notify({ kind: "failure", message: `“${words}” was not added to ${plural}. ${errorMessage(error)}` });
    }
    setIsBusy(false);
  };
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
          <span className="missed-acts">
            {near && (
              <button type="button" className="link" disabled={isBusy} onClick={() => add(near.id)}>
                Add as a word for {near.plural}
              </button>
            )}
            <select
              className="input small"
              aria-label={`Add “${words}” as a word for a type`}
              disabled={isBusy}
              value=""
              onChange={(event) => event.target.value && add(event.target.value)}
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
