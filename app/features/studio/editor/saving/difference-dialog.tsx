// Loaded later: with the first difference between two authors.

import { MergeView } from "@codemirror/merge";
import { EditorView } from "@codemirror/view";
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

const TEXTS = { content: "Page", fields: "Fields", sample: "Sample" } as const;
type TextPart = keyof typeof TEXTS;
const PARTS = Object.keys(TEXTS) as TextPart[];

/** Both authors' words side by side. Nothing is stored until one of the three ways is chosen. */
export default function DifferenceDialog({ isOpen, mine, theirs, onClose, onSettle }: Props) {
  const differing = PARTS.filter((part) => mine[part] !== theirs[part]);
  const [chosen, setChosen] = useState<TextPart>();
  const [merged, setMerged] = useState<Partial<DraftContent>>({});
  const part = chosen ?? differing[0];
  const result = { ...theirs, ...mine, ...merged };
  return (
    <Dialog isOpen={isOpen} className={styles.difference} title="Two authors, one draft" onClose={onClose}>
      <DialogDescription>
        Theirs is on the left, as it is stored; yours is on the right and can be changed here.
      </DialogDescription>
      {part && differing.length > 1 && (
        <PaneSwitch
          label="What differs"
          value={part}
          options={differing.map((each) => [each, TEXTS[each]] as const)}
          onChange={setChosen}
        />
      )}
      {part ? (
        <Difference
          key={part}
          name={TEXTS[part]}
          theirs={theirs[part]}
          mine={result[part]}
          onChange={(text) => setMerged((before) => ({ ...before, [part]: text }))}
        />
      ) : (
        <p>The texts are the same; what differs is the name, the address or the look.</p>
      )}
      <DialogActions close="Decide later">
        <Button onClick={() => onSettle(theirs)}>Take theirs</Button>
        <Button variant="primary" onClick={() => onSettle(result)}>
          Save the right side
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type DifferenceProps = { name: string; theirs: string; mine: string; onChange(text: string): void };

function Difference({ name, theirs, mine, onChange }: DifferenceProps) {
  const host = useRef<HTMLDivElement>(null);
  const begin = useRef({ theirs, mine, onChange });
  begin.current.onChange = onChange;
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const view = new MergeView({
      parent: root,
      root,
      a: { doc: begin.current.theirs, extensions: editing(`${name}, theirs`, true) },
      b: {
        doc: begin.current.mine,
        extensions: [
          editing(`${name}, yours`),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) begin.current.onChange(state.doc.toString());
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
