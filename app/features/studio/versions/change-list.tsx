import kitIcon from "virtual:icon/package";
import pinIcon from "virtual:icon/pin";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type {
  ListedVersion,
  VersionChanges,
  VersionHistory,
} from "../../../../contract/templates/template-versions.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { formatList, formatNumber } from "../../../lib/i18n/intl.ts";
import { FieldChangeText } from "../../../ui/field-change.tsx";
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
  const [older, newer] = [left.number, right.number];
  const { note } = right;
  const kit = right.kit?.slice(0, 6);
  return (
    <aside className={styles.versionChanges} aria-label={t`What changed`}>
      <h2>{isPair ? t`Version ${older} to ${newer}` : t`Version ${{ version: newer }}`}</h2>
      {note && (
        <p className={styles.versionQuote}>
          <Trans>“{note}”</Trans>
        </p>
      )}
      {!isPair && <p>{t`This is the only version. Later versions are compared with it here.`}</p>}
      {error && <FormProblem>{errorMessage(error)}</FormProblem>}
      {isPair && !changes && !error && <p aria-busy="true">{t`Comparing versions…`}</p>}
      {changes && (
        <ol className={styles.changeList}>
          {changes.words.map(({ number, name, text }) => (
            <li key={number}>
              <span className={styles.changeNumber}>{number}</span>
              <span>
                <FieldChangeText name={name} text={text} />
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
        {kit && (
          <li>
            <Icon of={kitIcon} />
            <span>
              <Trans>
                Uses kit <code>{kit}</code>
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

function formatPages({ pages: { before, after, changed } }: VersionChanges): string {
  const pages = formatList(changed.map((page) => formatNumber(page)));
  const look =
    changed.length === 0
      ? t`The sample looks the same in both versions.`
      : plural(
          { count: changed.length },
          {
            one: `Page ${pages} of the sample looks different.`,
            other: `Pages ${pages} of the sample look different.`,
          },
        );
  return before === after ? look : `${look} ${t`The number of pages changed from ${before} to ${after}.`}`;
}

function formatDocuments(left: ListedVersion, right: ListedVersion, isPair: boolean): string {
  if (!isPair)
    return plural(
      { count: right.documents },
      {
        one: "# document made with this version",
        other: "# documents made with this version",
      },
    );
  const count = ({ number, documents }: ListedVersion) =>
    t`Version ${{ version: number }}: ${plural({ count: documents }, { one: "# document", other: "# documents" })}.`;
  return `${count(left)} ${count(right)} ${t`Documents keep their version until their owner updates them.`}`;
}
