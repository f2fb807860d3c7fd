import type { Generated } from "kysely";

/**
 * The tables as Kysely sees them. Both databases hold the same plain values: ids are UUID text, moments are
 * ISO 8601 text in UTC (they sort as text), JSON is text, flags are 0 or 1.
 */
export interface Tables {
  user: UserTable;
  types: TypeTable;
  templates: TemplateTable;
  saved_templates: SavedTemplatesTable;
  saved_templates_templates: SavedEntryTable;
  saved_templates_revisions: SavedRevisionTable;
  history: HistoryTable;
  history_templates: HistoryEntryTable;
  documents: DocumentTable;
  contact_messages: ContactMessageTable;
  files: FileTable;
  file_contents: FileContentTable;
  idempotency_keys: IdempotencyKeyTable;
  catalogue: CatalogueTable;
  kept_values: KeptValueTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
  auth_verification: AuthVerificationTable;
  auth_rate_limit: AuthRateLimitTable;
  mail_outbox: MailOutboxTable;
}

export interface UserTable {
  id: string;
  avatar: string;
  name: string;
  profession: string | null;
  email: string;
  phone_number: string | null;
  bio: string | null;
  photo: string | null;
}

export interface TypeTable {
  id: string;
  singular: string;
  plural: string;
  description: string;
  icon: string;
  sort: number;
  categories: string;
  origin: string | null;
}

export interface TemplateTable {
  id: string;
  type: string;
  category: string;
  slug: string;
  url: string;
  content: string;
  template_name: string;
  rating: number | null;
  image: string | null;
  description: string | null;
  fields: string;
  sample: string;
  page: string;
  /** File name and document title as a pattern: "Invoice {number}". */
  title: string | null;
  theme: string;
  used: Generated<number>;
  published: Generated<number>;
  /** "library" for templates that a library folder brought; null for those made through the API. */
  origin: string | null;
  /** Hash of the library files at the last import, so that an unchanged folder changes nothing. */
  source_hash: string | null;
  /** Hash of everything that decides how the pages look. */
  version: string;
  date_created: string;
  date_updated: string;
}

export interface SavedTemplatesTable {
  id: string;
  user_id: string;
  rev: number;
}

export interface SavedEntryTable {
  id: string;
  saved_templates_id: string;
  templates_id: string;
  position: number;
}

export interface SavedRevisionTable {
  saved_templates_id: string;
  rev: number;
  /** JSON list of { id, templates_id } as it stood at this revision. */
  entries: string;
}

export interface HistoryTable {
  id: string;
  user_id: string;
  date_created: string;
  action: string;
  title: string | null;
  documents_id: string | null;
}

export interface HistoryEntryTable {
  id: string;
  history_id: string;
  templates_id: string | null;
}

export interface DocumentTable {
  id: string;
  user_id: string;
  templates_id: string | null;
  title: string;
  data: string;
  theme: string;
  rev: number;
  date_created: string;
  date_updated: string;
}

export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  date_created: string;
  state: string;
}

export interface FileTable {
  id: string;
  /** Whose upload it is; null for pictures of templates and uploads by token. */
  uploaded_by: string | null;
  /** "upload" is private to its owner; "template" is public and never changes. */
  purpose: string;
  /** For pictures of templates: which one, and which page at which width. */
  templates_id: string | null;
  variant: string | null;
  filename_download: string;
  title: string;
  type: string;
  filesize: number;
  width: number | null;
  height: number | null;
  uploaded_on: string;
}

export interface FileContentTable {
  file_id: string;
  bytes: Uint8Array;
}

export interface IdempotencyKeyTable {
  owner: string;
  key: string;
  request_hash: string;
  status: number;
  headers: string;
  body: string;
  date_created: string;
}

export interface CatalogueTable {
  id: number;
  version: number;
}

export interface KeptValueTable {
  name: string;
  value: string;
}

/** The tables of the accounts library keep its own column names; its dates and flags are native on PostgreSQL. */
export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: unknown;
  image: string | null;
  role: string;
  disabledAt: string | null;
  createdAt: unknown;
  updatedAt: unknown;
}

export interface AuthSessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: unknown;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: unknown;
  updatedAt: unknown;
}

export interface AuthAccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: unknown;
  refreshTokenExpiresAt: unknown;
  scope: string | null;
  password: string | null;
  createdAt: unknown;
  updatedAt: unknown;
}

export interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: unknown;
  createdAt: unknown;
  updatedAt: unknown;
}

/** How often something was tried in the window that ends at `resets` (milliseconds since 1970). */
export interface AuthRateLimitTable {
  key: string;
  count: number;
  resets: number;
}

/** Mails that wait for a mail server; moments are milliseconds since 1970. */
export interface MailOutboxTable {
  id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  body: string;
  attempts: number;
  next_try: number;
  /** When the mail has become useless (its link is dead); null: never. */
  expires: number | null;
}
