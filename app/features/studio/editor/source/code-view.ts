import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { codeTheme } from "./code-theme.ts";

/**
 * CodeMirror writes its styles into a `style` element, which the content security policy forbids, or, inside a shadow root, into
 * a sheet that it constructs, which it allows. So every editor of the studio lives in a shadow root of its own.
 */
export function openCodeView(host: HTMLElement, doc: string, extensions: Extension): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  return new EditorView({ parent: root, root, state: EditorState.create({ doc, extensions }) });
}

/** The extensions of every code editor; `label` is its accessible name. */
export function editing(label: string, isReadOnly = false): Extension {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    drawSelection(),
    history(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editorAttributes.of({ dir: "ltr" }),
    EditorView.contentAttributes.of({
      "aria-label": label,
      tabindex: "0", // some assistive technology needs it on editable content too
      spellcheck: "false",
      autocapitalize: "off",
      autocorrect: "off",
      translate: "no",
    }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap]),
    codeTheme,
  ];
}

/** Replaces only the part of the text that differs, so that the cursor stays. */
export function showText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  let end = 0;
  const max = Math.min(old.length, text.length) - from;
  while (end < max && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
}

/** The offset of a line and column, counted from 1 and clamped to the text. */
export function offsetAt(state: EditorState, line: number, column: number): number {
  const found = state.doc.line(Math.max(1, Math.min(state.doc.lines, line)));
  return Math.min(found.to, found.from + Math.max(0, column - 1));
}
