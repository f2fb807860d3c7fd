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
  maxBytes: 256 * MEGABYTE,
  /** Three lists of 1.5 MB at once, or one of any size: more would occupy the processes that read long lists. */
  maxPerClient: 32 * MEGABYTE,
  freeBytes: 64 * KILOBYTE,
  /** A request that waits takes some kilobytes. */
  waiting: { max: 1_000, maxPerClient: 500 },
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
  maxBytes: 96 * MEGABYTE,
  maxPerClient: 50 * MEGABYTE,
  freeBytes: 64 * KILOBYTE,
  waiting: { max: 1_000, maxPerClient: 500 },
  waitMs: 10 * SECOND,
  retrySeconds: 5,
};
/** A body of unknown length takes its share in steps of this size. */
export const BODY_STEP_BYTES = 512 * KILOBYTE;

/**
 * Requests of one connection that wait for the answer before them until the connection is not read any more: browsers send none ahead,
 * programs a few. Each takes some 4 KB; when so many wait on all connections together, those with more than a few are closed.
 */
export const PIPELINED_REQUESTS = { pauseAt: 8, maxWaiting: 20_000 };

/** Far beyond any path of ours; what is longer is only ever a probe. */
export const LONGEST_PATH = 4_096;
/** What surrounds the picture in an upload. */
export const MULTIPART_BYTES = 64 * KILOBYTE;
/** How much of a body over the limit is still read and discarded, so that its sender gets the response. */
export const MAX_DISCARDED_BYTES = 64 * MEGABYTE;
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
/** Details for an e-invoice: the parties, and a unit for each line. */
export const DOCUMENT_INVOICE_BYTES = 64 * KILOBYTE;
/** Responses stored for one owner's idempotency keys: the whole saved list fits, and together they stay below a person's quota. */
export const STORED_RESPONSES = { max: 500, largestBytes: 256 * KILOBYTE };
/** An entry of the history is about one template; a few more do no harm. */
export const MAX_TEMPLATES_OF_ENTRY = 20;
/** Entries of one person's history: years of work. The oldest are removed, rather than refusing new ones. */
export const MAX_HISTORY_ENTRIES = 5_000;
/** Far more icons than a page shows; the set has thousands. */
export const ICONS_AT_ONCE = 200;
/** More than anyone selects or searches for: a made-up address must not become a large page. */
export const PAGE_PARAMETERS = { longest: 200, maxOfOneName: 20 };
/** Nested lists and quotes of one of the site's own pages; deeper content is left out. */
export const PAGE_TEXT_DEPTH = 24;
/** The last page of a list of five million accounts. Higher page numbers would only cost the database a count. */
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
export const REQUEST_TURN = { forMs: 5, max: 8 };
/** Pages and public answers of the whole library, several times over. Their bytes are bounded by a setting. */
export const RESPONSE_CACHE = { maxEntries: 5_000 };
/** Rendered files that are asked for again; one of more than a quarter of it would push the others out. */
export const RENDER_CACHE = { maxBytes: 64 * MEGABYTE, largestBytes: 16 * MEGABYTE };
/** Pictures at the sizes that pages ask for; the others are read from the database. */
export const PICTURE_CACHE = { maxBytes: 16 * MEGABYTE };
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
  maxBytes: 1024 * MEGABYTE,
  /** What it may hold between two pictures; libvips does not give everything back. */
  maxIdleBytes: 300 * MEGABYTE,
  idleMs: MINUTE,
};
/** Pictures that wait to be made, by how they wait. A page of templates asks for sixty at once, a class for the same ones. */
export const PICTURE_QUEUES = {
  quick: { max: 400, maxPerClient: 100 },
  slow: { max: 120, maxPerClient: 40 },
  background: { max: 200, maxPerClient: 200 },
};
/** Clients that are counted separately at one time; some megabytes. */
export const RATE_LIMIT_CLIENTS = 20_000;

