import { type ReactNode, useId } from "react";

/** Small form controls with a label above. */

type Box<Value> = { label: string; value: Value; onChange(value: Value): void };

export function Labelled({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children(id: string): ReactNode;
}) {
  const id = useId();
  return (
    <div className="pane-field" data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type TextProps = Box<string> & { wide?: boolean; tall?: boolean; max: number };

export function TextBox({ label, value, onChange, wide, tall, max }: TextProps) {
  const common = { className: "input", value, maxLength: max, autoComplete: "off" };
  return (
    <Labelled label={label} wide={wide ?? false}>
      {(id) =>
        tall ? (
          <textarea id={id} rows={2} {...common} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input id={id} {...common} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Labelled>
  );
}

export function NumberBox({ label, value, onChange }: Box<number | undefined>) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          className="input"
          type="number"
          min={1}
          value={value ?? ""}
          onChange={(event) => {
            const typed = Math.floor(event.target.valueAsNumber);
            onChange(typed >= 1 ? typed : undefined);
          }}
        />
      )}
    </Labelled>
  );
}

type SelectProps = Box<string> & { options: readonly (readonly [string, string])[]; wide?: boolean };

export function SelectBox({ label, value, options, wide, onChange }: SelectProps) {
  return (
    <Labelled label={label} wide={wide ?? false}>
      {(id) => (
        <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
