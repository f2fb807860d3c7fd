import check from "virtual:icon/check";
import enter from "virtual:icon/corner-down-left";
import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../../../../ui/button.tsx";
import { DialogDescription, DialogFrame, DialogTitle } from "../../../../ui/dialog.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { useMedia } from "../../../../ui/media.ts";
import type { FieldPath } from "../../draft.ts";
import styles from "./check.module.css";
import { checkHeading } from "./gaps.ts";
import type { ExportCheck, NumberedGap } from "./use-export-check.ts";

/** Wide enough for the panel to cover none of the numbers on the page. */
const WIDE = "(min-width: 1100px)";

type Props = { check: ExportCheck; onField(path: FieldPath): void };

/** Before a document's first export: lists errors and empty recommended fields, each with a link to its field. */
export function CheckPanel({ check, onField }: Props) {
  const isWide = useMedia(WIDE);
  const first = useRef<HTMLButtonElement>(null);
  const goTo = (path: FieldPath) => {
    if (!isWide) check.hide();
    onField(path);
  };
  const parts = { check, goTo, first };
  if (isWide) return check.isOpen && <SidePanel {...parts} />;
  return (
    <DialogFrame
      isOpen={check.isOpen}
      className={`panel ${styles.checkPanel} ${styles.checkBelow}`}
      initialFocus={first}
      onClose={check.close}
    >
      <Content
        {...parts}
        title={(text) => <DialogTitle>{text}</DialogTitle>}
        lead={(text) => <DialogDescription>{text}</DialogDescription>}
      />
    </DialogFrame>
  );
}

type Parts = Omit<Props, "onField"> & {
  goTo(path: FieldPath): void;
  first: React.RefObject<HTMLButtonElement | null>;
};

/** Not modal: fields can be filled in while the list is open. */
function SidePanel(parts: Parts) {
  const { check, first } = parts;
  const ids = useId();
  // Focuses the primary button for every new action, so that Enter confirms it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new action is a new question
  useEffect(() => first.current?.focus(), [first, check.action]);
  return (
    <div
      role="dialog"
      aria-labelledby={`${ids}-title`}
      aria-describedby={`${ids}-lead`}
      className={`panel ${styles.checkPanel} ${styles.checkSide}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        check.close();
        document.querySelector<HTMLElement>("[data-export]")?.focus();
      }}
    >
      <Content
        {...parts}
        title={(text) => <h2 id={`${ids}-title`}>{text}</h2>}
        lead={(text) => <p id={`${ids}-lead`}>{text}</p>}
      />
    </div>
  );
}

type ContentProps = Parts & { title(text: string): ReactNode; lead(text: string): ReactNode };

function Content({ check, goTo, first, title, lead }: ContentProps) {
  const { gaps, action } = check;
  const heading = checkHeading(gaps);
  const needed = gaps.find(({ isRequired, isFilled }) => isRequired && !isFilled);
  const isDone = gaps.every(({ isFilled }) => isFilled);
  return (
    <>
      <header>
        {title(heading.title)}
        {lead(heading.lead)}
      </header>
      <ol className={styles.checkGaps}>
        {gaps.map((gap) => (
          <GapLine key={gap.number} gap={gap} onFill={() => check.fillIn(gap)} onGo={() => goTo(gap.path)} />
        ))}
      </ol>
      <div className={styles.checkActions}>
        <Button onClick={check.close}>{t`Keep editing`}</Button>
        <Button ref={first} variant="primary" onClick={() => (needed ? goTo(needed.path) : check.proceed())}>
          {needed?.isWrong
            ? t`Fix errors`
            : needed
              ? t`Fill in required fields`
              : isDone
                ? actionLabel(action?.isPrint)
                : action?.isPrint
                  ? t`Print anyway`
                  : t`Download anyway`}
          <span className={styles.checkKey} aria-hidden="true">
            <Icon of={enter} />
          </span>
        </Button>
      </div>
    </>
  );
}

function actionLabel(isPrint = false): string {
  return isPrint
    ? t({ message: "Print", context: "verb: print a document" })
    : t({ message: "Download", context: "verb: download a document" });
}

function GapLine({ gap, onFill, onGo }: { gap: NumberedGap; onFill(): void; onGo(): void }) {
  const { number, label, reason, isRequired, isFilled, proposal } = gap;
  const why = isRequired && !gap.isWrong ? t`Required to create the file.` : reason;
  return (
    <li data-filled={isFilled || undefined}>
      <span className="gap-number" aria-hidden="true">
        {isFilled ? <Icon of={check} /> : number}
      </span>
      <span className={styles.checkWhat}>
        <b>{label}</b>
        {isFilled ? (
          <small>{gap.characters || gap.isWrong ? t`Changed` : t`Filled in`}</small>
        ) : (
          why && <small>{why}</small>
        )}
      </span>
      {!isFilled && proposal && (
        <button
          type="button"
          className="link"
          aria-label={t`Fill in ${label}: ${{ value: proposal.label }}`}
          onClick={onFill}
        >
          {proposal.label}
        </button>
      )}
      {!isFilled && !proposal && (
        <button
          type="button"
          className="link"
          aria-label={t`Go to field: ${label}`}
          onClick={onGo}
        >{t`Go to field`}</button>
      )}
    </li>
  );
}
