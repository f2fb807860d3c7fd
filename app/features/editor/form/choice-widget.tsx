import type { WidgetProps } from "@rjsf/utils";
import { CURRENCIES } from "../../../../contract/theme.ts";
import { pathOf } from "./field-id.ts";
import type { LeafField } from "./field-kind.ts";
import { useInputProps } from "./field-notes.ts";
import { useFormRoom } from "./form-room.ts";

type Option = { value: string | number; label: string };

export function ChoiceWidget(props: WidgetProps) {
  const { id, value, onChange, schema } = props;
  const input = useInputProps(props);
  const options = optionsOf(schema as LeafField);
  const sample = useFormRoom().sampleOf(pathOf(id));
  const example = options.find((option) => option.value === sample)?.label;
  const chosen = options.findIndex((option) => option.value === value);
  // What came with a link or a file and isn't offered is shown, not quietly dropped.
  const isStranger = value !== undefined && chosen < 0;
  return (
    <select
      {...input}
      className={value === undefined ? "input unset" : "input"}
      value={isStranger ? "stranger" : chosen}
      onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
    >
      <option value={-1}>{example ? `e.g. ${example}` : "Not chosen"}</option>
      {isStranger && <option value="stranger">{String(value)}</option>}
      {options.map((option, index) => (
        <option key={option.value} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function optionsOf(field: LeafField): Option[] {
  if (field.type === "boolean") return [];
  if (field.oneOf) return field.oneOf.map((option) => ({ value: option.const, label: option.title }));
  if (field.enum) return field.enum.map((value) => ({ value, label: String(value) }));
  return CURRENCIES.map((currency) => ({ value: currency, label: currency }));
}
