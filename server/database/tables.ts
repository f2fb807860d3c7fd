import type { Generated } from "kysely";
import type { CollectionFields, CollectionName } from "../../contract/collections/collections.ts";
import type { ActorKind, TargetKind } from "../../contract/people/actions.ts";
import type { PersonAtHostState } from "../../contract/people/at-host.ts";
import type { DeliveryProblem, OffReason } from "../../contract/people/webhooks.ts";
import type { DayCountKind } from "../../contract/site/figures.ts";
import type { SuggestionState } from "../../contract/site/translations.ts";
import type { COMMENT_KINDS } from "../../contract/templates/submissions.ts";
import type {
  AuthAccountTable,
  AuthOAuthClientTable,
  AuthOAuthConsentTable,
  AuthOAuthTokenTable,
  AuthPasskeyTable,
  AuthRateLimitTable,
  AuthSessionTable,
  AuthTwoFactorTable,
  AuthUserTable,
  AuthVerificationTable,
} from "./account-tables.ts";

type Column<Field> =
  | (Field extends { type: "integer" | "float" }
      ? number
      : Field extends { oneOf: readonly (infer Option)[] }
        ? Option
        : string)
  | (Field extends { nullable: true } ? null : never);

/** The columns of a collection's fields: as on the wire, but for JSON, which is text. Entries have a table of their own. */
export type Columns<Name extends CollectionName> = {
  -readonly [Field in keyof CollectionFields[Name] as CollectionFields[Name][Field] extends { type: "alias" }
    ? never
    : Field]: Column<CollectionFields[Name][Field]>;
};

/**
 * The tables as Kysely sees them. Both databases hold the same plain values: ids are UUID text, moments are
 * ISO 8601 text in UTC (they sort as text), JSON is text, flags are 0 or 1.
 */
export interface Tables {
  user: UserTable;
  types: TypeTable;
  pages: PageTable;
  templates: TemplateTable;
  template_versions: TemplateVersionTable;
  kits: KitTable;
  template_drafts: DraftTable;
  draft_comments: DraftCommentTable;
  draft_pictures: DraftPictureTable;
  saved_templates: SavedTemplatesTable;
  saved_templates_templates: SavedEntryTable;
  saved_templates_revisions: SavedRevisionTable;
  history: HistoryTable;
  history_templates: HistoryEntryTable;
  documents: DocumentTable;
  document_labels: DocumentLabelTable;
  details: DetailsTable;
  shares: ShareTable;
  ratings: RatingTable;
  exports: ExportTable;
  contact_messages: ContactMessageTable;
  translations: TranslationTable;
  files: FileTable;
  file_contents: FileContentTable;
  file_transforms: FileTransformTable;
  idempotency_keys: IdempotencyKeyTable;
  catalogue: CatalogueTable;
  catalogue_changes: CatalogueChangeTable;
  kept_values: StoredValueTable;
  builds: BuildTable;
  missed_searches: MissedSearchTable;
  host_types: HostTypeTable;
  host_people: HostPersonTable;
  host_ids: HostIdTable;
  day_counts: DayCountTable;
  access_tokens: AccessTokenTable;
  jobs: JobTable;
  job_slices: JobSliceTable;
  job_contents: JobContentTable;
  made_files: MadeFileTable;
  actions: ActionTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
  auth_verification: AuthVerificationTable;
  auth_rate_limit: AuthRateLimitTable;
  auth_oauth_client: AuthOAuthClientTable;
  auth_oauth_access_token: AuthOAuthTokenTable;
  auth_oauth_refresh_token: AuthOAuthTokenTable;
  auth_oauth_consent: AuthOAuthConsentTable;
  mail_outbox: MailOutboxTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
}

/** The slugs of a content host's types, whose names are free text. */
type HostTypeTable = { host: string; name: string; slug: string };

/** Where the data of a person is (`CONTENT_PEOPLE`). */
type HostPersonTable = {
  user_id: string;
  host: string;
  /** The address that was looked for. */
  email: string;
  state: PersonAtHostState;
  /** Their id there, as JSON: ids are numbers or text. */
  host_id: string | null;
  /** 1 once what was here before was brought there. */
  is_merged: Generated<number>;
};

