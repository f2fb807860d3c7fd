import { MAX_VERSION_NOTE } from "../limits.ts";
import { MAX_STARS, MIN_RATINGS_FOR_AVERAGE } from "../people/ratings.ts";
import { created, type Fields, id, updated } from "./field.ts";

/** The fields of templates and of their versions. */

export const templateFields = {
  id,
  type: { type: "string", description: "Slug of its type", required: true, maxLength: 60 },
  category: {
    type: "string",
    description: "Slug of its category within the type",
    required: true,
    maxLength: 60,
  },
  url: { type: "string", description: "Path of its page: /invoices/meridian", maxLength: 200 },
  content: { type: "text", description: "Typst source", maxLength: 200_000, multiline: true, source: true },
  template_name: { type: "string", description: "Name", required: true, maxLength: 120 },
  rating: {
    type: "float",
    description: `The average of what people gave, 1 to ${MAX_STARS}; null until ${MIN_RATINGS_FOR_AVERAGE} people have rated it`,
    minimum: 1,
    maximum: MAX_STARS,
    nullable: true,
  },
  image: {
    type: "uuid",
    description: "Its picture: an upload, or else its first page, drawn",
    nullable: true,
    to: "files",
  },
  description: {
    type: "text",
    description: "What it is for",
    maxLength: 2_000,
    nullable: true,
    multiline: true,
  },
  words: {
    type: "text",
    description: "Search terms, separated by commas",
    maxLength: 500,
    nullable: true,
  },
  fields: { type: "json", description: "JSON Schema of the data it takes" },
  sample: { type: "json", description: "Sample data" },
  samples: {
    type: "json",
    description: 'Sample data in other languages: {"ar": {..}}; in an answer only when fields names it',
    onlyWhenNamed: true,
  },
  page: { type: "json", description: "Paper and proportion" },
  title: {
    type: "string",
    description: "Pattern of a document's title: Invoice {number}",
    maxLength: 200,
    nullable: true,
  },
  theme: { type: "json", description: "Accent colour and fonts it starts with" },
  link: {
    type: "string",
    description:
      "Where it is opened: a template of another content backend that can't be filled in here. In an answer only when fields names it",
    nullable: true,
    onlyWhenNamed: true,
  },
  state: {
    type: "string",
    description: "Whether it is in lists; a hidden one is found by those who know its id",
    oneOf: ["published", "hidden"],
  },
  version_number: {
    type: "integer",
    description: "Number of its newest version; a PATCH that names an older one is refused",
  },
  findings: {
    type: "integer",
    description:
      "What is to be mended, as its last check counted it; null: not checked as it is now. In an answer only when fields names it, and in lists that name the state the newest",
    nullable: true,
    onlyWhenNamed: true,
  },
  used: { type: "integer", description: "Documents and exports made with it" },
  exported: { type: "integer", description: "Files that people left with, counted every few seconds" },
  rating_count: { type: "integer", description: "How many people have rated it" },
  date_created: created,
  date_updated: updated,
} as const satisfies Fields;

/** Every state that a template had, numbered, with the kit it was made with. */
export const templateVersionFields = {
  id,
  templates_id: { type: "uuid", description: "The template", to: "templates" },
  number: { type: "integer", description: "1 is the first" },
  template_name: { type: "string", description: "What the template was called" },
  title: { type: "string", description: "Pattern of a document's title", nullable: true },
  note: {
    type: "string",
    description: "What changed, in one line",
    maxLength: MAX_VERSION_NOTE,
    nullable: true,
  },
  kit: { type: "string", description: "Hash of the kit it was made with", nullable: true },
  engine: { type: "string", description: "Compiler and fonts it was made with", nullable: true },
  page: { type: "json", description: "Paper and proportion" },
  theme: { type: "json", description: "Accent colour and fonts it starts with" },
  fields: {
    type: "json",
    description: "JSON Schema of the data it takes; in an answer only when fields names it",
    onlyWhenNamed: true,
  },
  sample: {
    type: "json",
    description: "Sample data; in an answer only when fields names it",
    onlyWhenNamed: true,
  },
  samples: {
    type: "json",
    description: "Sample data in other languages; in an answer only when fields names it",
    onlyWhenNamed: true,
  },
  content: {
    type: "text",
    description: "Typst source; in an answer only when fields names it",
    multiline: true,
    source: true,
    onlyWhenNamed: true,
  },
  date_created: { type: "timestamp", description: "When it was published" },
} as const satisfies Fields;
