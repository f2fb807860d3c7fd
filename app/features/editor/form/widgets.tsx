import { t } from "@lingui/core/macro";
import type { ComponentType } from "react";
import { CURRENCIES } from "../../../../contract/templates/theme.ts";
import type { FieldPath } from "../draft.ts";
import { writeTyped } from "../numbers/decimal-text.ts";
import { type FieldKind, kindOf, type LeafField } from "./field-kind.ts";
import { type FieldProps, useFormContext, useInput, useLanguage } from "./form-context.ts";
import { ImageWidget } from "./image-widget.tsx";
import styles from "./list.module.css";
import { useTypedNumber } from "./number-field.ts";
import { useSteadyCaret } from "./steady-caret.ts";
import { readableDate, text } from "./value-text.ts";

/** The control for each kind of value. */

type WidgetProps = FieldProps<LeafField>;

export const WIDGETS: Record<FieldKind, ComponentType<WidgetProps>> = {
  text: TextWidget,
  email: TextWidget,
  tel: TextWidget,
  url: TextWidget,
  multiline: MultilineWidget,
  money: DecimalWidget,
  decimal: DecimalWidget,
  whole: DecimalWidget,
  date: DateWidget,
  time: TimeWidget,
  choice: ChoiceWidget,
  color: ColorWidget,
  image: ImageWidget,
  switch: SwitchWidget,
};

/** Chooses a phone's keyboard. Input types of the same names would trim the text and hide the caret. */
const KEYBOARDS: Partial<Record<FieldKind, "email" | "tel" | "url">> = {
  email: "email",
  tel: "tel",
  url: "url",
};

function TextWidget(props: WidgetProps) {
  const { attributes, onChange } = useInput(props);
  const shown = text(props.value);
  const caret = useSteadyCaret<HTMLInputElement>(shown);
  const kind = kindOf(props.schema);
  const isAddress = kind === "email" || kind === "url";
  return (
    <input
      {...attributes}
      {...caret}
      className="input"
      type="text"
      inputMode={KEYBOARDS[kind]}
      dir="auto"
      autoComplete="off"
      autoCapitalize={isAddress ? "none" : undefined}
      spellCheck={isAddress || kind === "tel" ? false : undefined}
      value={shown}
      placeholder={useExample(props.path)}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}

function MultilineWidget(props: WidgetProps) {
  const { attributes, onChange } = useInput(props);
  const shown = text(props.value);
  const caret = useSteadyCaret<HTMLTextAreaElement>(shown);
  return (
    <textarea
      {...attributes}
      {...caret}
      className="input"
      rows={2}
      dir="auto"
      autoComplete="off"
      value={shown}
      placeholder={useExample(props.path)}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}

/**
 * Numbers: the typed text is left as it is until the field loses focus, while the draft already has the
 * exact decimal. Text that isn't a number goes to the draft unchanged, and the server reports it.
 */
function DecimalWidget(props: WidgetProps) {
  const { attributes } = useInput(props);
  const { shown, type, leave } = useTypedNumber(props);
  const sample = useSampleText(props.path);
  const language = useLanguage();
  return (
    <input
      {...attributes}
      className="input num"
      type="text"
      inputMode={kindOf(props.schema) === "whole" ? "numeric" : "decimal"}
      autoComplete="off"
      value={shown}
      placeholder={asExample(writeTyped(sample, language))}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
    />
  );
}

function DateWidget(props: WidgetProps) {
  const day = useSampleText(props.path);
  const short = readableDate(day, "without year");
  return (
    <PickedWidget
      {...props}
      type="date"
      sample={asExample(readableDate(day))}
      short={asExample(short)}
      bare={short}
    />
  );
}

function TimeWidget(props: WidgetProps) {
  const time = text(props.value);
  // Browsers need two digits; templates also accept "9:30".
  const value = /^\d:/.test(time) ? `0${time}` : time;
  return <PickedWidget {...props} type="time" value={value} sample={useExample(props.path)} />;
}

type PickedProps = WidgetProps & {
  type: "date" | "time";
  sample: string | undefined;
  /** Used where the full text doesn't fit. */
  short?: string | undefined;
  /** Used where not even that fits. */
  bare?: string | undefined;
};

/** The browser's date and time pickers have no placeholder, so the sample is drawn over an empty one. */
function PickedWidget({ type, sample = "", short = sample, bare = short, ...props }: PickedProps) {
  const { attributes, onChange } = useInput(props);
  const shown = text(props.value);
  return (
    <span
      className={shown === "" && sample ? `${styles.picked} ${styles.empty}` : styles.picked}
      data-sample={sample}
      data-short={short}
      data-bare={bare}
    >
      <input
        {...attributes}
        className="input num"
        type={type}
        value={shown}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </span>
  );
}

function ChoiceWidget(props: WidgetProps) {
  const { schema, path } = props;
  const { attributes, onChange } = useInput(props);
  const options = optionsOf(schema);
  const sample = useFormContext().sampleOf(path);
  const example = options.find((option) => option.value === sample)?.label;
  // The page uses the default where nothing is selected, so the form shows it and has no empty option.
  const hasDefault = options.some((option) => option.value === schema.default);
  const value = props.value ?? (hasDefault ? schema.default : undefined);
  const chosen = options.findIndex((option) => option.value === value);
  // An unknown value from a link or a file is shown, not dropped.
  const isUnknown = value !== undefined && chosen < 0;
  return (
    <select
      {...attributes}
      className={value === undefined ? "input unset" : "input"}
      value={isUnknown ? "unknown" : chosen}
      onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
    >
      {!hasDefault && <option value={-1}>{example ? t`e.g. ${example}` : t`Not selected`}</option>}
      {isUnknown && <option value="unknown">{String(value)}</option>}
      {options.map((option, index) => (
        <option key={option.value} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function optionsOf(schema: LeafField): { value: string | number; label: string }[] {
  if (schema.type === "boolean") return [];
  if (schema.oneOf) return schema.oneOf.map((option) => ({ value: option.const, label: option.title }));
  if (schema.enum) return schema.enum.map((value) => ({ value, label: String(value) }));
  return CURRENCIES.map((currency) => ({ value: currency, label: currency }));
}

const HEX = /^#[0-9a-f]{6}$/i;

/** The browser's colour picker, and a field for the hex code. */
function ColorWidget(props: WidgetProps) {
  const { value, label, path } = props;
  const { attributes, onChange } = useInput(props);
  const sample = useSampleText(path);
  const shown = [text(value), sample].find((color) => HEX.test(color)) ?? "#000000";
  return (
    <div className="color-field">
      <input
        type="color"
        aria-label={t`${label}, colour picker`}
        value={shown}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        {...attributes}
        className="input num"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text(value)}
        placeholder={asExample(sample)}
        onChange={(event) => onChange(event.target.value || undefined)}
        onBlur={() => {
          const digits = text(value).trim().replace(/^#?/, "#").toLowerCase();
          if (digits !== value && HEX.test(digits)) onChange(digits);
        }}
      />
    </div>
  );
}

function SwitchWidget(props: WidgetProps) {
  const { attributes, onChange } = useInput(props);
  return (
    <label className="check">
      <input
        {...attributes}
        type="checkbox"
        checked={props.value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {props.label}
    </label>
  );
}

function useSampleText(path: FieldPath): string {
  return text(useFormContext().sampleOf(path));
}

/** The sample's value as an example, so that an empty field doesn't look filled in. */
export function useExample(path: FieldPath): string {
  return asExample(useSampleText(path));
}

function asExample(sample: string): string {
  return sample === "" ? "" : t`e.g. ${{ example: sample }}`;
}
