import type { WidgetProps } from "@rjsf/utils";
import { pathOf } from "./field-id.ts";
import { type FieldKind, kindOf, type LeafField } from "./field-kind.ts";
import { useInputProps } from "./field-notes.ts";
import { useFormRoom } from "./form-room.ts";
import { useSteadyCaret } from "./steady-caret.ts";

/** Which keyboard a phone shows. The types of the same names would trim what is typed and hide its caret. */
const KEYBOARDS: Partial<Record<FieldKind, "email" | "tel" | "url">> = {
  email: "email",
  tel: "tel",
  url: "url",
};

export function TextWidget(props: WidgetProps) {
  const { id, value, onChange, schema } = props;
  const input = useInputProps(props);
  const caret = useSteadyCaret<HTMLInputElement>(text(value));
  const kind = kindOf(schema as LeafField);
  const isAddress = kind === "email" || kind === "url";
  return (
    <input
      {...input}
      {...caret}
      className="input"
      type="text"
      inputMode={KEYBOARDS[kind]}
      dir="auto"
      autoComplete="off"
      autoCapitalize={isAddress ? "none" : undefined}
      spellCheck={isAddress || kind === "tel" ? false : undefined}
      value={text(value)}
      placeholder={useSampleText(id)}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}

export function MultilineWidget(props: WidgetProps) {
  const { id, value, onChange } = props;
  const input = useInputProps(props);
  const caret = useSteadyCaret<HTMLTextAreaElement>(text(value));
  return (
    <textarea
      {...input}
      {...caret}
      className="input"
      rows={2}
      dir="auto"
      autoComplete="off"
      value={text(value)}
      placeholder={useSampleText(id)}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}

export function useSampleText(id: string): string {
  return text(useFormRoom().sampleOf(pathOf(id)));
}

/** Data may come from a link or a file, so it may be anything. */
export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
