// Loaded later: CodeMirror is several hundred kilobytes, and only this screen uses it.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { openSearchPanel } from "@codemirror/search";
import { EditorView, keymap } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { KitFunction } from "../../../../../contract/templates/drafts.ts";
import type { SourceHandle } from "../draft-content.ts";
import { useTemplateEditor } from "../editor-context.ts";
import { editing, offsetAt, openCodeView, showText } from "./code-view.ts";
import { completeFrom } from "./completions.ts";
import { insertion } from "./field-calls.ts";
import { findUseAt, mainUse } from "./field-uses.ts";
import styles from "./source.module.css";
import { selectedCall, setSelectedCall, tokenColours } from "./source-colours.ts";
import { type Fault, setFaults, sourceFaults } from "./source-faults.ts";
import { followTokens } from "./token-requests.ts";

/** The cursor in the plain text area that was shown while this was loading. */
export type PlainCursor = { anchor: number; head: number; hasFocus: boolean };

type Props = {
  cursor: RefObject<PlainCursor | undefined>;
  faults: readonly Fault[];
  kit: readonly KitFunction[];
  isReadOnly: boolean;
  /** Called once with a function that opens the search. */
  onReady(openSearch: () => void): void;
};

export default function SourceEditor({ cursor, faults, kit, isReadOnly, onReady }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const { store, selectedField, source, fieldsOf } = useTemplateEditor();
  const latest = useRef({ kit, onReady });
  latest.current = { kit, onReady };

  // A layout effect, so that no keystroke is lost.
  useLayoutEffect(() => {
    if (!host.current) return;
    const rows = () => fieldsOf(store.get()).rows;
    const opened = openCodeView(host.current, store.get().content, [
      keymap.of(completionKeymap),
      autocompletion({ override: [completeFrom({ kit: () => latest.current.kit, rows })], icons: false }),
      sourceFaults,
      selectedCall,
      tokenColours,
      editing(t`Source code`, isReadOnly),
      EditorView.updateListener.of(({ docChanged, selectionSet, state, view: changed }) => {
        const content = state.doc.toString();
        if (docChanged && content !== store.get().content) store.change({ content });
        if (!(docChanged || selectionSet) || !changed.hasFocus) return;
        const use = findUseAt(fieldsOf(store.get()).uses, state.selection.main.head);
        if (use && use.path !== selectedField.get()?.path)
          selectedField.set({ path: use.path, from: "source" });
      }),
    ]);
    view.current = opened;
    const end = opened.state.doc.length;
    const { anchor, head, hasFocus } = cursor.current ?? { anchor: end, head: end, hasFocus: false };
    cursor.current = undefined;
    opened.dispatch({ selection: { anchor, head } });
    if (hasFocus) opened.focus();
    const handle: SourceHandle = {
      insert(call) {
        const { head } = opened.state.selection.main;
        const text = insertion(opened.state.doc.toString(), head, call);
        opened.dispatch({
          changes: { from: head, insert: text },
          selection: { anchor: head + text.length },
          scrollIntoView: true,
        });
        opened.focus();
      },
      type(signs) {
        const { from, to } = opened.state.selection.main;
        const between = signs.length === 2 ? 1 : signs.length;
        opened.dispatch({ changes: { from, to, insert: signs }, selection: { anchor: from + between } });
        opened.focus();
      },
      goTo(line, column) {
        const at = offsetAt(opened.state, line, column);
        opened.dispatch({
          selection: { anchor: at },
          effects: EditorView.scrollIntoView(at, { y: "center" }),
        });
        opened.focus();
      },
      replaceAll: (text) => showText(opened, text),
    };
    source.current = handle;
    const forgetTokens = followTokens(opened, store);
    // The draft changed elsewhere, for example through a renamed field.
    const leave = store.subscribe(() => {
      const { content } = store.get();
      if (content !== opened.state.doc.toString()) showText(opened, content);
    });
    latest.current.onReady(() => openSearchPanel(opened));
    return () => {
      leave();
      forgetTokens();
      if (source.current === handle) source.current = undefined;
      opened.destroy();
    };
  }, [store, selectedField, source, fieldsOf, isReadOnly, cursor]);

  useEffect(() => {
    view.current?.dispatch({ effects: setFaults.of(faults.filter(({ file }) => file === "source")) });
  }, [faults]);

  useEffect(() => {
    const follow = () => {
      const opened = view.current;
      const selected = selectedField.get();
      if (!opened) return;
      const content = opened.state.doc.toString();
      const { uses } = fieldsOf({ ...store.get(), content });
      const own = selected?.from === "source" ? findUseAt(uses, opened.state.selection.main.head) : undefined;
      const use = own?.path === selected?.path ? (own ?? undefined) : undefined;
      const shown = use ?? (selected ? mainUse(uses, selected.path, content) : undefined);
      const scroll =
        shown && selected?.from !== "source" ? [EditorView.scrollIntoView(shown.from, { y: "center" })] : [];
      opened.dispatch({ effects: [setSelectedCall.of(shown), ...scroll] });
    };
    follow();
    return selectedField.subscribe(follow);
  }, [selectedField, store, fieldsOf]);

  return <div ref={host} className={styles.codeHost} data-source="" />;
}
