import find from "virtual:icon/search";
import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo, useRef } from "react";
import type { DraftDiagnostic, KitFunction } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { lazyPart, useLazyPart } from "../../../../lib/pages/lazy-part.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { useKnownFields, useTemplateEditor } from "../editor-context.ts";
import { PaneHead } from "../pane-head.tsx";
import type { Proofs } from "../samples/proofs.ts";
import { onlyOn } from "../samples/sample-modes.ts";
import editorStyles from "../screen/editor.module.css";
import { PlainSource } from "./plain-source.tsx";
import { repairFor } from "./repairs.ts";
import styles from "./source.module.css";
import type { PlainCursor } from "./source-editor.tsx";
import type { Fault } from "./source-faults.ts";

const sourceEditor = lazyPart(() => import("./source-editor.tsx"));

type Props = {
  /** Faults found while rendering the samples, each once. */
  diagnostics: readonly DraftDiagnostic[];
  kit: readonly KitFunction[];
  isReadOnly: boolean;
  proofs: Proofs;
  /** The checks, below the source. */
  children?: ReactNode;
};

/** The Typst source, with faults marked where they are. */
export function SourcePane({ diagnostics, kit, isReadOnly, proofs, children }: Props) {
  const SourceEditor = useLazyPart(sourceEditor, true);
  const { store } = useTemplateEditor();
  const { rows } = useKnownFields();
  const drawnIn = useStore(proofs.shown, (shown) => shown.drawnIn);
  const openSearch = useRef<() => void>(undefined);
  const cursor = useRef<PlainCursor>(undefined);

  // Computed when the faults change, not with every keystroke; a repair is computed again when its button is pressed.
  const faults = useMemo(
    () =>
      diagnostics.map((fault): Fault => {
        const kitNames = kit.map(({ name }) => name);
        const known = () => ({ source: store.get().content, rows, kitNames });
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
                    label: repair.label,
                    code: repair.code,
                    run: () => {
                      const now = repairFor(fault, known());
                      const source = store.get().content;
                      if (now)
                        store.change({
                          content: source.slice(0, now.from) + now.insert + source.slice(now.to),
                        });
                    },
                  },
                ]
              : []),
            ...(mode && mode !== "sample"
              ? [{ label: t`Show this sample`, run: () => proofs.show(mode) }]
              : []),
          ],
        };
      }),
    [diagnostics, kit, rows, store, proofs],
  );

  return (
    <section className={`${editorStyles.pane} ${editorStyles.sourcePane}`} aria-label={t`Source`}>
      <PaneHead pane="source" title={t`Source`} note={<code>template.typ</code>}>
        {drawnIn !== undefined && (
          <span className={editorStyles.paneNote}>
            {t`Rendered in ${{ milliseconds: formatNumber(Math.round(drawnIn)) }} ms`}
          </span>
        )}
        <IconButton label={t`Find in source`} icon={find} onClick={() => openSearch.current?.()} />
      </PaneHead>
      <div className={styles.sourceArea}>
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
