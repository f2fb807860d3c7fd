import { availableParallelism } from "node:os";

/**
 * The numbers that bound what one client or one process may take, each with its reason. Those that the browser knows as well are in
 * contract/limits.ts and contract/rendering/render.ts; those an operator may set, in config/settings.ts.
 */

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An answer that is already made and no larger is sent without waiting for a turn. */
export const SENT_AT_ONCE_BYTES = 64 * 1024;
/** One that is shared by all who ask for it and no larger is not counted as any client's: the system takes it over whole. */
export const UNCOUNTED_SHARED_BYTES = 512 * KILOBYTE;
/**
 * Memory for all answers that are being made or sent, in 2 GB that the rest of the server needs half of. The longest list takes a third of
 * it. Smaller answers than `freeBytes` are not counted: no client waits for one because others ask for much.
 */
export const RESPONSE_BUDGET = {
  name: "answers",
  mostBytes: 256 * MEGABYTE,
  /** Three lists of 1.5 MB at once, or one of any size: more would occupy the processes that read long lists. */
  mostPerClient: 32 * MEGABYTE,
  freeBytes: 64 * KILOBYTE,
  /** A request that waits takes some kilobytes. */
  waiting: { most: 1_000, mostPerClient: 500 },
  /** As long as people wait before they try again by themselves. */
  waitMs: 10 * SECOND,
  retrySeconds: 5,
};
/** What is made of a stored byte on its way out: the row's text, its parsed value, JSON, the whole answer, its bytes, compressed ones. */
export const COPIES_OF_ANSWER = 6;
/** A row without long texts, with its objects. */
export const ROW_BYTES = 2 * KILOBYTE;
/**
 * Bodies that are being received or worked on: four uploads of the largest size for each client. Those no larger than `freeBytes` are not
 * counted: Node reads that much of each anyway.
 */
export const BODY_BUDGET = {
  name: "bodies",
  mostBytes: 96 * MEGABYTE,
  mostPerClient: 50 * MEGABYTE,
  freeBytes: 64 * KILOBYTE,
  waiting: { most: 1_000, mostPerClient: 500 },
  waitMs: 10 * SECOND,
  retrySeconds: 5,
};
/** A body of unknown length takes its share in steps of this size. */
export const BODY_STEP_BYTES = 512 * KILOBYTE;

/**
 * Requests of one connection that wait for the answer before them until the connection is not read any more: browsers send none ahead,
 * programs a few. Each takes some 4 KB; when so many wait on all connections together, those with more than a few are closed.
 */
export const PIPELINED_REQUESTS = { pauseAt: 8, mostWaiting: 20_000 };

/** Far beyond any path of ours; what is longer is only ever a probe. */
export const LONGEST_PATH = 4_096;
/** What surrounds the picture in an upload. */
export const MULTIPART_BYTES = 64 * KILOBYTE;
/** How much of a body over the limit is still read and discarded, so that its sender gets the response. */
export const MOST_DISCARDED_BYTES = 64 * MEGABYTE;
/** A name, an address and two passwords, many times over. */
export const ACCOUNT_BODY_CHARACTERS = 16 * KILOBYTE;
/** A cookie or a user agent for the accounts library; browsers store no longer cookie. */
export const LONGEST_PASSED_HEADER = 4_096;
/** Pixels of a side of a picture that is made smaller on request; no page shows one larger. */
export const MAX_PICTURE_SIDE = 2_400;
/** Files of one upload: each is decoded and encoded again. */
export const MAX_UPLOADED_FILES = 10;
/** A form of an upload: each file with some fields that describe it. Parsing its headers takes most of the time. */
export const FORM = { parts: 100, headerBytes: 4 * KILOBYTE, textBytes: 64 * KILOBYTE };
/** A theme is a few choices. Lists of documents include it, and leave out the data. */
export const DOCUMENT_THEME_BYTES = 16 * KILOBYTE;
/** Responses stored for one owner's idempotency keys: the whole saved list fits, and together they stay below a person's quota. */
export const STORED_RESPONSES = { most: 500, largestBytes: 256 * KILOBYTE };
/** An entry of the history is about one template; a few more do no harm. */
export const MAX_TEMPLATES_OF_ENTRY = 20;
/** Entries of one person's history: years of work. The oldest are removed, rather than refusing new ones. */
export const MOST_HISTORY_ENTRIES = 5_000;
/** Far more icons than a page shows; the set has thousands. */
export const ICONS_AT_ONCE = 200;
/** More than anyone selects or searches for: a made-up address must not become a large page. */
export const PAGE_PARAMETERS = { longest: 200, mostOfOneName: 20 };
/** Nested lists and quotes of one of the site's own pages; deeper content is left out. */
export const PAGE_TEXT_DEPTH = 24;
/** Five million accounts; a larger number would only make the database count. */
export const LAST_PAGE_OF_PEOPLE = 100_000;
/** People whose name or address contains the filter of the action log. */
export const ACTION_FILTER_PEOPLE = 200;
/** Templates and searches on a page of figures; the tables have all templates, and more searches. */
export const FIGURES = { templates: 500, searches: 40, searchesInTable: 5_000, templatesOfTable: 100_000 };
/** Entries of the action log that are read at once for its CSV. */
export const ACTIONS_AT_ONCE = 500;
/** Templates of one import transaction that get their own log entry; for more, only the number is logged. */
export const IMPORT_LINES = 20;
/** One list of the content API. Clients that need more read page by page. */
export const MAX_ANSWER_BYTES = 16 * MEGABYTE;
/**
 * Rows that a list may look at, times what it asks of each, before a reader process reads it: at most some tens of
 * milliseconds in which no other request is answered.
 */
