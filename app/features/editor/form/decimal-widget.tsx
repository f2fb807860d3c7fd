import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import { readDecimal } from "./decimal-text.ts";
import { kindOf, type LeafField } from "./field-kind.ts";
import { useInputProps } from "./field-notes.ts";
import { text, useSampleText } from "./text-widget.tsx";

/**
 * Amounts: what is typed stays as it is typed until one leaves the field, while the draft already holds the exact
 * decimal, so that the page follows. What is no number goes to the draft as it is, and the server says so.
 */
export function DecimalWidget(props: WidgetProps) {
  const { id, value, onChange, schema } = props;
  const input = useInputProps(props);
  const field = schema as LeafField;
  const [typing, setTyping] = useState<{ text: string; value: unknown }>();
  // Changed by somebody else meanwhile, so what was typed is no longer what is meant.
  const shown = typing && typing.value === value ? typing.text : text(value);
  const read = (typed: string): string | number | undefined => {
    if (typed.trim() === "") return undefined;
    const decimal = readDecimal(typed);
    if (decimal === undefined) return typed;
    return field.type === "string" ? decimal : Number(decimal);
  };
  return (
    <input
      {...input}
      className="input num"
      type="text"
      inputMode={kindOf(field) === "whole" ? "numeric" : "decimal"}
      autoComplete="off"
      value={shown}
      placeholder={useSampleText(id)}
      onChange={(event) => {
        const next = read(event.target.value);
        setTyping({ text: event.target.value, value: next });
        onChange(next);
      }}
      onBlur={() => setTyping(undefined)}
    />
  );
}
