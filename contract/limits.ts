/** What one request may ask for. Each bound is named in the error that it causes. */

/** Rows of an answer when `limit` is not given. */
export const DEFAULT_LIMIT = 100;
/** The most rows of one answer; what lies beyond is reached with `page`. */
export const MAX_LIMIT = 1_000;
/** Nesting of a filter, `_and` and `_or` included. */
export const MAX_FILTER_DEPTH = 10;
/** Conditions of a whole query: comparisons, relations that are followed, words of a search. An `_in` counts as one. */
export const MAX_CONDITIONS = 50;
/** Values of all `_in` and `_nin` of a query together. */
export const MAX_LIST_VALUES = 1_000;
/** A query as text: room for the most values there may be, each an id. */
export const MAX_QUERY_BYTES = 64 * 1024;
/** Names in `fields`. */
export const MAX_FIELD_NAMES = 100;
/** Names in `sort` and in `groupBy`, and functions with their fields in `aggregate`: more tell nobody anything. */
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
 * Values of one JSON body: each text, number, list and object. Parsing, checking and storing so many takes some 60 ms, in which nobody
 * else is answered. The longest document that a template of the library takes has 2,003, a full saved list 20,000.
 */
export const MAX_BODY_VALUES = 25_000;
/** Sixteen rows of a table, each the longest document there is. What is drawn of one has its own bound (RENDER_LIMITS). */
export const MAX_RENDER_BODY_VALUES = 40_000;
/** A draft's fields and sample travel as texts; what surrounds them is a page's size, a look and some names. */
export const MAX_DRAFT_BODY_VALUES = 5_000;
/** Nesting of a body: a document's data, in a list of documents, with some to spare. */
export const MAX_BODY_DEPTH = 64;
/** Render requests carry pictures, and so do the documents they are made from. */
export const MAX_RENDER_BODY_BYTES = 8 * 1024 * 1024;
/** A picture as it comes from a telephone, when the browser did not scale it down. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;
/** More than any camera of a telephone makes; decoding more would need gigabytes. */
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

/** Senders a person may have, and the characters of what one is called. */
export const MAX_DETAILS = 20;
export const MAX_DETAILS_LABEL = 40;
/** Characters of one text of somebody's details: as many as of the profile's "about". */
export const MAX_DETAILS_TEXT = 5_000;
/** Rows of one list of somebody's path. */
export const MAX_DETAILS_ROWS = 100;
/** All words of one sender as JSON, without pictures. */
export const MAX_DETAILS_BYTES = 64 * 1024;
/** Characters of one picture as a data URL: the browser makes it smaller before it is kept. */
export const MAX_DETAILS_PICTURE = 600 * 1024;
/** A sender with all words and three pictures, escaped in JSON. */
export const MAX_DETAILS_BODY_BYTES = 3 * 1024 * 1024;

/** People and firms one has written to that are offered, the last ones first. */
export const MAX_RECIPIENTS = 100;

/** A file that details are brought along in: a few times what the largest résumé with a photograph has. */
export const MAX_BROUGHT_BYTES = 8 * 1024 * 1024;

/** Characters of one of the site's own pages, such as its privacy page. */
export const MAX_PAGE_TEXT = 50_000;

/** Characters of a template's Typst source, and of its fields and its sample as JSON texts, while it is a draft. */
export const MAX_DRAFT_SOURCE = 200_000;
export const MAX_DRAFT_JSON = 400_000;
/** Fields of a draft, those of groups and rows included: compiling so many takes some 60 ms, in which nobody else is answered. */
export const MAX_DRAFT_FIELDS = 150;
/** A draft with all its texts, escaped in JSON. */
export const MAX_DRAFT_BODY_BYTES = 4 * 1024 * 1024;
/** Drafts of templates that a person who is no operator may have. */
export const MAX_DRAFTS = 5;
/** Comments on one draft. */
export const MAX_DRAFT_COMMENTS = 200;
/** Characters of the line that says what changed in a version of a template. */
export const MAX_VERSION_NOTE = 200;

/** Pages of the site's own: far more than a footer has room for. */
export const MOST_PAGES = 100;

/** What sign-up and the changes of an account accept; the server and the forms hold to the same. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
export const NAME_MAX = 100;
/** What the library is called: it stands in the bar of every page. */
export const LIBRARY_NAME_MAX = 60;

/** How many accounts operators are shown at once. */
export const PEOPLE_PER_PAGE = 50;
/** How many lines of the log of actions operators are shown at once, and how many, the newest, they can page through. */
export const ACTIONS_PER_PAGE = 50;
export const ACTIONS_SHOWN = 10_000;

/** How much of something a person has, and how much of it they may have. */
export type Share = { used: number; allowed: number };

/** What `GET /auth/people/{id}/belongings` answers: what is deleted with an account. */
export type Belongings = { documents: number; pictures: number; ratings: number };

/** Templates on home's ruler: on a wide screen more would be too small to be read. */
export const RULER_MOST = 12;

/** What `GET /auth/usage` answers: everything of a person's that is bounded. Sizes are in bytes. */
export type Usage = {
  documents: Share;
  documents_bytes: Share;
  pictures: Share;
  pictures_bytes: Share;
  sessions: Share;
};

/** How wide a sheet of a gallery is drawn, in pixels: what a screen shows beside others, once and twice as sharp. */
export const SHEET_WIDTHS = [240, 360, 480, 640] as const;
export type SheetWidth = (typeof SHEET_WIDTHS)[number];

/** For how long a deleted document can be taken back. */
export const DAYS_IN_BIN = 30;