export const WORK_IN_PROCESS = 10_000;
/**
 * How long requests are started in one turn of the event loop, and how many of those that waited; then timers, sockets and the next steps
 * of started requests run. An ordinary turn has one or two.
 */
export const REQUEST_TURN = { forMs: 5, most: 8 };
/** Pages and public answers of the whole library, several times over. Their bytes are bounded by a setting. */
export const RESPONSE_CACHE = { mostEntries: 5_000 };
/** Rendered files that are asked for again; one of more than a quarter of it would push the others out. */
export const RENDER_CACHE = { mostBytes: 64 * MEGABYTE, largestBytes: 16 * MEGABYTE };
/** Pictures at the sizes that pages ask for; the others are read from the database. */
export const PICTURE_CACHE = { mostBytes: 16 * MEGABYTE };
/**
 * Transforms of one file that are stored in addition to those of pages, and the largest of them. The transforms of an upload take no more
 * than the upload itself, or this many bytes if that is more, so that a person's quota limits them too.
 */
export const STORED_TRANSFORMS = {
  mostOthers: 8,
  largestBytes: 512 * KILOBYTE,
  leastOfUpload: 256 * KILOBYTE,
};
/** A process that makes pictures. At most one of them is busy with what takes long, so that what is quick never waits for it. */
export const PICTURE_CHILD = {
  processes: 2,
  /** A poster of 40 million pixels takes 4 s. */
  deadlineMs: 20 * SECOND,
  /** The largest upload allowed, with a turn by its EXIF, takes half of it. */
  mostBytes: 1024 * MEGABYTE,
  /** What it may hold between two pictures; libvips does not give everything back. */
  mostIdleBytes: 300 * MEGABYTE,
  idleMs: MINUTE,
};
/** Pictures that wait to be made, by how they wait. A page of templates asks for sixty at once, a class for the same ones. */
export const PICTURE_QUEUES = {
  quick: { most: 400, mostPerClient: 100 },
  slow: { most: 120, mostPerClient: 40 },
  background: { most: 200, mostPerClient: 200 },
};
/** Patterns of templates. A step is one instruction of a pattern for one character: four million take 0.3 s at worst, and what a
 * template asks for in one document, a few hundred amounts, a twentieth of them. */
export const PATTERNS = {
  longest: 1_000,
  mostSize: 500,
  longestText: 1_000,
  mostSteps: 4_000_000,
  mostCached: 200,
};
/** Clients that are counted separately at one time; some megabytes. */
export const RATE_LIMIT_CLIENTS = 20_000;

/** A class of thirty behind one address, each typing with a live preview. An operator may set another count. */
export const RENDER_RATE = { name: "renders", most: 600, perMs: 10 * SECOND };
/** So many times as much for background renders, each row of a table counted: as fast as eight processes make them. */
export const BACKGROUND_RENDERS = 4;
/**
 * A render that takes `slowMs` makes its client slow for so many times as long: its renders wait behind all others, and all slow
 * clients together leave one process to the others. A client that is not slow leaves one process, too, until so many renders in a row
 * were quick: the rows of a table then have all of them.
 */
