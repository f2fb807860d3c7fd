import check from "virtual:icon/check";
import chevron from "virtual:icon/chevron-down";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import editorStyles from "../screen/editor.module.css";
import { type CheckLine, formatCounts } from "./check-list.ts";
import styles from "./checks.module.css";
import type { Checks } from "./use-checks.ts";

type Props = { checks: Checks; onGo(fault: DraftDiagnostic): void; isAlone?: boolean };

/** Errors, warnings and passed checks, each with a button that shows where it is. */
export function ChecksPanel({ checks, onGo, isAlone = false }: Props) {
  const [isFolded, setFolded] = useState(false);
  const isOpen = isAlone || !isFolded;
  const counts = formatCounts(checks.counts);
  return (
    <section className={styles.checks} aria-label={t`Checks`} data-alone={isAlone || undefined}>
      <div className="pane-head">
        <h2>{t`Checks`}</h2>
        <span className={editorStyles.paneNote} role="status">
          {checks.isCurrent ? counts : t`${counts}, checking…`}
        </span>
        {!isAlone && (
          <div className="pane-tools">
            <IconButton
              label={isOpen ? t`Collapse checks` : t`Expand checks`}
              icon={chevron}
              aria-expanded={isOpen}
              onClick={() => setFolded(isOpen)}
            />
          </div>
        )}
      </div>
      {isOpen && (
        <ul>
          {checks.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            <CheckRow key={place} line={line} onGo={onGo} />
          ))}
        </ul>
      )}
    </section>
  );
}

const kindLabels = (): Record<CheckLine["kind"], string> => ({
  error: t`Error:`,
  warning: t`Warning:`,
  passed: t({ message: "Passed:", context: "a check" }),
});

function CheckRow({ line, onGo }: { line: CheckLine; onGo: Props["onGo"] }) {
  const { kind, message, original, about, fault } = line;
  const place = fault && fault.file !== "template" ? `${fault.line}:${fault.column}` : undefined;
  return (
    <li className={styles.checkLine} data-check={kind}>
      {kind === "error" && <i className="fault-sign" />}
      {kind === "warning" && <i className="hint-sign" />}
      {kind === "passed" && <Icon of={check} />}
      <span className={styles.checkMessage}>
        <span className="sr-only">{kindLabels()[kind]}</span> {message}{" "}
        {about && <span className="muted">{about}</span>}
        {original && <code className={styles.checkOriginal}>{original}</code>}
      </span>
      {fault && (
        <span className={styles.checkWay}>
          {place && <code>{place}</code>}
          <button
            type="button"
            className="link"
            aria-label={t`Show: ${message}`}
            onClick={() => onGo(fault)}
          >{t`Show`}</button>
        </span>
      )}
    </li>
  );
}
