import { usePanes, useSelectedField } from "../panes-context.ts";
import styles from "../screen/panes.module.css";

const KEYS = [
  { shown: "#", typed: "#" },
  { shown: "{ }", typed: "{}" },
  { shown: "[ ]", typed: "[]" },
  { shown: "( )", typed: "()" },
  { shown: '"', typed: '""' },
  { shown: ",", typed: "," },
  { shown: ".", typed: "." },
] as const;

/** The signs a source needs and a telephone's keyboard hides, and the way to the fields. */
export function SourceKeys() {
  const { source, show } = usePanes();
  const selected = useSelectedField();
  return (
    <div className={styles.sourceKeys} role="toolbar" aria-label="Signs for the source">
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
      >
        Field…
      </button>
    </div>
  );
}
