import { MAX_LABEL_LENGTH, MAX_LABELS, MAX_PAGE_TEXT } from "../limits.ts";
import { MAX_RATING_COMMENT, MAX_STARS } from "../people/ratings.ts";
import { INTERFACE_LANGUAGES } from "../site/interface-languages.ts";
import { detailsFields } from "./details-fields.ts";
import { draftFields } from "./draft-fields.ts";
import {
  type CollectionName,
  created,
  type Field,
  type Fields,
  type ItemCollectionName,
  id,
  owner,
  updated,
} from "./field.ts";
import { templateFields, templateVersionFields } from "./template-fields.ts";

/**
 * The collections of the content API: what each field is on the wire. The query language, the checks of what is
 * written, the access table, the OpenAPI description and the types of records (records.ts) are all made from this.
 */

export type { CollectionName, Field, FieldType, ItemCollectionName } from "./field.ts";

const user = {
  id,
  avatar: {
    type: "string",
    description: "Path of a picture, /assets/{id}; a placeholder by default",
    maxLength: 500,
  },
  name: { type: "string", description: "Full name", maxLength: 200, required: true },
  profession: { type: "string", description: "What the person does", maxLength: 200, nullable: true },
  email: {
    type: "string",
    description: "Address the person signs in with",
    maxLength: 254,
    spaceless: true,
  },
  phone_number: { type: "string", description: "Telephone number", maxLength: 50, nullable: true },
  bio: {
    type: "text",
    description: "A few lines about the person",
    maxLength: 5_000,
    nullable: true,
    multiline: true,
  },
  photo: {
    type: "uuid",
    description: "Uploaded picture, shown instead of the avatar",
    nullable: true,
    to: "files",
  },
  language: {
    type: "string",
    description: "Language of the site's pages and emails for this person; null: not chosen",
    oneOf: INTERFACE_LANGUAGES,
    nullable: true,
    onlyWhenNamed: true,
  },
} as const satisfies Fields;

const types = {
  id: { type: "string", description: "Slug, which is also the route", required: true, maxLength: 60 },
  singular: { type: "string", description: "Label of one", required: true, maxLength: 80 },
  plural: { type: "string", description: "Label of many", required: true, maxLength: 80 },
  description: { type: "string", description: "One line", maxLength: 300 },
  words: {
    type: "json",
    description: "Search terms, separated by commas, for each language: en, de, ...",
  },
  icon: { type: "string", description: "Icon as set:name", maxLength: 80 },
  sort: { type: "integer", description: "Place in the order of types", minimum: 0, maximum: 100_000 },
  categories: {
    type: "json",
    description: "Its categories in order: slug, label, description, icon, words",
    list: true,
  },
} as const satisfies Fields;

/** Texts of the site itself, each under its own path: /privacy, /terms, /imprint and /pages/{id}. */
const pages = {
  id: {
    type: "string",
    description:
      "The last part of its path: privacy, terms and imprint stand at /privacy and so on, any other at /pages/{id}",
    required: true,
    maxLength: 60,
  },
  title: { type: "string", description: "Its heading", required: true, maxLength: 120 },
  body: {
    type: "text",
    description:
      "Markdown. HTML in it is shown as text, a picture as its description; {library} and {contact} are filled in",
    maxLength: MAX_PAGE_TEXT,
    multiline: true,
    source: true,
  },
  footer: {
    type: "integer",
    description:
      "Its place among the links at the foot of every page; null: it is not linked. One without text never is",
    minimum: 1,
    maximum: 1_000,
    nullable: true,
  },
  rev: { type: "integer", description: "Revision; a PATCH that names an older one is refused" },
  date_updated: updated,
} as const satisfies Fields;

const savedTemplates = {
  id,
  user_id: owner,
  rev: { type: "integer", description: "Revision of the list; a PATCH that names it is merged" },
  template_id: { type: "alias", description: "The saved templates", entries: "saved_templates_templates" },
} as const satisfies Fields;

const history = {
  id,
  user_id: owner,
  date_created: created,
  action: { type: "string", description: "What was done", oneOf: ["created", "exported"] },
  title: {
    type: "string",
    description: "Title of the document at that time",
    maxLength: 200,
    nullable: true,
  },
  documents_id: { type: "uuid", description: "The document, while it exists", nullable: true },
  template_id: { type: "alias", description: "The template used", entries: "history_templates" },
} as const satisfies Fields;