/** A class of thirty behind one address, each typing with a live preview. An operator may set another count. */
export const RENDER_RATE = { name: "renders", max: 600, perMs: 10 * SECOND };
/** Requests with one API key, renders included: as many as a class sends. */
export const KEY_RATE = { name: "API key", max: 600, perMs: 10 * SECOND };
/** API keys that a person creates: more than anyone needs, and few enough to list those that were revoked. */
export const NEW_KEYS = { max: 30, windowMs: DAY };
/** Jobs that a person starts: a program may send one for each order. */
export const JOB_RATE = { max: 200, windowMs: HOUR };
/** Failed rows that a person corrects: each is made while they wait. */
export const JOB_ROW_RATE = { max: 600, windowMs: HOUR };
/** Jobs on the server, in slices that a node makes as one. */
export const JOBS = {
  /** Some seconds of work, which are lost when a node is killed. */
  sliceRows: 16,
  sliceCharacters: MEGABYTE,
  /** Two, so that processes aren't idle while a slice is stored. */
  slicesAtOnce: 2,
  /** After so long without a sign of its node, another node takes a slice. */
  leaseMs: 20 * SECOND,
  retryMs: 3 * SECOND,
  longestWaitMs: 5 * MINUTE,
  lookEveryMs: 2 * SECOND,
  cleanEveryMs: MINUTE,
  /** A finished job can be downloaded so long. */
  storedMs: DAY,
  prepareMs: HOUR,
  deletedAtOnce: 20,
  problemsOfRow: 5,
  /** Characters of a refused value in the problem of a row. */
  shownValue: 60,
};
/** Webhooks that a person creates, and new secrets of them. */
export const NEW_WEBHOOKS = { max: 60, windowMs: DAY };
/** "Send test" and "Send again". */
export const WEBHOOK_SENDS = { max: 100, windowMs: 10 * MINUTE };
export const WEBHOOKS = {
  timeoutMs: 10 * SECOND,
  /** Longer than an attempt: after so long without a sign of its node, another node sends the delivery. */
  leaseMs: 20 * SECOND,
  firstPauseMs: 5 * SECOND,
  longestPauseMs: 4 * HOUR,
  /** Attempts at once on a node; a receiver that never answers takes one for ten seconds. */
  atOnce: 8,
  lookEveryMs: 5 * SECOND,
  /** Of a webhook; then new events are dropped until some are delivered. */
  maxWaiting: 1_000,
  /** What is read and stored of an answer. */
  answerBytes: 2 * KILOBYTE,
};
/** A revoked key is stored so long, so that its program is told why it is refused. */
export const REVOKED_KEY_MS = 90 * DAY;
/** The factor of the limit for background renders. Each row of a table counts; eight processes make as many. */
export const BACKGROUND_RENDERS = 4;
/**
 * A render that takes `slowMs` makes its client slow for so many times as long: its renders wait behind all others, and all slow
 * clients together leave one process to the others. A client that is not slow leaves one process, too, until so many renders in a row
 * were quick: the rows of a table then have all of them.
 */
export const RENDER_PACE = { slowMs: SECOND, behindTimes: 10, provenBy: 20 };
/** Sheets in a person's own name that wait to be started: a browser asks for two at a time. */
export const SHEET_TURNS = { max: 400, maxPerClient: 100, retrySeconds: 2 };
/** Checks of drafts: so many at once, and waiting; each is dozens of renders that wait for what people look at. */
export const DRAFT_CHECKS = {
  atOnce: 2,
  max: 40,
  maxPerClient: 4,
  /** The longest template of the library takes 6 s on two cores. */
  deadlineMs: MINUTE,
  /** A check that still runs so long after it was cancelled is killed with its thread. */
  killAfterMs: 3 * SECOND,
  idleMs: MINUTE,
  maxHeapMb: 256,
};
/** A class that downloads all at once. */
export const USE_RATE = { name: "uses", max: 60, perMs: MINUTE };
/** A visitor's downloads of one template count as one use a day, and so do a person's. */
export const ONE_USE = { max: 1, windowMs: DAY, isMark: true };
/** A person writes a few messages; one who writes more waits. */
export const CONTACT_MESSAGES = { max: 5, windowMs: 10 * MINUTE };
/** Drafts that a person submits: more than anyone finishes in a day. */
export const SUBMISSIONS_OF_PERSON = { max: 10, windowMs: DAY };
/** Emails to operators about submissions; the studio shows all of them. */
export const SUBMISSION_MAILS = { max: 1, windowMs: HOUR, isMark: true };
/** New ratings from one network that count at once, of accounts that are older than this; others wait for an operator. */
export const TRUSTED_RATINGS = { max: 3, windowMs: DAY, isMark: true };
export const RATER_AGE_MS = DAY;
/** Ratings that a person gives or changes: more than anyone needs. */
export const RATINGS_OF_PERSON = { max: 60, windowMs: HOUR };
/** Translations that a person suggests: one every few seconds, and no more that wait for a decision. */
export const TRANSLATIONS_OF_PERSON = { max: 120, windowMs: HOUR };
export const OPEN_TRANSLATIONS_OF_PERSON = 300;
/** Accepted translations of a language: every page in that language carries them. */
export const ACCEPTED_TRANSLATIONS = 500;
/**
 * Of a person's documents the newest, in which those they have written to are looked for: so many, and no more bytes of what was
 * filled in. Reading 2 MB of JSON holds the main thread for some 20 ms.
 */
export const RECIPIENTS_FROM = { documents: 300, bytes: 2 * 1024 * 1024 };
/** Gathering everything about a person is work; a few times are enough for a person who lost the file. */
export const MY_DATA = { max: 10, windowMs: 10 * MINUTE };
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
  max: 100,
  maxPerClient: 50,
};

