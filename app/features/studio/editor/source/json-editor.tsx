import { lazyPart, useLazyPart } from "../../../../lib/pages/lazy-part.ts";
import type { JsonEditorProps } from "./json-code.tsx";
import styles from "./source.module.css";

const jsonCode = lazyPart(() => import("./json-code.tsx"));

/** A plain text area until the code editor is loaded, or if it can't be loaded. */
export function JsonEditor(props: JsonEditorProps) {
  const JsonCode = useLazyPart(jsonCode, true);
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
