import { type ReactNode, useId } from "react";

type Props = {
  label: string;
  /** Beside the label, and no part of its name: how many there are. */
  aside?: ReactNode;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
};

/** One of a few, with its label above. The label stands beside the control: round it, the chosen option would be a part of its name. */
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
