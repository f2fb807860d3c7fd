import { z } from "zod";
import { PROFILE_FIELDS } from "../people/profile-fields.ts";
import { LANGUAGE_SLUGS } from "../site/interface-languages.ts";
import { FONT_PAIRINGS } from "./looks.ts";
import { samplesByLanguage } from "./samples.ts";
import { LANGUAGES, PAPERS, type Paper } from "./theme.ts";

/** The two files of the library folder: `types.json` and each template's `template.json`. */

/** The site's own paths and the prefixes of languages: a type of this name would hide them. */
export const RESERVED_SLUGS: readonly string[] = [
  ...LANGUAGE_SLUGS,
  "assets",
  "auth",
  "authors",
  "builds",
  "contact",
  "dashboard",
  "details",
  "docs",
  "documents",
  "drafts",
  "engine",
  "files",
  "forgot-password",
  "health",
  "icons",
  "imprint",
  "items",
  "login",
  "mcp",
  "metrics",
  "pages",
  "privacy",
  "ready",
  "render",
  "reset-password",
  "robots.txt",
  "setup",
  "shared",
  "shares",
  "signup",
  "site",
  "sitemap",
  "sitemap.xml",
  "studio",
  "template-versions",
  "templates",
  "templates-as-files",
  "terms",
  "users",
  "verify-email",
];

export const slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "use only lower-case letters, digits and single hyphens");
const icon = z.string().regex(/^lucide:[a-z0-9]+(-[a-z0-9]+)*$/, 'an icon is named like "lucide:file-text"');
const line = (max: number) => z.string().trim().min(1).max(max);
const order = z.number().int().min(0);
/** Search terms, in any language, separated by commas. */
export const keywords = line(500);
/** In the languages that documents speak, without their regions. */
export const keywordsByLanguage = z.partialRecord(z.enum(LANGUAGES).exclude(["en-US", "de-CH"]), keywords);

const categoryFile = z.strictObject({
  slug,
  label: line(40),
  description: line(200),
  words: keywords.optional(),
  icon,
  order,
});
const typeFile = z.strictObject({
  slug: slug.refine((name) => !RESERVED_SLUGS.includes(name), "this slug is one of the site's own paths"),
  singular: line(40),
  plural: line(40),
  description: line(200),
  words: keywordsByLanguage.optional(),
  icon,
  order,
  categories: z.array(categoryFile).min(1),
});
export const typesFile = z.array(typeFile).superRefine((types, context) => {
  reportTwice(types, [], context);
  for (const [index, type] of types.entries()) reportTwice(type.categories, [index, "categories"], context);
});

function reportTwice(entries: { slug: string }[], path: (string | number)[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (seen.has(entry.slug)) {
      context.addIssue({
        code: "custom",
        path: [...path, index, "slug"],
        message: `"${entry.slug}" is used twice`,
      });
    }
    seen.add(entry.slug);
  }
}

export type CategoryFile = z.infer<typeof categoryFile>;
export type TypeFile = z.infer<typeof typeFile>;

/** How a value is entered, which JSON Schema can't express. */
const WIDGETS = [
  "multiline",
  "color",
  "image",
  "date",
  "time",
  "money",
  "currency",
  "email",
  "tel",
  "url",
] as const;
export type Widget = (typeof WIDGETS)[number];

/** Money travels as text, because a number would lose digits. */
export const MONEY_PATTERN = "^-?\\d{1,12}(\\.\\d{1,4})?$";

const annotations = {
  title: line(80).optional(),
  description: line(300).optional(),
  "x-placeholder": z.unknown().optional(),
};
/** Recommended, though the page can be made without it: named before the first export. A text gives the reason. */
const wanted = z.union([z.literal(true), line(80)]).optional();
/** The meaning of the field, by a name from meanings.ts. An unknown name counts as none. */
const means = z.string().max(60).optional();
const choice = z.strictObject({ const: z.union([z.string(), z.number()]), title: line(80) });

