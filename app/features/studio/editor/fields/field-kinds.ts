import { t } from "@lingui/core/macro";
import { MONEY_PATTERN } from "../../../../../contract/templates/template-file.ts";

/** The kinds of fields that the builder offers, and their JSON Schema. */
export const FIELD_KINDS = [
  "text",
  "long",
  "date",
  "money",
  "number",
  "choice",
  "picture",
  "list",
  "group",
  "time",
  "email",
  "phone",
  "website",
  "currency",
  "colour",
  "yes-no",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

type Schema = Record<string, unknown>;

type KindFacts = {
  /** The keywords of this kind; `bounds` are defaults for a new field. */
  schema: Schema;
  bounds?: Schema;
};

const NUMBER_PATTERN = "^-?\\d{1,9}(\\.\\d{1,4})?$";
const TIME_PATTERN = "^([01]\\d|2[0-3]):[0-5]\\d$";

export const KINDS: Record<FieldKind, KindFacts> = {
  text: { schema: { type: "string" }, bounds: { maxLength: 80 } },
  long: {
    schema: { type: "string", "x-widget": "multiline" },
    bounds: { maxLength: 1500 },
  },
  date: { schema: { type: "string", format: "date", "x-widget": "date" } },
  money: { schema: { type: "string", pattern: MONEY_PATTERN, "x-widget": "money" } },
  number: { schema: { type: "string", pattern: NUMBER_PATTERN } },
  choice: {
    schema: {
      type: "string",
      oneOf: [
        { const: "one", title: "Option 1" },
        { const: "two", title: "Option 2" },
      ],
    },
  },
  picture: { schema: { type: "string", "x-widget": "image" } },
  list: {
    schema: {
      type: "array",
      maxItems: 40,
      items: {
        type: "object",
        additionalProperties: false,
        properties: { text: { type: "string", title: "Text", maxLength: 160 } },
      },
    },
  },
  group: { schema: { type: "object", additionalProperties: false, properties: {} } },
  time: { schema: { type: "string", pattern: TIME_PATTERN, "x-widget": "time" } },
  email: { schema: { type: "string", "x-widget": "email" }, bounds: { maxLength: 120 } },
  phone: { schema: { type: "string", "x-widget": "tel" }, bounds: { maxLength: 40 } },
  website: {
    schema: { type: "string", "x-widget": "url" },
    bounds: { maxLength: 160 },
  },
  currency: {
    schema: { type: "string", pattern: "^[A-Z]{3}$", "x-widget": "currency" },
    bounds: { default: "EUR" },
  },
  colour: { schema: { type: "string", "x-widget": "color" } },
  "yes-no": { schema: { type: "boolean" } },
};

export function kindLabel(kind: FieldKind): string {
  const labels: Record<FieldKind, string> = {
    text: t`Short text`,
    long: t`Long text`,
    date: t`Date`,
    money: t({ message: "Money", comment: "The type of a field" }),
    number: t({ message: "Number", comment: "The type of a field" }),
    choice: t({ message: "Choice", comment: "The type of a field" }),
    picture: t`Picture`,
    list: t({ message: "List", comment: "The type of a field" }),
    group: t({ message: "Group", comment: "The type of a field" }),
    time: t`Time`,
    email: t`Email`,
    phone: t`Phone`,
    website: t`Website`,
    currency: t`Currency`,
    colour: t`Colour`,
    "yes-no": t`Yes/no`,
  };
  return labels[kind];
}

const BY_WIDGET: Record<string, FieldKind> = {
  multiline: "long",
  date: "date",
  money: "money",
  image: "picture",
  time: "time",
  email: "email",
  tel: "phone",
  url: "website",
  currency: "currency",
  color: "colour",
};

export function kindOf(schema: Schema): FieldKind {
  const { type } = schema;
  if (type === "object") return "group";
  if (type === "array") return "list";
  if (type === "boolean") return "yes-no";
  if (schema.oneOf !== undefined || schema.enum !== undefined) return "choice";
  if (type === "number" || type === "integer") return "number";
  const byWidget = BY_WIDGET[String(schema["x-widget"] ?? "")];
  if (byWidget) return byWidget;
  if (schema.format === "date") return "date";
  // Quantities and percentages are strings with a digit pattern, so that no digit is lost.
  return typeof schema.pattern === "string" && /^\^-?\??\\d/.test(schema.pattern) ? "number" : "text";
}

/** The kinds that a field can change to without losing nested fields. */
export function kindsFor(kind: FieldKind): readonly FieldKind[] {
  const holdsFields = (each: FieldKind) => each === "list" || each === "group";
  return FIELD_KINDS.filter((each) => holdsFields(each) === holdsFields(kind));
}

/** Which kinds support a keyword. Keywords that aren't listed survive every change of kind. */
const KNOWN_BY: Record<string, (kind: FieldKind) => boolean> = {
  type: () => false,
  format: () => false,
  pattern: () => false,
  oneOf: () => false,
  enum: () => false,
  "x-widget": () => false,
  default: () => false,
  minimum: () => false,
  maximum: () => false,
  multipleOf: () => false,
  minLength: takesText,
  maxLength: takesText,
  "x-means": () => false,
  "x-profile": (kind) => takesText(kind) || kind === "picture",
  "x-counts": (kind) => kind === "text",
  "x-today": (kind) => kind === "date",
  "x-wanted": (kind) => kind !== "yes-no",
};

export function takesText(kind: FieldKind): boolean {
  return ["text", "long", "email", "phone", "website"].includes(kind);
}

/** The keywords to remove when a field changes to another kind. */
export function keywordsToDrop(schema: Schema, kind: FieldKind): string[] {
  const made = KINDS[kind].schema;
  return Object.keys(schema).filter((name) => !(name in made) && KNOWN_BY[name]?.(kind) === false);
}

/** The schema of a new field. */
export function newField(kind: FieldKind, label: string): Schema {
  const { type, ...rest } = KINDS[kind].schema;
  return { type, title: label, ...rest, ...KINDS[kind].bounds };
}
