/** Which paths belong to programs, and what there is for those that expect a Directus. */

// First segments of our own: under them an unknown path is answered in JSON, never with a page.
const OWN_SEGMENTS = new Set([
  "assets",
  "auth",
  "builds",
  "documents",
  "drafts",
  "files",
  "health",
  "icons",
  "items",
  "metrics",
  "openapi.json",
  "ready",
  "render",
  "shares",
  "site",
  "template-versions",
  "templates-as-files",
]);

const SCHEMA = "Collections and their fields are fixed; GET /openapi.json describes them.";
const PEOPLE =
  "Profiles are under /items/user and accounts under /auth; GET /auth/get-session says who is signed in.";
const ROLES = "Who may do what is fixed; GET /openapi.json says for every call who may use it.";
const AUTOMATION = "There is nothing to automate on the server; call /items, /files and /render yourself.";
const APP = "This belongs to the app of Directus, which is not here; there are /items, /files and /assets.";

/** First segments of a Directus that we have nothing at, with what we have. */
const INSTEAD: Record<string, string> = {
  access: ROLES,
  activity: "Operators read the log of actions with GET /auth/actions.",
  collections: SCHEMA,
  comments: APP,
  dashboards: APP,
  deployments: APP,
  extensions: APP,
  fields: SCHEMA,
  flows: AUTOMATION,
  folders: "Files are in no folders; GET /files lists them.",
  graphql: "There is no GraphQL; the same items are read and written under /items.",
  notifications: APP,
  operations: AUTOMATION,
  panels: APP,
  permissions: ROLES,
  policies: ROLES,
  presets: APP,
  relations: SCHEMA,
  revisions: "Revisions of items can't be read; a document has its number in rev, and its ETag.",
  roles: ROLES,
  schema: SCHEMA,
  server: "GET /health and GET /ready say how the server is, and GET /openapi.json what it offers.",
  settings: "Settings are made in the server's environment.",
  translations: APP,
  users: PEOPLE,
  utils:
    "There are no utilities; items are read and written under /items, and files uploaded with POST /files.",
  versions: APP,
  webhooks: AUTOMATION,
};

const SIGN_IN = "Sign in with POST /auth/sign-in/email, or send an access token: Authorization: Bearer ….";
/** Paths below segments of our own that a Directus has and we don't. */
const INSTEAD_BELOW: [RegExp, string][] = [
  [/^\/auth(?:\/(?:login|refresh|oauth|saml)(?:\/|$)|$)/, SIGN_IN],
  [/^\/auth\/logout$/, "Sign out with POST /auth/sign-out."],
  [
    /^\/auth\/password\//,
    "A new password is asked for with POST /auth/request-password-reset and set with POST /auth/reset-password.",
  ],
  [/^\/files\/import$/, "Files are not fetched from elsewhere; upload them with POST /files."],
  [
    /^\/files(?:\/|$)/,
    "A file comes with POST /files, is read and deleted at /files/{id}, and never changes.",
  ],
  [/^\/assets\/(?:files|folder)(?:\/|$)/, "Pictures are read one by one: GET /assets/{id}."],
  [/^\/shares(?:\/|$)/, "A document is shared with PUT /shares/{document}."],
];

const segmentOf = (path: string) => path.split("/", 2)[1] ?? "";

export function isApiPath(path: string): boolean {
  return OWN_SEGMENTS.has(segmentOf(path));
}

/** Whether a Directus has something here. A type of ours may well have the same slug. */
export function isDirectusPath(path: string): boolean {
  return Object.hasOwn(INSTEAD, segmentOf(path));
}

/** What there is instead of a path that isn't there, in a sentence; undefined where nothing comes near. */
export function insteadOf(path: string): string | undefined {
  const segment = segmentOf(path);
  if (Object.hasOwn(INSTEAD, segment)) return INSTEAD[segment];
  return INSTEAD_BELOW.find(([pattern]) => pattern.test(path))?.[1];
}