const textField = z.strictObject({
  type: z.literal("string"),
  ...annotations,
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(1).optional(),
  pattern: z.string().optional(),
  format: z.enum(["date", "time", "email", "uri"]).optional(),
  enum: z.array(z.string()).min(1).optional(),
  oneOf: z.array(choice).min(1).optional(),
  default: z.string().optional(),
  "x-means": means,
  "x-profile": z.enum(PROFILE_FIELDS).optional(),
  "x-wanted": wanted,
  /** A date that is the day on which a document is begun. */
  "x-today": z.literal(true).optional(),
  /** A number of the person's own that continues counting from document to document. */
  "x-counts": z.literal(true).optional(),
  "x-widget": z.enum(WIDGETS).optional(),
});
const numberField = z.strictObject({
  type: z.enum(["number", "integer"]),
  ...annotations,
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  enum: z.array(z.number()).min(1).optional(),
  oneOf: z.array(choice).min(1).optional(),
  default: z.number().optional(),
  "x-means": means,
  "x-wanted": wanted,
});
const switchField = z.strictObject({
  type: z.literal("boolean"),
  ...annotations,
  default: z.boolean().optional(),
});

export type TextField = z.infer<typeof textField>;
type NumberField = z.infer<typeof numberField>;
type SwitchField = z.infer<typeof switchField>;
export type ListField = {
  type: "array";
  title?: string;
  description?: string;
  items: FieldSchema;
  minItems?: number;
  maxItems?: number;
  "x-placeholder"?: unknown;
  "x-wanted"?: true | string;
};
export type GroupField = {
  $schema?: string;
  type: "object";
  title?: string;
  description?: string;
  properties: Record<string, FieldSchema>;
  required?: string[];
  additionalProperties: false;
  "x-order"?: string[];
  "x-placeholder"?: unknown;
};
export type FieldSchema = TextField | NumberField | SwitchField | ListField | GroupField;

const fieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, "a field's name is lower-case letters, digits and underscores");

const listField: z.ZodType<ListField> = z.lazy(() =>
  z.strictObject({
    type: z.literal("array"),
    ...annotations,
    items: fieldSchema,
    minItems: z.int().min(0).optional(),
    maxItems: z.int().min(1).optional(),
    "x-wanted": wanted,
  }),
);
export const groupField: z.ZodType<GroupField> = z.lazy(() =>
  z
    .strictObject({
      $schema: z.literal("https://json-schema.org/draft/2020-12/schema").optional(),
      type: z.literal("object"),
      ...annotations,
      properties: z.record(fieldName, fieldSchema),
      required: z.array(z.string()).optional(),
      additionalProperties: z.literal(false),
      "x-order": z.array(z.string()).optional(),
    })
    .superRefine((group, context) => {
      for (const key of ["required", "x-order"] as const) {
        for (const name of group[key] ?? []) {
          if (!(name in group.properties)) {
            context.addIssue({ code: "custom", path: [key], message: `"${name}" is no property here` });
          }
        }
      }
    }),
);
export const fieldSchema: z.ZodType<FieldSchema> = z.lazy(() =>
  z.union([textField, numberField, switchField, listField, groupField]),
);

const length = z.number().min(20).max(1200);
/** Whatever reaches the edge of the page is drawn 3 mm beyond it, so that a print shop can cut it off. */
const bleed = z.boolean().optional();
const fixedPage = z.strictObject({
  width: length,
  height: length,
  /** The size where paper is US Letter, of a page that has two: a business card is 85 × 55 mm or 3.5 × 2 in. */
  us: z.strictObject({ width: length, height: length }).optional(),
  bleed,
});
const paperPage = z.strictObject({
  papers: z.array(z.enum(PAPERS)).min(1),
  orientation: z.enum(["portrait", "landscape"]),
  bleed,
});
/** Either the papers a person may choose from, or a fixed size in millimetres. */
export const pageFile = z.union([paperPage, fixedPage]);
export type PageFile = z.infer<typeof pageFile>;

