// Loaded with the first conflict between two authors.

import { MergeView } from "@codemirror/merge";
import { EditorView } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription } from "../../../../ui/dialog.tsx";
import type { DraftContent } from "../draft-content.ts";
import { PaneSwitch } from "../pane-head.tsx";
import { editing } from "../source/code-view.ts";
import styles from "./saving.module.css";

type Props = {
  isOpen: boolean;
  mine: DraftContent;
  theirs: DraftContent;
  onClose(): void;
  onSettle(work: DraftContent): void;
};

const PARTS = ["content", "fields", "sample"] as const;
type TextPart = (typeof PARTS)[number];
const partNames = (): Record<TextPart, string> => ({
  content: t`Source`,
  fields: t`Fields`,
  sample: t`Sample`,
});

/** Both versions side by side. Nothing is stored until one is chosen. */
export default function DifferenceDialog({ isOpen, mine, theirs, onClose, onSettle }: Props) {
  const differing = PARTS.filter((part) => mine[part] !== theirs[part]);
  const [chosen, setChosen] = useState<TextPart>();
  const [merged, setMerged] = useState<Partial<DraftContent>>({});
  const part = chosen ?? differing[0];
  const result = { ...theirs, ...mine, ...merged };
  return (
    <Dialog isOpen={isOpen} className={styles.difference} title={t`Conflicting changes`} onClose={onClose}>
      <DialogDescription>{t`The saved version is on the left. Your version is on the right, and you can edit it here.`}</DialogDescription>
      {part && differing.length > 1 && (
        <PaneSwitch
          label={t`Changed part`}
          value={part}
          options={differing.map((each) => [each, partNames()[each]] as const)}
          onChange={setChosen}
        />
      )}
      {part ? (
        <Difference
          key={part}
          name={partNames()[part]}
          theirs={theirs[part]}
          mine={result[part]}
          onChange={(text) => setMerged((before) => ({ ...before, [part]: text }))}
        />
      ) : (
        <p>{t`The source, fields and sample are the same. The name, address or theme differs.`}</p>
      )}
      <DialogActions close={t`Decide later`}>
        <Button onClick={() => onSettle(theirs)}>{t`Use saved version`}</Button>
        <Button variant="primary" onClick={() => onSettle(result)}>{t`Save my version`}</Button>
      </DialogActions>
    </Dialog>
  );
}

type DifferenceProps = { name: string; theirs: string; mine: string; onChange(text: string): void };

function Difference({ name, theirs, mine, onChange }: DifferenceProps) {
  const host = useRef<HTMLDivElement>(null);
  const initial = useRef({ theirs, mine, onChange });
  initial.current.onChange = onChange;
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const view = new MergeView({
      parent: root,
      root,
      a: { doc: initial.current.theirs, extensions: editing(t`${name}, saved version`, true) },
      b: {
        doc: initial.current.mine,
        extensions: [
          editing(t`${name}, your version`),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) initial.current.onChange(state.doc.toString());
          }),
        ],
      },
      revertControls: "a-to-b",
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    return () => view.destroy();
  }, [name]);
  return <div ref={host} className={styles.differenceHost} />;
}
