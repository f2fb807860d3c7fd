import { type ReactNode, useId } from "react";

type Props = {
  label: string;
  /** Shown next to the label, but not part of its name. */
  aside?: ReactNode;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
};

/** A select with its label above. The label doesn't wrap the control: its name would then contain the selected option. */
export function SelectField({ label, aside, value, options, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <span>
        <label htmlFor={id} className="field-name">
          {label}
        </label>{" "}
        {aside}
      </span>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
