import kitIcon from "virtual:icon/package";
import pinIcon from "virtual:icon/pin";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type {
  ListedVersion,
  VersionChanges,
  VersionHistory,
} from "../../../../contract/templates/template-versions.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { FileTemplate } from "./file-template.tsx";
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

/** The changes between two versions, and actions. */
export function ChangeList({ template, newest, left, right, changes, error }: Props) {
  const isPair = left !== right;
  return (
    <aside className={styles.versionChanges} aria-label={t`What changed`}>
      <h2>{isPair ? t`Version ${left.number} to ${right.number}` : t`Version ${right.number}`}</h2>
      {right.note && <p className={styles.versionQuote}>“{right.note}”</p>}
      {!isPair && <p>{t`This is the only version. Later versions are compared with it here.`}</p>}
      {error && <FormProblem>{errorMessage(error)}</FormProblem>}
      {isPair && !changes && !error && <p aria-busy="true">{t`Comparing versions…`}</p>}
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
          {changes.words.length === 0 && <li className="change-none">{t`No changes to the fields.`}</li>}
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
              <Trans>
                Uses kit <code>{right.kit.slice(0, 6)}</code>
              </Trans>
            </span>
          </li>
        )}
      </ul>
      {template.isFromFiles && <FileTemplate template={template} />}
      {isPair && <RestoreButton template={template} version={left} newest={newest} />}
    </aside>
  );
}

const LIST = new Intl.ListFormat("en-GB");

function formatPages({ pages: { before, after, changed } }: VersionChanges): string {
  const look =
    changed.length === 0
      ? t`The sample looks the same in both versions.`
      : changed.length === 1
        ? t`Page ${changed[0] ?? ""} of the sample looks different.`
        : t`Pages ${LIST.format(changed.map(String))} of the sample look different.`;
  return before === after ? look : t`${look} The number of pages changed from ${before} to ${after}.`;
}

function formatDocuments(left: ListedVersion, right: ListedVersion, isPair: boolean): string {
  const count = ({ documents }: ListedVersion) =>
    documents === 1 ? t`1 document` : t`${documents} documents`;
  return isPair
    ? t`Version ${left.number}: ${count(left)}. Version ${right.number}: ${count(right)}. Documents keep their version until their owner updates them.`
    : t`${count(right)} made with this version`;
}
