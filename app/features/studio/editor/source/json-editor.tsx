import { latePart, useLatePart } from "../../../../lib/pages/late-part.ts";
import type { JsonEditorProps } from "./json-code.tsx";
import styles from "./source.module.css";

const jsonCode = latePart(() => import("./json-code.tsx"));

/** Until the editor is there, or where it can't be had, a plain box of text does. */
export function JsonEditor(props: JsonEditorProps) {
  const JsonCode = useLatePart(jsonCode, true);
  if (JsonCode) return <JsonCode {...props} />;
  const { label, value, onChange } = props;
  return (
    <textarea
      className={styles.codePlain}
      aria-label={label}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
