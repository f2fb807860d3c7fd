/** The properties of a collection's field, and the names of the collections. */

/** Named as Directus names them, because its error messages do. */
export type FieldType = "uuid" | "string" | "text" | "integer" | "float" | "timestamp" | "json" | "alias";

export type Field = {
  type: FieldType;
  description: string;
  /** Must be in a new item, unless it has a default. */
  required?: boolean;
  /** May be null; anything else may not. */
  nullable?: boolean;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  oneOf?: readonly string[];
  /** Line breaks are allowed. */
  multiline?: boolean;
  /** Long source text: not searched, sorted or grouped by. */
  source?: boolean;
  /** A JSON value that is a list rather than an object. */
  list?: boolean;
  /** For example an email address: no value contains a space. */
  spaceless?: boolean;
  /** `*` leaves it out: it is large, or programs that compare whole answers don't know it. */
  onlyWhenNamed?: boolean;
  /** Follows to one item of another collection. */
  to?: CollectionName;
  /** Follows to the entries of a list, each of which names one item. */
  entries?: EntryCollectionName;
};

export type Fields = Record<string, Field>;

export type ItemCollectionName =
  | "user"
  | "templates"
  | "template_versions"
  | "template_drafts"
  | "types"
  | "pages"
  | "saved_templates"
  | "history"
  | "documents"
  | "document_labels"
  | "details"
  | "ratings"
  | "exports"
  | "contact_messages";
/** The labels of documents can be listed by themselves as well, to be counted. */
type EntryCollectionName = "saved_templates_templates" | "history_templates" | "document_labels";
export type CollectionName = ItemCollectionName | EntryCollectionName | "files";

/** Fields that many collections have. */
export const id = { type: "uuid", description: "Identifier" } as const satisfies Field;
export const created = { type: "timestamp", description: "When it was made" } as const satisfies Field;
export const updated = { type: "timestamp", description: "When it last changed" } as const satisfies Field;
export const owner = {
  type: "uuid",
  description: "Whose it is; always the person who asks",
} as const satisfies Field;
