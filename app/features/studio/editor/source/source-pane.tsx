import find from "virtual:icon/search";
import { type ReactNode, useMemo, useRef } from "react";
import type { DraftDiagnostic, KitFunction } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { latePart, useLatePart } from "../../../../lib/pages/late-part.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { PaneHead } from "../pane-head.tsx";
import { useKnownFields, usePanes } from "../panes-context.ts";
import type { Proofs } from "../samples/proofs.ts";
import { MODE_WORDS, onlyOn } from "../samples/sample-modes.ts";
import panesStyles from "../screen/panes.module.css";
import { PlainSource } from "./plain-source.tsx";
import { repairFor } from "./repairs.ts";
import styles from "./source.module.css";
import type { PlainCursor } from "./source-editor.tsx";
import type { Fault } from "./source-faults.ts";

const sourceEditor = latePart(() => import("./source-editor.tsx"));

type Props = {
  /** From drawing the samples; one that several samples meet is here once. */
  diagnostics: readonly DraftDiagnostic[];
  kit: readonly KitFunction[];
  isReadOnly: boolean;
  proofs: Proofs;
  /** The checks, below the source. */
  children?: ReactNode;
};

/** The page as Typst source, with what is wrong in it where it is wrong. */
export function SourcePane({ diagnostics, kit, isReadOnly, proofs, children }: Props) {
  const SourceEditor = useLatePart(sourceEditor, true);
  const { work } = usePanes();
  const { rows } = useKnownFields();
  const drawnIn = useStore(proofs.shown, (shown) => shown.drawnIn);
  const openSearch = useRef<() => void>(undefined);
  const cursor = useRef<PlainCursor>(undefined);

  // Made again when the faults change and not with every letter: a repair is looked for when it is pressed.
  const faults = useMemo(
    () =>
      diagnostics.map((fault): Fault => {
        const kitNames = kit.map(({ name }) => name);
        const known = () => ({ source: work.get().content, rows, kitNames });
        const repair = repairFor(fault, known());
        const { mode } = fault;
        const about = onlyOn(fault);
        return {
          ...fault,
          ...(about ? { about } : {}),
          actions: [
            ...(repair
              ? [
                  {
                    words: repair.words,
                    code: repair.code,
                    run: () => {
                      const now = repairFor(fault, known());
                      const source = work.get().content;
                      if (now)
                        work.change({
                          content: source.slice(0, now.from) + now.insert + source.slice(now.to),
                        });
                    },
                  },
                ]
              : []),
            ...(mode && mode !== "sample"
              ? [{ words: `Show the ${MODE_WORDS[mode].inSentence}`, run: () => proofs.show(mode) }]
              : []),
          ],
        };
      }),
    [diagnostics, kit, rows, work, proofs],
  );

  return (
    <section className={`${panesStyles.pane} ${panesStyles.sourcePane}`} aria-label="Page">
      <PaneHead pane="page" title="Page" note={<code>template.typ</code>}>
        {drawnIn !== undefined && (
          <span className={panesStyles.paneNote}>drawn in {Math.round(drawnIn)} ms</span>
        )}
        <IconButton label="Find in the source" icon={find} onClick={() => openSearch.current?.()} />
      </PaneHead>
      <div className={styles.sourceRoom}>
        {SourceEditor ? (
          <SourceEditor
            cursor={cursor}
            faults={faults}
            kit={kit}
            isReadOnly={isReadOnly}
            onReady={(open) => {
              openSearch.current = open;
            }}
          />
        ) : (
          <PlainSource cursor={cursor} isReadOnly={isReadOnly} />
        )}
      </div>
      {children}
    </section>
  );
}
