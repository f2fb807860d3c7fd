// Loaded with CodeMirror, when JSON is edited.
import { json } from "@codemirror/lang-json";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { parseJson } from "../fields/json-tree.ts";
import { editing, offsetAt, openCodeView, showText } from "./code-view.ts";
import styles from "./source.module.css";
import { setFaults, sourceFaults } from "./source-faults.ts";

export type JsonEditorProps = {
  label: string;
  value: string;
  onChange(text: string): void;
  /** Faults other than syntax errors. */
  faults?: readonly DraftDiagnostic[];
  /** A position to scroll to; a new object each time. */
  goTo?: { line: number; column: number } | undefined;
};

const NAME = Decoration.mark({ class: "tok-function" });
const TEXT = Decoration.mark({ class: "tok-string" });
const PLAIN = Decoration.mark({ class: "tok-number" });

const matcher = new MatchDecorator({
  regexp: /"(?:[^"\\\n]|\\.)*"(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g,
  decoration: ([found, colon]) => (found.startsWith('"') ? (colon ? NAME : TEXT) : PLAIN),
});

class Colours {
  decorations: DecorationSet;
  constructor(view: EditorView) {
    this.decorations = matcher.createDeco(view);
  }
  update(update: ViewUpdate): void {
    this.decorations = matcher.updateDeco(update, this.decorations);
  }
}
const colours = ViewPlugin.fromClass(Colours, { decorations: (plugin) => plugin.decorations });

export default function JsonCode({ label, value, onChange, faults, goTo }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  useEffect(() => {
    if (!host.current) return;
    const opened = openCodeView(host.current, latest.current.value, [
      json(),
      colours,
      sourceFaults,
      editing(label),
      EditorView.updateListener.of(({ docChanged, state }) => {
        const text = state.doc.toString();
        if (docChanged && text !== latest.current.value) latest.current.onChange(text);
      }),
    ]);
    view.current = opened;
    return () => opened.destroy();
  }, [label]);

  // Before the next keystroke; later it would undo one.
  useLayoutEffect(() => {
    if (view.current) showText(view.current, value);
  }, [value]);

  useEffect(() => {
    const opened = view.current;
    if (!opened) return;
    const parsed = parseJson(value);
    const known =
      "problem" in parsed
        ? [{ severity: "error" as const, file: "fields" as const, ...parsed.problem, actions: [] }]
        : (faults ?? []).map((fault) => ({ ...fault, actions: [] }));
    opened.dispatch({ effects: setFaults.of(known) });
  }, [value, faults]);

  useEffect(() => {
    const opened = view.current;
    if (!opened || !goTo) return;
    const at = offsetAt(opened.state, goTo.line, goTo.column);
    opened.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    opened.focus();
  }, [goTo]);

  return <div ref={host} className={styles.codeHost} />;
}
