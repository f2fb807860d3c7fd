import kitIcon from "virtual:icon/package";
import pinIcon from "virtual:icon/pin";
import type {
  ListedVersion,
  VersionChanges,
  VersionHistory,
} from "../../../../contract/templates/template-versions.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { KeptAsFiles } from "./kept-as-files.tsx";
import { RestoreButton } from "./restore-button.tsx";
import styles from "./versions.module.css";

type Props = {
  template: VersionHistory["template"];
  newest: ListedVersion;
  left: ListedVersion;
  right: ListedVersion;
  changes: VersionChanges | undefined;
  error: Error | null;
};

/** What changed from the left to the right, in the words of those who fill it in, and what can be done. */
export function ChangeWords({ template, newest, left, right, changes, error }: Props) {
  const isPair = left !== right;
  return (
    <aside className={styles.versionWords} aria-label="What changed">
      <h2>{isPair ? `From ${left.number} to ${right.number}` : `Version ${right.number}`}</h2>
      {right.note && <p className={styles.versionQuote}>“{right.note}”</p>}
      {!isPair && <p>It is the only version so far. The next one is compared with it here.</p>}
      {error && <FormProblem>{errorMessage(error)}</FormProblem>}
      {isPair && !changes && !error && <p aria-busy="true">Both are being compared …</p>}
      {changes && (
        <ol className={styles.changeList}>
          {changes.words.map(({ number, name, words }) => (
            <li key={number}>
              <span className={styles.changeNumber}>{number}</span>
              <span>
                {name && <b>{name}</b>} {words}
              </span>
            </li>
          ))}
          {changes.words.length === 0 && (
            <li className="change-none">Nothing changes for those who fill it in.</li>
          )}
        </ol>
      )}
      <ul className={styles.versionFacts}>
        {changes && <li>{formatPages(changes)}</li>}
        <li>
          <Icon of={pinIcon} />
          {formatDocuments(left, right, isPair)}
        </li>
        {right.kit && (
          <li>
            <Icon of={kitIcon} />
            <span>
              Made with kit <code>{right.kit.slice(0, 6)}</code>, kept with it
            </span>
          </li>
        )}
      </ul>
      {template.isFromFiles && <KeptAsFiles template={template} />}
      {isPair && <RestoreButton template={template} version={left} newest={newest} />}
    </aside>
  );
}

function formatPages({ pages: { before, after, changed } }: VersionChanges): string {
  const look =
    changed.length === 0
      ? "The sample looks the same in both."
      : changed.length === 1
        ? `Page ${changed[0]} of the sample looks different.`
        : `Pages ${changed.join(", ")} of the sample look different.`;
  return before === after ? look : `${look} It has ${after} pages, was ${before}.`;
}

function formatDocuments(left: ListedVersion, right: ListedVersion, isPair: boolean): string {
  const count = ({ documents }: ListedVersion) => (documents === 1 ? "1 document" : `${documents} documents`);
  return isPair
    ? `${count(left)} with ${left.number}, ${count(right)} with ${right.number}; each stays until its person takes another`
    : `${count(right)} made with it`;
}