export const RENDER_PACE = { slowMs: SECOND, behindTimes: 10, provenBy: 20 };
/** Sheets in a person's own name that wait to be started: a browser asks for two at a time. */
export const SHEET_TURNS = { most: 400, mostPerClient: 100, retrySeconds: 2 };
/** Checks of drafts: so many at once, and waiting; each is dozens of renders that wait for what people look at. */
export const DRAFT_CHECKS = {
  atOnce: 2,
  most: 40,
  mostPerClient: 4,
  /** The longest template of the library takes 6 s on two cores. */
  deadlineMs: MINUTE,
  /** A check that still runs so long after it was cancelled is killed with its thread. */
  killAfterMs: 3 * SECOND,
  idleMs: MINUTE,
  mostHeapMb: 256,
};
/** A class that downloads all at once. */
export const USE_RATE = { name: "uses", most: 60, perMs: MINUTE };
/** A visitor's downloads of one template count as one use a day, and so do a person's. */
export const ONE_USE = { most: 1, windowMs: DAY, isMark: true };
/** A person writes a few messages; one who writes more waits. */
export const CONTACT_MESSAGES = { most: 5, windowMs: 10 * MINUTE };
/** Drafts that a person submits: more than anyone finishes in a day. */
export const SUBMISSIONS_OF_PERSON = { most: 10, windowMs: DAY };
/** E-mails to operators about submissions; the studio shows all of them. */
export const SUBMISSION_MAILS = { most: 1, windowMs: HOUR, isMark: true };
/** New ratings from one network that count at once, of accounts that are older than this; others wait for an operator. */
export const TRUSTED_RATINGS = { most: 3, windowMs: DAY, isMark: true };
export const RATER_AGE_MS = DAY;
/** Ratings that a person gives or changes: more than anyone needs. */
export const RATINGS_OF_PERSON = { most: 60, windowMs: HOUR };
/**
 * Of a person's documents the newest, in which those they have written to are looked for: so many, and no more bytes of what was
 * filled in. Reading 2 MB of JSON holds the main thread for some 20 ms.
 */
export const RECIPIENTS_FROM = { documents: 300, bytes: 2 * 1024 * 1024 };
/** Gathering everything about a person is work; a few times are enough for a person who lost the file. */
export const MY_DATA = { most: 10, windowMs: 10 * MINUTE };
/** Rows of history or of messages that are in memory at one time while a person's data is sent. */
export const MY_DATA_ROWS = 200;

/** Long enough to promote some people in a row; short enough that an operator's unwatched screen can't be used for it. */
export const RECENT_PASSWORD_MS = 10 * MINUTE;

/**
 * Requests that hash a password and wait for their turn: each takes 60 ms of a core and 32 MB. A class signs in behind one address.
 * A core is left for everything else, and so is a thread of the four on which pages are compressed too.
 */
export const PASSWORD_TURNS = {
  atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
  most: 100,
  mostPerClient: 50,
};

/** Versions of a template that its history shows, the newest. */
export const VERSIONS_LISTED = 200;
/** Pages of samples of versions that are stored to be compared: some hundred kilobytes each. */
export const CACHED_VERSION_PAGES = 30;
/** Pages of two versions that are compared pixel by pixel; a picture each. */
export const COMPARED_PAGES = 20;

/** Attempts on accounts. "By address" allows for a class of forty behind one address, with some typing errors each. */
export const ACCOUNT_TRIES = {
  signUp: { most: 5, windowMs: 15 * MINUTE },
  signUpRefusedByAddress: { most: 30, windowMs: HOUR },
  signUpByAddress: { most: 300, windowMs: HOUR },
  signIn: { most: 5, windowMs: 15 * MINUTE },
  signInFailedByAddress: { most: 200, windowMs: 15 * MINUTE },
  /** Wrong passwords on one account from all networks; then one a minute. */
  signInFromAnywhere: {
    most: 20,
    windowMs: 15 * MINUTE,
    beyond: { most: 1, windowMs: MINUTE },
  },
  /** On a browser that has signed in to the account before: whatever happens elsewhere, its owner gets in. */
  signInOnKnownDevice: { most: 10, windowMs: 15 * MINUTE },
  resetPasswordByAddress: { most: 30, windowMs: 15 * MINUTE },
  setupByAddress: { most: 30, windowMs: 15 * MINUTE },
  verifyEmailByAddress: { most: 60, windowMs: 15 * MINUTE },
  mail: { most: 3, windowMs: 15 * MINUTE },
  /** From anywhere: no mailbox can be filled from many addresses. */
  mailToAccount: { most: 10, windowMs: HOUR },
  mailByAddress: { most: 60, windowMs: HOUR },
  /** Another person at an open session must not be able to guess the password there. */
  password: { most: 10, windowMs: 15 * MINUTE },
};
