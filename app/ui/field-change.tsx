import type { FieldChange } from "../../contract/templates/field-changes.ts";
import { translateText } from "../lib/i18n/server-texts.ts";

const LABEL = "\u0000"; // replaced by the label in the translated sentence

/** A change of a template as a sentence, with the field's label in bold. */
export function FieldChangeText({ name, text }: Pick<FieldChange, "name" | "text">) {
  if (!name) return translateText(text);
  const [before, after] = translateText({ ...text, values: { ...text.values, field: LABEL } }).split(LABEL);
  return (
    <>
      {before}
      <b>{name}</b>
      {after}
    </>
  );
}
