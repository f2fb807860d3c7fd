import { plural, t } from "@lingui/core/macro";
import type { ListedVersion } from "../../../../contract/templates/template-versions.ts";
import { formatShortMoment } from "../../../lib/format/moments.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import styles from "./versions.module.css";
import { thumbnailOf } from "./versions-client.ts";

type Props = {
  versions: readonly ListedVersion[];
  left: ListedVersion;
  right: ListedVersion;
  onCompare(version: ListedVersion): void;
};

/** All versions, newest first. Selecting one compares it with the right-hand version. */
export function HistoryList({ versions, left, right, onCompare }: Props) {
  return (
    <ol className={styles.versionList} aria-label={t`Versions`}>
      {versions.map((version, place) => {
        const side = version.id === right.id ? "right" : version.id === left.id ? "left" : undefined;
        const { number } = version;
        return (
          <li key={version.id} data-side={side}>
            <button type="button" aria-pressed={side !== undefined} onClick={() => onCompare(version)}>
              <img className="sheet" src={thumbnailOf(version.id)} alt="" loading="lazy" />
              <span>
                <b>
                  <span className="sr-only">{t`Version ${{ version: number }}`}</span>
                  <span aria-hidden="true">{number}</span>
                </b>{" "}
                {place === 0 && <small>{t({ message: "Latest", context: "version" })}</small>}
                {side && (
                  <small className={styles.versionSide}>
                    {side === "left"
                      ? t({ message: "Left", context: "side of a comparison" })
                      : t({ message: "Right", context: "side of a comparison" })}
                  </small>
                )}
                <span className={styles.versionNote}>{formatNote(version)}</span>
                <small>{formatFacts(version)}</small>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function formatNote({ note, number }: ListedVersion): string {
  return note ?? (number === 1 ? t`First version` : t`No note`);
}

function formatFacts({ by, date_created, documents }: ListedVersion): string {
  const made = documents > 0 ? plural({ count: documents }, { one: "# document", other: "# documents" }) : "";
  return formatList([by ?? "", formatShortMoment(new Date(date_created)), made].filter(Boolean), "unit");
}