/** The original, at a content host, of an item stored here; `host_id` is JSON. */
type HostIdTable = { host: string; collection: string; local_id: string; host_id: string };

type BuildTable = {
  id: string;
  date: string;
  /** When a node that runs it was last started. */
  used: string;
  /** Names and lengths, in the order in which `bytes` has them. */
  files: string;
  bytes: Uint8Array;
};

type UserTable = Columns<"user"> & {
  /** The last part of their address as an author: /authors/ada-brenholm. */
  handle: Generated<string | null>;
  /** What becomes of their published templates when they leave. */
  leaving: Generated<"stay" | "go">;
};

export type TypeTable = Omit<Columns<"types">, "words"> & {
  words: Generated<string>;
  /** As in templates. */
  origin: string | null;
};

/** `rating` and the other columns of ratings are updated by catalogue/template-ratings.ts. */
export type TemplateTable = Omit<
  Columns<"templates">,
  | "used"
  | "exported"
  | "rating"
  | "rating_count"
  | "state"
  | "version_number"
  | "findings"
  | "samples"
  | "link"
> & {
  link: Generated<string | null>;
  samples: Generated<string>;
  used: Generated<number>;
  /** Updated by catalogue/statistics/day-counts.ts. */
  exported: Generated<number>;
  rating: Generated<number | null>;
  rating_count: Generated<number>;
  /** Stars of all ratings together. */
  rating_sum: Generated<number>;
  /** What lists by rating are ordered by; null as long as `rating` is. */
  rating_order: Generated<number | null>;
  /** The last part of `url`. */
  slug: string;
  /** 1 or 0; written together with `state`, which has the same meaning (catalogue/versions/template-versions.ts). */
  published: Generated<number>;
  state: Generated<Columns<"templates">["state"]>;
  /** Of its newest version, which is equal to this row; 0 as long as none was written. */
  version_number: Generated<number>;
  /** Written by catalogue/versions/template-findings.ts. */
  findings: Generated<number | null>;
  /** The kit and the engine of the check that `findings` is of. */
  checked_with: Generated<string | null>;
  /** "library" for templates that a library folder brought; null for those made through the API. */
  origin: string | null;
  /** Hash of the library files at the last import, so that an unchanged folder changes nothing; null when the folder is gone. */
  source_hash: string | null;
  /** Hash of everything that decides how the pages look. */
  version: string;
  /** The papers of `page` as lists are narrowed to them, joined by blanks: "a4 us-letter". */
  papers: Generated<string>;
  /** Who made it, where a person handed it in; null too when they are gone. */
  author_id: Generated<string | null>;
  /** 1 when a person handed it in. */
  authored: Generated<number>;
  /** What its author agreed to. */
  licence: Generated<string | null>;
};

/** Never updated once it knows its kit. */
type TemplateVersionTable = Columns<"template_versions"> & {
  /** As in templates. */
  version: string;
  /** Who published it; null: the library, or a program. In no answer but those for operators. */
  user_id: string | null;
};

/** The Typst files that templates import, each state of them once. */
interface KitTable {
  hash: string;
  /** JSON list of { path, source }. */
  files: string;
  date_created: string;
}

type DraftTable = Columns<"template_drafts"> & {
  /** The owner, with whose account it is deleted; null: all operators. */
  owner_id: string | null;
  /** The terms that were accepted when it was submitted. */
  licence: string | null;
};

/** The first page of a draft at a revision, or why it has none; see server/drafts/draft-pictures.ts. */
interface DraftPictureTable {
  template_drafts_id: string;
  rev: number;
  bytes: Uint8Array | null;
  problem: string | null;
  date_created: string;
}

/** Comments on a draft; see server/drafts/submissions. */
interface DraftCommentTable {
  id: string;
  template_drafts_id: string;
  user_id: string | null;
  kind: (typeof COMMENT_KINDS)[number];
  words: string;
  field: string | null;
  date_created: string;
}

