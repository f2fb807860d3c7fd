import alert from "virtual:icon/circle-alert";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

type About = { label: string; error?: string | undefined; hint?: ReactNode };
type TextFieldProps = About &
  ComponentProps<"input"> & {
    /** Whether its label is highlighted like its place on the page. */
    isHighlighted?: boolean;
  };

/** The label is always above; errors are below and announced with it. */
export function TextField({
  label,
  error,
  hint,
  isHighlighted = false,
  className = "",
  ...input
}: TextFieldProps) {
  const id = useId();
  const about = error || hint ? `${id}-about` : undefined;
  return (
    <div
      className={isHighlighted ? "field highlighted" : "field"}
      data-highlighted={isHighlighted || undefined}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={about}
        {...input}
      />
      <FieldNote id={about} error={error} hint={hint} />
    </div>
  );
}

export function TextArea({ label, error, hint, ...area }: About & ComponentProps<"textarea">) {
  const id = useId();
  const about = error || hint ? `${id}-about` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={5}
        aria-invalid={error ? true : undefined}
        aria-describedby={about}
        {...area}
      />
      <FieldNote id={about} error={error} hint={hint} />
    </div>
  );
}

function FieldNote({ id, error, hint }: { id: string | undefined } & Omit<About, "label">) {
  if (!id) return null;
  return (
    <p id={id} className={error ? "hint bad" : "hint"}>
      {error && <Icon of={alert} />}
      {error ?? hint}
    </p>
  );
}
