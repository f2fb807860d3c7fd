import pen from "virtual:icon/pencil";
import { plural, t } from "@lingui/core/macro";
import type { CSSProperties } from "react";
import { SAMPLE_MODES, type SampleMode } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { PageImages } from "../../../editor/index.ts";
import { PaneHead } from "../pane-head.tsx";
import type { Proof, Proofs } from "./proofs.ts";
import { formatPages, modeLabels, pileOf } from "./sample-modes.ts";
import styles from "./samples.module.css";

const A4_RATIO = 210 / 297;

type Props = { proofs: Proofs; isShort?: boolean; onChoose?(): void };

/** Thumbnails of all samples. One that fails to render keeps its place and names the line of the error. */
export function SampleStrip({ proofs, isShort = false, onChoose }: Props) {
  const strip = useStore(proofs.strip);
  const { mode: current } = useStore(proofs.shown);
  return (
    <ol className="sample-strip" aria-label={t`Samples`}>
      {SAMPLE_MODES.map((mode) => (
        <li key={mode}>
          <ProofSheet
            mode={mode}
            proof={strip[mode]}
            isCurrent={mode === current}
            isShort={isShort}
            onChoose={() => {
              proofs.show(mode);
              onChoose?.();
            }}
          />
        </li>
      ))}
    </ol>
  );
}

type SheetProps = { mode: SampleMode; proof: Proof; isCurrent: boolean; isShort: boolean; onChoose(): void };

function ProofSheet({ mode, proof, isCurrent, isShort, onChoose }: SheetProps) {
  const { first, count, faults, warnings } = proof;
  const labels = modeLabels(mode);
  const stop = faults?.find(({ severity }) => severity === "error") ?? faults?.[0];
  const line = stop?.line ?? 0;
  const size: CSSProperties = { "--ar": first ? first.width / first.height : A4_RATIO };
  return (
    <button
      type="button"
      className={styles.sampleProof}
      aria-pressed={isCurrent}
      data-proof={mode}
      data-failed={faults ? "" : undefined}
      data-late={proof.isCurrent ? undefined : ""}
      onClick={onChoose}
    >
      <span
        className={styles.samplePile}
        aria-hidden="true"
        data-behind={faults ? 0 : pileOf(count)}
        style={size}
      >
        <span className={styles.sampleSheet}>{first && <PageImages images={first.images} />}</span>
        {stop && (
          <b className={styles.sampleLine} aria-hidden="true">
            {line}
          </b>
        )}
      </span>
      <span className={styles.sampleName}>{isShort ? labels.short : labels.name}</span>
      <small className={isShort ? "sr-only" : undefined}>
        {stop ? (
          <>
            <span aria-hidden="true">{t`Line ${line}`}</span>
            <span className="sr-only">{t`Error on line ${line}`}</span>
          </>
        ) : (
          <>
            {warnings.length > 0 && <i className="hint-sign" />}
            {count > 0 ? formatPages(count) : "…"}
            {warnings.length > 0 && (
              <span className="sr-only">
                {" "}
                {plural({ count: warnings.length }, { one: "(# warning)", other: "(# warnings)" })}
              </span>
            )}
          </>
        )}
      </small>
    </button>
  );
}

type PaneProps = { proofs: Proofs; onEdit(): void };

export function SamplesPane({ proofs, onEdit }: PaneProps) {
  return (
    <section className={styles.samplesPane} aria-label={t`Samples`}>
      <PaneHead pane="samples" title={t`Samples`} note={t`Updated as you type`}>
        <IconButton label={t`Edit sample`} icon={pen} title={t`Edit sample`} onClick={onEdit} />
      </PaneHead>
      <SampleStrip proofs={proofs} />
    </section>
  );
}
