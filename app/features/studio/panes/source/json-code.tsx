// Loaded later: with CodeMirror, when JSON is edited.
import { json } from "@codemirror/lang-json";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import { parseJson } from "../fields/json-tree.ts";
import { editing, openCodeView, showText } from "./code-view.ts";
import { setFaults, sourceFaults } from "./source-faults.ts";

type Props = { label: string; value: string; onChange(text: string): void };

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

export default function JsonCode({ label, value, onChange }: Props) {
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

  useEffect(() => {
    const opened = view.current;
    if (!opened) return;
    showText(opened, value);
    const parsed = parseJson(value);
    const faults =
      "problem" in parsed
        ? [{ severity: "error" as const, file: "fields" as const, ...parsed.problem, actions: [] }]
        : [];
    opened.dispatch({ effects: setFaults.of(faults) });
  }, [value]);

  return <div ref={host} className="code-host" />;
}
