/** The paths of the API, and alternatives to the paths of a Directus. */

// First segments of our own: under them an unknown path is answered in JSON, never with a page.
const OWN_SEGMENTS = new Set([
  "assets",
  "auth",
  "builds",
  "documents",
  "drafts",
  "engine",
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
  "Your own profile is at /users/me; people sign up with POST /auth/sign-up/email, and operators manage them under /auth/people.";
const ROLES = "Permissions are fixed; GET /openapi.json lists them for every route.";
const AUTOMATION = "The server has no automation; call /items, /files and /render yourself.";
const APP =
  "This is part of the Directus app, which this server doesn't have. Use /items, /files and /assets.";

/** First segments of a Directus that we don't have, with our alternative. */
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
  folders: "There are no folders; GET /files lists all files.",
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
  server: "GET /health and GET /ready return the server's state, and GET /openapi.json its routes.",
  settings: "Settings are made in the server's environment.",
  translations: APP,
  users: PEOPLE,
  utils:
    "There are no utilities; items are read and written under /items, and files uploaded with POST /files.",
  versions: APP,
  webhooks: "Webhooks belong to people, who manage them under Account or at /auth/webhooks.",
};

const SIGN_IN =
  "Sign in with POST /auth/login, continue with POST /auth/refresh and end it with POST /auth/logout; or send an access token: Authorization: Bearer ….";
/** Paths below segments of our own that a Directus has and we don't. */
const INSTEAD_BELOW: [RegExp, string][] = [
  [/^\/auth(?:\/(?:login|refresh|logout|oauth|saml)(?:\/|$)|$)/, SIGN_IN],
  [
    /^\/auth\/password(?:\/|$)/,
    "Request a new password with POST /auth/password/request and set it with POST /auth/password/reset.",
  ],
  [/^\/files\/import$/, "Files are not fetched from elsewhere; upload them with POST /files."],
  [
    /^\/files(?:\/|$)/,
    "Upload files with POST /files; read, rename and delete them at /files/{id}. Their pictures never change.",
  ],
  [/^\/assets\/(?:files|folder)(?:\/|$)/, "Read pictures one at a time with GET /assets/{id}."],
  [/^\/shares(?:\/|$)/, "Share a document with PUT /shares/{document}."],
];

const segmentOf = (path: string) => path.split("/", 2)[1] ?? "";

export function isApiPath(path: string): boolean {
  return OWN_SEGMENTS.has(segmentOf(path)) || path === "/mcp" || path.startsWith("/mcp/files/");
}

/** Whether a Directus has this path. A type of ours may have the same slug. */
export function isDirectusPath(path: string): boolean {
  return Object.hasOwn(INSTEAD, segmentOf(path));
}

/** A sentence about the alternative to a missing path, if there is one. */
export function insteadOf(path: string): string | undefined {
  const segment = segmentOf(path);
  if (Object.hasOwn(INSTEAD, segment)) return INSTEAD[segment];
  return INSTEAD_BELOW.find(([pattern]) => pattern.test(path))?.[1];
}
