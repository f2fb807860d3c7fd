/** Limits of one request. Each is named in the error it causes. */

/** Rows of an answer when `limit` is not given. */
export const DEFAULT_LIMIT = 100;
/** The most rows of one answer; what lies beyond is reached with `page`. */
export const MAX_LIMIT = 1_000;
/** Nesting of a filter, `_and` and `_or` included. */
export const MAX_FILTER_DEPTH = 10;
/** Conditions of a whole query: comparisons, followed relations, words of a search. An `_in` counts as one. */
export const MAX_CONDITIONS = 50;
/** Values of all `_in` and `_nin` of a query together. */
export const MAX_LIST_VALUES = 1_000;
/** A query as text: room for the most values there may be, each an id. */
export const MAX_QUERY_BYTES = 64 * 1024;
/** Names in `fields`. */
export const MAX_FIELD_NAMES = 100;
/** Names in `sort` and in `groupBy`, and functions with their fields in `aggregate`. */
export const MAX_SORT_FIELDS = 10;
export const MAX_GROUP_FIELDS = 10;
export const MAX_AGGREGATES = 20;
/** Relations followed in one name: `template_id.templates_id.type` follows two. */
export const MAX_FIELD_DEPTH = 5;
/** Items of one POST, PATCH or DELETE. */
export const MAX_BATCH_ITEMS = 100;
export const MAX_SEARCH_LENGTH = 200;
export const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Values of one JSON body: each text, number, list and object. Parsing, checking and storing this many takes about 60 ms, which
 * blocks all other requests. The longest document of the library has 2,003, a full saved list 20,000.
 */
export const MAX_BODY_VALUES = 25_000;
/** Sixteen rows of a table, each the longest document there is. What is drawn of one has its own bound (RENDER_LIMITS). */
export const MAX_RENDER_BODY_VALUES = 40_000;
/** A draft's fields and sample are sent as texts; around them are only the page size, a look and some names. */
export const MAX_DRAFT_BODY_VALUES = 5_000;
/** Nesting of a body: a document's data, in a list of documents, with some to spare. */
export const MAX_BODY_DEPTH = 64;
/** Render requests carry pictures, and so do the documents they are made from. */
export const MAX_RENDER_BODY_BYTES = 8 * 1024 * 1024;
/** A photo from a phone that the browser did not scale down. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;
/** More than any phone camera makes; decoding more would need gigabytes. */
export const MAX_UPLOAD_PIXELS = 60_000_000;
/** Nested JSON of a document's data. */
export const MAX_JSON_DEPTH = 32;
/** Templates in a person's saved list. */
export const MAX_SAVED_TEMPLATES = 5_000;

/** Labels of one document, and the characters of a label. */
export const MAX_LABELS = 20;
export const MAX_LABEL_LENGTH = 40;
/** Documents that are selected, labelled, deleted or put into a ZIP at once. */
export const MAX_SELECTED_DOCUMENTS = MAX_BATCH_ITEMS;

/** Senders a person may have, and the characters of a sender's name. */
export const MAX_DETAILS = 20;
export const MAX_DETAILS_LABEL = 40;
/** Characters of one text in details: as many as in the profile's "about". */
export const MAX_DETAILS_TEXT = 5_000;
/** Rows of one list in details. */
export const MAX_DETAILS_ROWS = 100;
/** All values of one sender as JSON, without pictures. */
export const MAX_DETAILS_BYTES = 64 * 1024;
/** Characters of one picture as a data URL: the browser scales it down before it is stored. */
export const MAX_DETAILS_PICTURE = 600 * 1024;
/** A sender with all values and three pictures, escaped in JSON. */
export const MAX_DETAILS_BODY_BYTES = 3 * 1024 * 1024;

/** Recipients that are offered, the latest first. */
export const MAX_RECIPIENTS = 100;

/** A file to import details from: a few times the size of the largest résumé with a photo. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

/** Characters of one of the site's own pages, such as its privacy page. */
export const MAX_PAGE_TEXT = 50_000;

/** Characters of a suggested translation and of its comment: the longest message has about 500. */
export const MAX_TRANSLATION = 2_000;
export const MAX_TRANSLATION_COMMENT = 500;
/** Suggestions of a page in the studio. */
export const TRANSLATIONS_PER_PAGE = 30;

/** Characters of a template's Typst source, and of its fields and its sample as JSON texts, while it is a draft. */
export const MAX_DRAFT_SOURCE = 200_000;
export const MAX_DRAFT_JSON = 400_000;
/**
 * Fields of a draft, including those of groups and rows: compiling this many takes about 60 ms, which blocks all other
 * requests.
 */
export const MAX_DRAFT_FIELDS = 150;
/** A draft with all its texts, escaped in JSON. */
export const MAX_DRAFT_BODY_BYTES = 4 * 1024 * 1024;
/** Template drafts of a person who is not an operator. */
export const MAX_DRAFTS = 5;
/** Comments on one draft. */
export const MAX_DRAFT_COMMENTS = 200;
/** Characters of a version's note. */
export const MAX_VERSION_NOTE = 200;

/** Pages of the site itself: far more than a footer has room for. */
export const MAX_SITE_PAGES = 100;

/** Accepted at sign-up and in account changes; server and forms use the same. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
export const NAME_MAX = 100;
/** The library's name: it is in the header of every page. */
export const LIBRARY_NAME_MAX = 60;

/** Accounts on one page of the operators' list. */
export const PEOPLE_PER_PAGE = 50;
/** Lines of the action log on one page, and how many of the newest can be paged through. */
export const ACTIONS_PER_PAGE = 50;
export const ACTIONS_SHOWN = 10_000;

/** How much of something a person has, and their limit. */
export type UsageShare = { used: number; allowed: number };

/** Answer of `GET /auth/people/{id}/belongings`: what is deleted with an account. */
export type AccountContents = { documents: number; pictures: number; ratings: number };

/** Templates on home's ruler: on a wide screen more would be too small to read. */
export const MAX_RULER_TEMPLATES = 12;

/** Answer of `GET /auth/usage`: everything of a person that is limited. Sizes are in bytes. */
export type Usage = {
  documents: UsageShare;
  documents_bytes: UsageShare;
  pictures: UsageShare;
  pictures_bytes: UsageShare;
  sessions: UsageShare;
};

/** Widths of a gallery sheet in pixels, at single and double resolution. */
export const SHEET_WIDTHS = [240, 360, 480, 640] as const;
export type SheetWidth = (typeof SHEET_WIDTHS)[number];

/** Days in which a deleted document can be restored. */
export const DAYS_IN_BIN = 30;

/** Patterns of templates. A step is one instruction of a pattern for one character: four million take 0.3 s at worst, and what a
 * template asks for in one document, a few hundred amounts, a twentieth of them. */
export const PATTERNS = {
  longest: 1_000,
  maxSize: 500,
  longestText: 1_000,
  maxSteps: 4_000_000,
  maxCached: 200,
};
