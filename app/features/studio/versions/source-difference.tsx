// Loaded with CodeMirror, when two versions are compared.

import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension, Text } from "@codemirror/state";
import { Decoration, EditorView, lineNumbers } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import type { NumberedChange } from "../../../../contract/templates/version-changes.ts";
import { codeTheme } from "../editor/source/code-theme.ts";
import { markLines } from "./change-marks.ts";

type Side = { number: number; source: string };
type Props = { before: Side; after: Side; changes: readonly NumberedChange[]; isNarrow: boolean };

const FOLDED = { margin: 2, minSize: 4 };
/** Removed text is grey and struck out, added text is pale yellow; changes have the same numbers as in the list. */
const DIFFERENCE = EditorView.theme({
  "&.cm-merge-a .cm-changedLine": { background: "var(--table-deep) !important" },
  "&.cm-merge-a .cm-changedText": { background: "none !important", textDecoration: "line-through" },
  ".cm-changedLineGutter": { background: "var(--yellow-edge) !important" },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { background: "var(--key-3) !important" },
  ".cm-collapsedLines": {
    background: "var(--table) !important",
    color: "var(--key-2)",
    font: "400 var(--text-sm) / 1.5rem var(--font-text)",
  },
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: "none !important" },

  ".cm-line[data-change]::after": {
    content: "attr(data-change)",
    float: "inline-end",
    minWidth: "1.125rem",
    borderRadius: "1rem",
    background: "var(--cobalt)",
    color: "var(--on-cobalt)",
    font: "600 0.6875rem / 1.125rem var(--font-text)",
    textAlign: "center",
  },
});

/** Both sources side by side, or in one column on narrow screens; read-only. */
export default function SourceDifference({ before, after, changes, isNarrow }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const a = reading(before, after.source, changes);
    const b = reading(after, before.source, changes);
    const view = isNarrow
      ? new EditorView({
          parent: root,
          root,
          state: EditorState.create({
            doc: after.source,
            extensions: [
              b,
              unifiedMergeView({
                original: Text.of(before.source.split("\n")),
                mergeControls: false,
                collapseUnchanged: FOLDED,
              }),
            ],
          }),
        })
      : new MergeView({
          parent: root,
          root,
          a: { doc: before.source, extensions: a },
          b: { doc: after.source, extensions: b },
          collapseUnchanged: FOLDED,
        });
    return () => view.destroy();
  }, [before, after, changes, isNarrow]);
  return <div ref={host} className="version-source-host" />;
}

function reading({ number, source }: Side, other: string, changes: readonly NumberedChange[]): Extension {
  const doc = Text.of(source.split("\n"));
  const marks = markLines(changes, source, other)
    .toSorted((one, next) => one.line - next.line)
    .map((mark) =>
      Decoration.line({ attributes: { "data-change": String(mark.number) } }).range(doc.line(mark.line).from),
    );
  return [
    lineNumbers(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({
      "aria-label": t`Source of version ${{ version: number }}`,
      translate: "no",
    }),
    EditorView.decorations.of(Decoration.set(marks)),
    codeTheme,
    DIFFERENCE,
  ];
}
