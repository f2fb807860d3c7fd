import { t } from "@lingui/core/macro";
import { useSelectedField, useTemplateEditor } from "../editor-context.ts";
import styles from "../screen/editor.module.css";

const KEYS = [
  { shown: "#", typed: "#" },
  { shown: "{ }", typed: "{}" },
  { shown: "[ ]", typed: "[]" },
  { shown: "( )", typed: "()" },
  { shown: '"', typed: '""' },
  { shown: ",", typed: "," },
  { shown: ".", typed: "." },
] as const;

/** Characters that a phone's keyboard hides, and a button for fields. */
export function SourceKeys() {
  const { source, show } = useTemplateEditor();
  const selected = useSelectedField();
  return (
    <div className={styles.sourceKeys} role="toolbar" aria-label={t`Insert characters`}>
      {KEYS.map(({ shown, typed }) => (
        <button
          key={shown}
          type="button"
          // Otherwise the keyboard would close.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => source.current?.type(typed)}
        >
          {shown}
        </button>
      ))}
      <button
        type="button"
        className="wide"
        onClick={() => (selected ? source.current?.insert(`field("${selected}")`) : show("fields"))}
      >{t`Field…`}</button>
    </div>
  );
}