const documents = {
  id,
  user_id: owner,
  templates_id: {
    type: "uuid",
    description: "The template it was made from",
    required: true,
    to: "templates",
  },
  template_versions_id: {
    type: "uuid",
    description:
      "The version of the template it is made with; another one of the same template is taken by a PATCH",
    nullable: true,
    to: "template_versions",
  },
  left_version: {
    type: "integer",
    description: "The newest version the person declined; changing it is no new revision",
    minimum: 1,
    maximum: 1_000_000_000,
    nullable: true,
  },
  title: { type: "string", description: "Title", maxLength: 200 },
  data: {
    type: "json",
    description: "What was filled in; in an answer only when fields names it",
    onlyWhenNamed: true,
  },
  kept: {
    type: "json",
    description:
      "What its template has no place for, since it had another; in an answer only when fields names it",
    onlyWhenNamed: true,
  },
  invoice: {
    type: "json",
    description:
      "Of an invoice: what an e-invoice needs beyond its page, named after the terms of EN 16931; in an answer only when fields names it",
    onlyWhenNamed: true,
  },
  theme: { type: "json", description: "Paper, accent colour, fonts and language" },
  rev: { type: "integer", description: "Revision; a PATCH that names an older one is refused" },
  labels: {
    type: "alias",
    description: `Labels, at most ${MAX_LABELS}: [{ "label": "Draft" }]. Changing them is no new revision`,
    entries: "document_labels",
  },
  date_created: created,
  date_updated: updated,
  date_deleted: {
    type: "timestamp",
    description:
      "When it was moved to the bin, from which it goes after 30 days; null while it is not there. A PATCH with any date moves it there, with null back; neither is a new revision. Lists reach documents in the bin only when their filter names this field",
    nullable: true,
  },
} as const satisfies Fields;

const documentLabels = {
  id,
  user_id: owner,
  documents_id: { type: "uuid", description: "The document that has it" },
  label: { type: "string", description: "The label", maxLength: MAX_LABEL_LENGTH },
} as const satisfies Fields;

const ratings = {
  id,
  templates_id: {
    type: "uuid",
    description: "The template; you have to have exported it, and rate it once",
    required: true,
    to: "templates",
  },
  stars: {
    type: "integer",
    description: "Stars",
    required: true,
    minimum: 1,
    maximum: MAX_STARS,
  },
  words: {
    type: "string",
    description: "One sentence, if one likes; null while it is hidden",
    maxLength: MAX_RATING_COMMENT,
    nullable: true,
  },
  hidden: {
    type: "string",
    description: "Why an operator has hidden the sentence; null: nothing is hidden",
    maxLength: 200,
    nullable: true,
  },
  state: {
    type: "string",
    description:
      "Whether it counts: only a shown one does. Those of new accounts, and of many from one network, wait for an operator, who shows or refuses them; only they and its person see it meanwhile",
    oneOf: ["shown", "waiting", "refused"],
  },
  date_created: created,
  date_updated: updated,
} as const satisfies Fields;

const exported = {
  id,
  user_id: owner,
  templates_id: { type: "uuid", description: "The template that was exported", to: "templates" },
  ratings_id: {
    type: "uuid",
    description: "What the person has said about it since",
    nullable: true,
    to: "ratings",
  },
  date_created: { type: "timestamp", description: "When it was exported first" },
  date_updated: { type: "timestamp", description: "The last day on which it was exported" },
} as const satisfies Fields;

const contactMessages = {
  id,
  name: { type: "string", description: "Who writes", required: true, maxLength: 200 },
  email: {
    type: "string",
    description: "Where to answer",
    required: true,
    maxLength: 254,
    spaceless: true,
  },
  subject: { type: "string", description: "What it is about", required: true, maxLength: 200 },
  message: { type: "text", description: "The message", required: true, maxLength: 10_000, multiline: true },
  date_created: created,
  state: { type: "string", description: "Whether it was dealt with", oneOf: ["open", "closed"] },
} as const satisfies Fields;

const files = {
  id,
  filename_download: { type: "string", description: "Name of the uploaded file" },
  title: { type: "string", description: "Title, made from the name", required: true, maxLength: 200 },
  type: { type: "string", description: "Media type of the stored file" },
  filesize: { type: "integer", description: "Bytes" },
  width: { type: "integer", description: "Pixels", nullable: true },
  height: { type: "integer", description: "Pixels", nullable: true },
  uploaded_by: { type: "uuid", description: "Whose it is", nullable: true },
  uploaded_on: { type: "timestamp", description: "When it came" },
} as const satisfies Fields;

const entryTemplate = {
  type: "uuid",
  description: "The template",
  to: "templates",
  nullable: true,
} as const satisfies Field;

const savedTemplatesEntries = {
  id,
  saved_templates_id: { type: "uuid", description: "The list it belongs to" },
  templates_id: entryTemplate,
} as const satisfies Fields;

const historyEntries = {
  id,
  history_id: { type: "uuid", description: "The history record it belongs to" },
  templates_id: entryTemplate,
} as const satisfies Fields;

const collections = {
  user,
  templates: templateFields,
  template_versions: templateVersionFields,
  template_drafts: draftFields,
  types,
  pages,
  saved_templates: savedTemplates,
  history,
  documents,
  document_labels: documentLabels,
  details: detailsFields,
  ratings,
  exports: exported,
  contact_messages: contactMessages,
  files,
  saved_templates_templates: savedTemplatesEntries,
  history_templates: historyEntries,
} as const satisfies Record<CollectionName, Fields>;

/** Each field exactly as it is written above, for the types made from it. */
export type CollectionFields = typeof collections;

export const COLLECTIONS: Record<CollectionName, Fields> = collections;

/** Collections served under /items. Files have their own routes; entries are part of their list. */
export const ITEM_COLLECTIONS: readonly ItemCollectionName[] = [
  "user",
  "templates",
  "template_versions",
  "template_drafts",
  "types",
  "pages",
  "saved_templates",
  "history",
  "documents",
  "document_labels",
  "details",
  "ratings",
  "exports",
  "contact_messages",
];