type PageTable = Omit<Columns<"pages">, "rev" | "footer"> & {
  rev: Generated<number>;
  footer: Generated<number | null>;
  /** "starter" while its text is the default one, which a newer version may replace. */
  origin: string | null;
};

type SavedTemplatesTable = Columns<"saved_templates">;

/** Its template is never null here: a template takes its entries with it when it is deleted. */
type SavedEntryTable = Omit<Columns<"saved_templates_templates">, "templates_id"> & {
  templates_id: string;
  position: number;
};

interface SavedRevisionTable {
  saved_templates_id: string;
  rev: number;
  /** JSON list of { id, templates_id } as it was at this revision. */
  entries: string;
}

type HistoryTable = Columns<"history">;
type HistoryEntryTable = Columns<"history_templates">;

/** A new document names its template, which may be deleted later. */
type DocumentTable = Omit<Columns<"documents">, "templates_id"> & {
  templates_id: string | null;
  /** Of title, data, kept, invoice and theme together, in UTF-8. */
  bytes: number;
};

/** Written with its document. `user_id` is the owner of the document, so that labels are counted without it. */
type DocumentLabelTable = Columns<"document_labels">;

/** A person's details as a sender; `words` is JSON. */
type DetailsTable = Columns<"details">;

/** Whose it is and what an operator has hidden is in no answer. */
type RatingTable = Omit<Columns<"ratings">, "state"> & {
  state: Generated<Columns<"ratings">["state"]>;
  user_id: string;
  hidden_words: string | null;
};

/** One for each person and template; see rendering/requests/exports.ts. */
type ExportTable = Columns<"exports">;

type ContactMessageTable = Columns<"contact_messages"> & {
  /** Whose account it was sent from; null for a visitor's. The address in it is only what the sender typed. */
  user_id: string | null;
};

/** Suggested and accepted translations; see server/translations. */
interface TranslationTable {
  id: string;
  language: string;
  catalogue: string;
  message_id: string;
  /** The English text and its context when it was suggested. */
  message: string;
  context: string | null;
  suggestion: string;
  /** While it is accepted: the text that is used. */
  accepted_text: string | null;
  comment: string | null;
  user_id: string | null;
  state: SuggestionState;
  date_created: string;
  decided_by: string | null;
  date_decided: string | null;
}

/** The variant of a picture that was given to a template; the others are pages of its sample, drawn by us. */
export const OWN_IMAGE = "own";

type FileTable = Columns<"files"> & {
  /** "upload" is private to its owner (`uploaded_by`; null: to the token); "template" is public and never changes. */
  purpose: string;
  /** For pictures of templates: which one, and which page; or that it was not drawn (`OWN_IMAGE`). */
  templates_id: string | null;
  variant: string | null;
};

interface FileContentTable {
  file_id: string;
  bytes: Uint8Array;
}

/** A file at another size or in another format, made once. */
interface FileTransformTable {
  file_id: string;
  /** Which: size, format, quality. */
  name: string;
  /** 1 for what pages ask for. */
  is_preset: number;
  bytes: Uint8Array;
  date_created: string;
}

interface IdempotencyKeyTable {
  owner: string;
  key: string;
  request_hash: string;
  status: number;
  headers: string;
  body: string;
  date_created: string;
}

interface CatalogueTable {
  id: number;
  /** Grows with every change of a template or type; `pictures` with every arrival of pictures. */
  version: number;
  pictures: Generated<number>;
  /** With every rating. */
  ratings: Generated<number>;
}

/** Of a template that was changed or deleted: the version that brought its last change, and its last pictures; 0: none. */
interface CatalogueChangeTable {
  template_id: string;
  version: number;
  pictures: number;
  ratings: Generated<number>;
}

/** One a document; see server/shares. */
interface ShareTable {
  id: string;
  documents_id: string;
  secret_hash: string;
  ends: string | null;
  opened: number;
  date_created: string;
}