export const templateFile = z.strictObject({
  name: line(60),
  description: line(300),
  words: keywords.optional(),
  /** From earlier versions, in which the author set it. People rate now; the value is dropped. */
  rating: z
    .unknown()
    .transform(() => undefined)
    .optional(),
  page: pageFile,
  title: line(120),
  theme: z.strictObject({
    accent: z.string().regex(/^#[0-9a-f]{6}$/, 'a colour is written "#1f4fd8"'),
    fonts: z.enum(FONT_PAIRINGS).default("original"),
  }),
  fields: groupField,
  sample: z.record(z.string(), z.unknown()),
  samples: samplesByLanguage.optional(),
});
export type TemplateFile = Omit<z.infer<typeof templateFile>, "rating">;

const PAPER_SIZES: Record<Paper, { width: number; height: number }> = {
  a4: { width: 210, height: 297 },
  "us-letter": { width: 215.9, height: 279.4 },
};

/** The papers that a document may be on. Undefined for a page of one size. */
export function papersOf(page: PageFile): readonly Paper[] | undefined {
  if ("papers" in page) return page.papers;
  return page.us ? PAPERS : undefined;
}

/** In millimetres. */
export function pageSize(page: PageFile, paper?: Paper): { width: number; height: number } {
  if ("width" in page) {
    const { width, height } = (paper === "us-letter" && page.us) || page;
    return { width, height };
  }
  const chosen = paper && page.papers.includes(paper) ? paper : (page.papers[0] ?? "a4");
  const { width, height } = PAPER_SIZES[chosen];
  return page.orientation === "landscape" ? { width: height, height: width } : { width, height };
}

/** The properties of a group in the order of the form. A database may change the order of keys; `x-order` doesn't. */
export function orderedProperties(group: GroupField): [string, FieldSchema][] {
  const first = group["x-order"] ?? [];
  const names = [...first, ...Object.keys(group.properties).filter((name) => !first.includes(name))];
  return names.flatMap((name): [string, FieldSchema][] => {
    const field = group.properties[name];
    return field ? [[name, field]] : [];
  });
}

/** "Invoice {number}" with values put in, without the scars of missing ones. */
export function fillTitle(pattern: string, data: unknown, language = "en"): string {
  return pattern
    .replace(/\{([^}]+)\}/g, (_, path: string) => {
      const found = path.split(".").reduce<unknown>(step, data);
      if (typeof found === "string" && ISO_DATE.test(found)) return dateInTitle(found, path, language);
      return typeof found === "string" || typeof found === "number" ? String(found) : "";
    })
    .replace(/\s+/g, " ")
    .replace(/^[\s,،:·–-]+|[\s,،:·–-]+$/g, "");
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** As a person writes it, because titles are also names of files; of a month planner, the month. */
function dateInTitle(date: string, path: string, language: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time)) return date;
  const locale = `${language === "en" ? "en-GB" : language}-u-nu-latn`;
  const day = path.endsWith("month") ? undefined : "numeric";
  const format = new Intl.DateTimeFormat(locale, { day, month: "long", year: "numeric", timeZone: "UTC" });
  const text = format.format(time);
  return language === "fr" ? text.replace(/^1 /, "1er ") : text;
}

function step(node: unknown, key: string): unknown {
  return isRecord(node) ? node[key] : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * Blank is absent: empty texts, nulls and rows with nothing in them are taken out before data is checked or stored.
 * A page that is still being typed keeps its empty rows: the third row of the form is the third on the page.
 */
export function pruneBlank(value: unknown, blankRows: "dropped" | "kept" = "dropped"): unknown {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (value === null) return undefined;
  if (Array.isArray(value)) {
    const pruned = value.map((entry) => pruneBlank(entry, blankRows));
    const remaining =
      blankRows === "kept"
        ? pruned.map((entry) => entry ?? {})
        : pruned.filter((entry) => entry !== undefined);
    return remaining.length > 0 ? remaining : undefined;
  }
  if (typeof value === "object") {
    const remaining = Object.entries(value)
      .map(([key, entry]) => [key, pruneBlank(entry, blankRows)] as const)
      .filter(([, entry]) => entry !== undefined);
    return remaining.length > 0 ? Object.fromEntries(remaining) : undefined;
  }
  return value;
}

const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Whether a template's source is empty: only white space and comments. */
export function isBlankSource(source: string): boolean {
  return source.replace(COMMENTS, "").trim() === "";
}
