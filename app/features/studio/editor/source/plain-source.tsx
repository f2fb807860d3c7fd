import { t } from "@lingui/core/macro";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useStore } from "../../../../lib/browser/store.ts";
import type { SourceHandle } from "../draft-content.ts";
import { useTemplateEditor } from "../editor-context.ts";
import { insertion } from "./field-calls.ts";
import styles from "./source.module.css";
import type { PlainCursor } from "./source-editor.tsx";

type Props = { cursor: RefObject<PlainCursor | undefined>; isReadOnly: boolean };

/** A plain text area for the source until the code editor is loaded; nothing typed here is lost. */
export function PlainSource({ cursor, isReadOnly }: Props) {
  const { store, source } = useTemplateEditor();
  const content = useStore(store, (all) => all.content);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const here = box.current;
    if (!here) return;
    // Insertions go to the end at first: the kit is unknown before the first line.
    here.setSelectionRange(here.value.length, here.value.length);
    const put = (text: string, to: number) => {
      here.setRangeText(text, here.selectionStart, to, "end");
      store.change({ content: here.value });
      here.focus();
    };
    const handle: SourceHandle = {
      insert: (call) => put(insertion(here.value, here.selectionStart, call), here.selectionStart),
      type: (signs) => {
        put(signs, here.selectionEnd);
        if (signs.length === 2) here.setSelectionRange(here.selectionEnd - 1, here.selectionEnd - 1);
      },
      goTo: (line, column) => {
        const before = here.value.split("\n").slice(0, line - 1);
        const at = before.reduce((sum, each) => sum + each.length + 1, 0) + Math.max(0, column - 1);
        here.focus();
        here.setSelectionRange(at, at);
      },
      replaceAll: (text) => store.change({ content: text }),
    };
    source.current = handle;
    return () => {
      const { selectionStart: anchor, selectionEnd: head } = here;
      cursor.current = { anchor, head, hasFocus: document.activeElement === here };
      if (source.current === handle) source.current = undefined;
    };
  }, [store, source, cursor]);
  return (
    <textarea
      ref={box}
      className={styles.codePlain}
      aria-label={t`Source code`}
      spellCheck={false}
      readOnly={isReadOnly}
      value={content}
      onChange={(event) => store.change({ content: event.target.value })}
    />
  );
}
