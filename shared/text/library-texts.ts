import type { FieldSchema, GroupField } from "../../contract/templates/template-file.ts";

/**
 * Translates one text of the library. The context tells equal texts apart ("Card" as a type and as a way to pay);
 * the comment tells translators where the text is.
 */
export type Translate = (text: string, context: string | undefined, comment: string) => string;

type Named = { singular: string; plural: string; description: string };
type Category = { label: string; description: string };

/** The context of search keywords. */
export const KEYWORDS = "keywords";

/** By which a translation is found. */
export function libraryKey(text: string, context: string | undefined): string {
  return context ? `${context}\u0004${text}` : text;
}

/** The texts of a template's fields: each is translated once per meaning. */
export function translateFields(fields: GroupField, translate: Translate): GroupField {
  return translateField(fields, translate) as GroupField;
}

function translateField(field: FieldSchema, translate: Translate, within = ""): FieldSchema {
  const { title = "", description } = field;
  const meaning = "x-means" in field ? field["x-means"] : undefined;
  const wanted = "x-wanted" in field ? field["x-wanted"] : undefined;
  const options = "oneOf" in field ? field.oneOf : undefined;
  const translated: Record<string, unknown> = { ...field };
  if (title) translated.title = translate(title, meaning, `Title of a field${within && ` in “${within}”`}`);
  if (description)
    translated.description = translate(description, undefined, `Hint for the field “${title}”`);
  if (typeof wanted === "string")
    translated["x-wanted"] = translate(wanted, undefined, `Why the field “${title}” is recommended`);
  if (options)
    translated.oneOf = options.map((option) => ({
      ...option,
      title: translate(option.title, `option: ${title}`, `Option of the field “${title}”`),
    }));
  if (field.type === "array") translated.items = translateField(field.items, translate, title || within);
  if (field.type === "object")
    translated.properties = Object.fromEntries(
      Object.entries(field.properties).map(([key, each]) => [
        key,
        translateField(each, translate, title || within),
      ]),
    );
  return translated as FieldSchema;
}

export function translateType<Type extends Named>(type: Type, translate: Translate): Type {
  return {
    ...type,
    singular: translate(type.singular, "type", "Name of a type of document, singular"),
    plural: translate(type.plural, "type", "Name of a type of document, plural"),
    description: translate(type.description, undefined, `Description of the type “${type.plural}”`),
  };
}

export function translateCategory<Of extends Category>(category: Of, type: string, translate: Translate): Of {
  return {
    ...category,
    label: translate(category.label, `category: ${type}`, "Name of a category of templates"),
    description: translate(
      category.description,
      undefined,
      `Description of the category “${category.label}”`,
    ),
  };
}