interface StoredValueTable {
  name: string;
  value: string;
}

/** Searches without results: the query and its count, never the person. */
interface MissedSearchTable {
  words: string;
  times: number;
  /** As 2026-11-16. */
  last_day: string;
}

/** Of a day in UTC (2026-11-16). The subject: the id of a template, the query of a search without results, or empty. */
interface DayCountTable {
  day: string;
  kind: DayCountKind;
  subject: string;
  count: number;
}

/** Tokens of programs; `user_id` is for those that act for a person. */
/** See server/jobs. */
interface JobTable {
  id: string;
  user_id: string;
  templates_id: string;
  template_versions_id: string | null;
  /** JSON. */
  theme: string;
  rows: number;
  /** "preparing" until all of its rows are stored. */
  state: "preparing" | "running" | "done" | "cancelled";
  date_created: string;
  date_finished: string | null;
  date_expires: string | null;
  delivery: Generated<"zip" | "pdf">;
  title: Generated<string | null>;
  date_downloaded: Generated<string | null>;
  /** 1: for a print shop, with bleed and crop marks. */
  bleed: Generated<number>;
}

interface JobSliceTable {
  jobs_id: string;
  number: number;
  /** Its place in the table, from 0. */
  first_row: number;
  attempts: number;
  /** When a node may take it; null: made, or cancelled. */
  next_try: number | null;
  made: number;
  failed: number;
  /** JSON list with the file name of each row, or null where it failed. */
  names: Generated<string | null>;
  /** JSON list of RowProblem. */
  errors: Generated<string | null>;
}

/** The rows of a slice as JSON until it is made, then its PDFs (contract/rendering/row-pack.ts). */
interface JobContentTable {
  jobs_id: string;
  number: number;
  rows: string | null;
  result: Generated<Uint8Array | null>;
}

interface AccessTokenTable {
  id: string;
  name: string;
  scope: string;
  /** SHA-256 of the token, which itself is stored nowhere. */
  hash: string;
  /** Of an API key: its owner. Its scope has one or more of KEY_SCOPES, joined by blanks. */
  user_id: string | null;
  created_at: string;
  created_by: string | null;
  ends_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  /** Of an API key: its first and last characters. */
  hint: Generated<string | null>;
}

/** A file that a program has had made, until its link expires. `hash` is of the secret in the link. */
interface MadeFileTable {
  id: string;
  hash: string;
  /** A person's id, or a visitor's address group. */
  client: string;
  name: string;
  size: number;
  expires: string;
  bytes: Uint8Array;
}

/** Only ever inserted into: triggers refuse anything else, but for deleting what is older than a year. */
interface ActionTable {
  id: string;
  at: string;
  actor_kind: ActorKind;
  actor_id: string | null;
  action: string;
  target_kind: TargetKind;
  target_id: string | null;
}

/** Mails that wait for a mail server; moments are milliseconds since 1970. */
/** See server/webhooks. */
interface WebhookTable {
  id: string;
  user_id: string;
  url: string;
  /** Some of WEBHOOK_EVENTS, joined by blanks. */
  events: string;
  /** Sealed with the signing key. */
  secret: string;
  date_created: string;
  date_secret: string;
  /** Since when nothing is sent, and why; null: it is active. */
  date_off: string | null;
  off_reason: OffReason | null;
}

interface WebhookDeliveryTable {
  id: string;
  webhooks_id: string;
  event: string;
  /** The JSON that is sent. */
  body: string;
  attempts: number;
  /** When a node may send it; null: delivered, or given up. */
  next_try: number | null;
  /** Until then it is retried; null: sent once. */
  retry_until: number | null;
  /** What became of the last attempt. */
  status: number | null;
  problem: DeliveryProblem | null;
  response: string | null;
  duration: number | null;
  date_created: string;
  date_sent: string | null;
}

interface MailOutboxTable {
  id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  body: string;
  attempts: number;
  next_try: number;
  /** When the mail has become useless (its link is dead); null: never. */
  expires: number | null;
  language: Generated<string | null>;
}