/** Versions of a template that its history shows, the newest. */
export const VERSIONS_LISTED = 200;
/** Pages of samples of versions that are stored to be compared: some hundred kilobytes each. */
export const CACHED_VERSION_PAGES = 30;
/** Pages of two versions that are compared pixel by pixel; a picture each. */
export const COMPARED_PAGES = 20;

/** Attempts on accounts. "By address" allows for a class of forty behind one address, with some typing errors each. */
/** One answer of a content host: 100 templates with their sources. */
export const HOST_ANSWER_BYTES = 64 * 1024 * 1024;
export const MAX_HOST_PICTURE_BYTES = 20 * 1024 * 1024;
export const HOST_TIMEOUT_MS = 20_000;
/** People wait for these answers, several in a row. */
export const HOST_PEOPLE = {
  timeoutMs: 5_000,
  /** After a read failed: the copies are shown meanwhile, without asking again. */
  quietMs: 10_000,
  /** The newest records of a person's history that are read. */
  historyRead: 500,
  /** Records of history that are read at once to be sent. */
  historyBatch: 100,
};
/** How often the list of a content host is read; above so many templates, less often as a whole. */
export const HOST_MIRROR = {
  everyMs: MINUTE,
  largeFrom: 5_000,
  wholeEveryMs: 10 * MINUTE,
  /** Sources that didn't compile, remembered so that they aren't tried each time. */
  maxBroken: 10_000,
  /** Templates that can't be shown, and why, in one answer. */
  maxFaults: 1_000,
  /** A picture that the host doesn't have, or that can't be read, is asked for again after so long. */
  pictureAgainMs: 60 * MINUTE,
};

/** For each request to the OpenID Connect provider; people wait for it. */
export const ISSUER_TIMEOUT_MS = 10_000;
export const ACCOUNT_TRIES = {
  signUp: { max: 5, windowMs: 15 * MINUTE },
  signUpRefusedByAddress: { max: 30, windowMs: HOUR },
  signUpByAddress: { max: 300, windowMs: HOUR },
  signIn: { max: 5, windowMs: 15 * MINUTE },
  signInFailedByAddress: { max: 200, windowMs: 15 * MINUTE },
  /** Wrong passwords on one account from all networks; then one a minute. */
  signInFromAnywhere: {
    max: 20,
    windowMs: 15 * MINUTE,
    beyond: { max: 1, windowMs: MINUTE },
  },
  /** On a browser that has signed in to the account before: whatever happens elsewhere, its owner gets in. */
  signInOnKnownDevice: { max: 10, windowMs: 15 * MINUTE },
  /** Two for each sign-in, from everyone in one office. */
  issuerByAddress: { max: 600, windowMs: 15 * MINUTE },
  codeByAddress: { max: 100, windowMs: 15 * MINUTE },
  /** Each sign-in page that is opened asks for one; many people may share an address. */
  passkeyByAddress: { max: 600, windowMs: 15 * MINUTE },
  resetPasswordByAddress: { max: 30, windowMs: 15 * MINUTE },
  setupByAddress: { max: 30, windowMs: 15 * MINUTE },
  verifyEmailByAddress: { max: 60, windowMs: 15 * MINUTE },
  mail: { max: 3, windowMs: 15 * MINUTE },
  /** From anywhere: no mailbox can be filled from many addresses. */
  mailToAccount: { max: 10, windowMs: HOUR },
  mailByAddress: { max: 60, windowMs: HOUR },
  /** Another person at an open session must not be able to guess the password there. */
  password: { max: 10, windowMs: 15 * MINUTE },
};

/** Answers to programs that speak MCP: what a chat can take in one message. */
export const MCP = {
  /** Older clients may send several messages in one request. */
  batch: 10,
  pictures: 8,
  pictureSide: 1_000, // pixels
  pictureBytes: 4 * MEGABYTE, // of one answer
  templates: 20, // of one search
  documents: 50,
  textLength: 96 * KILOBYTE, // the schema of the largest template is a third of it
};
/** Requests of apps that connect to accounts, by address. A chat product sends them from a few addresses for all its people. */
export const APP_TRIES = {
  register: { max: 60, windowMs: HOUR },
  authorize: { max: 300, windowMs: 15 * MINUTE },
  consent: { max: 60, windowMs: 15 * MINUTE },
  token: { max: 1_200, windowMs: 15 * MINUTE },
};
/** Registered apps, of which those that nobody has connected are deleted after a day. */
export const MAX_APPS = 20_000;
/** Files that programs have had made, for people to download. */
export const MADE_FILES = {
  lifeMs: HOUR,
  fileBytes: 16 * MEGABYTE,
  perClient: 20,
  /** Of all clients; the oldest go first. */
  bytes: 512 * MEGABYTE,
};
