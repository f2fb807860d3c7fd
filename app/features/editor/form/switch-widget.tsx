import type { WidgetProps } from "@rjsf/utils";
import { useInputProps } from "./field-notes.ts";

export function SwitchWidget(props: WidgetProps) {
  const { value, label, onChange } = props;
  const input = useInputProps(props);
  return (
    <label className="check">
      <input
        {...input}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
