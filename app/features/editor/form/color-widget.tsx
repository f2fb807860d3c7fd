import type { WidgetProps } from "@rjsf/utils";
import { useInputProps } from "./field-notes.ts";
import { text, useSampleText } from "./text-widget.tsx";

const HEX = /^#[0-9a-f]{6}$/i;

/** The browser's picker for the eye, and the digits for who knows them. */
export function ColorWidget(props: WidgetProps) {
  const { id, value, label, onChange } = props;
  const input = useInputProps(props);
  const sample = useSampleText(id);
  const shown = [text(value), sample].find((color) => HEX.test(color)) ?? "#000000";
  return (
    <div className="color-field">
      <input
        type="color"
        aria-label={`${label}, picker`}
        value={shown}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        {...input}
        className="input num"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text(value)}
        placeholder={sample}
        onChange={(event) => onChange(event.target.value || undefined)}
        onBlur={() => {
          const digits = text(value).trim().replace(/^#?/, "#").toLowerCase();
          if (digits !== value && HEX.test(digits)) onChange(digits);
        }}
      />
    </div>
  );
}
