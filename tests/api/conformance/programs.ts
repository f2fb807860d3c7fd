import { OPERATOR_TOKEN } from "../../support/shelf.ts";
import { type Case, savedPath, type World } from "./case.ts";

/** Calls of programs written for Directus that were not captured. */
const search = (name: string, path: string, body: unknown, rest: Pick<Case, "status">): Case => ({
  name: `SEARCH, ${name}`,
  as: "visitor",
  method: "SEARCH",
  path,
  body,
  ...rest,
});

const searches: Case[] = [
  {
    ...search("keys name the rows", "/items/templates", "", { status: 200 }),
    body: (w: World) => ({ keys: [w.templates[7], w.templates[3]], query: { fields: ["id"] } }),
    data: (w: World) => [{ id: w.templates[3] }, { id: w.templates[7] }],
  },
  {
    ...search("keys beside a filter", "/items/templates", "", { status: 200 }),
    body: (w: World) => ({ keys: w.templates, query: { fields: ["id"], filter: { type: { _eq: "no" } } } }),
    data: [],
  },
  {
    ...search("keys with the query of the address", "/items/templates?fields=id", "", { status: 200 }),
    body: (w: World) => ({ keys: [w.templates[3], "none of ours\u0000"] }),
    data: (w: World) => [{ id: w.templates[3] }],
  },
  { ...search("no keys at all", "/items/templates", { keys: [] }, { status: 200 }), data: [] },
  {
    ...search("a member that is none", "/items/templates", { limit: 1 }, { status: 400 }),
    code: "INVALID_PAYLOAD",
    message: /^Invalid payload\. "limit" is not allowed/,
  },
  {
    ...search("keys that are no list", "/items/templates", { keys: "a" }, { status: 400 }),
    code: "INVALID_PAYLOAD",
  },
  {
    ...search("a query that is no object", "/items/templates", { query: [] }, { status: 400 }),
    code: "INVALID_PAYLOAD",
  },
  {
    ...search("another's list by its key finds no row", "/items/user", "", { status: 200 }),
    as: "ada",
    body: (w: World) => ({ keys: [w.user, w.other], query: { fields: ["id"] } }),
    data: (w: World) => [{ id: w.user }],
  },
];

const addresses: Case[] = [
  {
    name: "a slash at the end of a list",
    as: "visitor",
    path: "/items/templates/?limit=1&fields=id",
    status: 200,
    data: (w: World) => [{ id: w.templates[0] }],
  },
  {
    name: "a slash at the end of an item",
    as: "visitor",
    path: (w) => `/items/templates/${w.templates[0]}/?fields=id`,
    status: 200,
    data: (w: World) => ({ id: w.templates[0] }),
  },
  {
    name: "a slash at the end of /files",
    as: "ada",
    path: "/files/?fields=id",
    status: 200,
    data: (w: World) => [{ id: w.photo }],
  },
  {
    name: "a wrong token in the address",
    as: "visitor",
    path: "/items/templates?limit=1&access_token=nonsense",
    status: 401,
    code: "INVALID_CREDENTIALS",
  },
  {
    name: "a right token in the address",
    as: "visitor",
    path: `/items/templates?limit=1&access_token=${OPERATOR_TOKEN}`,
    status: 400,
    code: "INVALID_QUERY",
    message: /Authorization: Bearer/,
    stricter: "logs keep addresses",
  },
  {
    name: "a plus that is not encoded",
    as: "ada",
    path: "/items/user?filter[email][_eq]=ada+work@example.org&fields=id",
    status: 200,
    data: (w: World) => [{ id: w.user }],
  },
  {
    name: "a field of files that only Directus has",
    as: "ada",
    path: "/files?fields=id,storage",
    status: 403,
    code: "FORBIDDEN",
    message: /field "storage" in collection "files" or it does not exist/,
    stricter: "files have the fields of contract/collections/collections.ts",
  },
];

const ROUTES: [string, string, RegExp][] = [
  ["GET", "/users", /\/users\/me/],
  ["POST", "/users/register", /\/auth\/sign-up\/email/],
  ["GET", "/collections", /openapi\.json/],
  ["GET", "/fields/templates", /openapi\.json/],
  ["GET", "/relations", /openapi\.json/],
  ["GET", "/schema/snapshot", /openapi\.json/],
  ["GET", "/server/info", /\/health/],
  ["POST", "/utils/hash/generate", /\/items/],
  ["GET", "/folders", /GET \/files/],
  ["POST", "/graphql", /\/items/],
  ["GET", "/roles", /fixed/],
  ["GET", "/settings", /environment/],
  ["POST", "/auth/login/google", /\/auth\/login/],
  ["POST", "/files/import", /POST \/files/],
];
const routes = ROUTES.map(
  ([method, path, message]): Case => ({
    name: `${method} ${path} says what there is instead`,
    as: "operator",
    method,
    path,
    status: 404,
    code: "ROUTE_NOT_FOUND",
    message,
    extensions: { path },
  }),
);

const orders: Case[] = [
  {
    name: "a list is answered in the order sent",
    as: "operator",
    method: "POST",
    path: "/items/templates?fields=template_name",
    body: ["zinc", "amber", "moss"].map((template_name) => ({
      template_name,
      type: "ad",
      category: "sales",
    })),
    status: 200,
    data: [{ template_name: "zinc" }, { template_name: "amber" }, { template_name: "moss" }],
  },
  {
    name: "a list is listed back in the order sent",
    as: "visitor",
    path: "/items/templates?fields=template_name&offset=120",
    status: 200,
    data: [{ template_name: "zinc" }, { template_name: "amber" }, { template_name: "moss" }],
  },
  {
    name: "templates of a history record stay in the order sent",
    as: "ada",
    method: "POST",
    path: "/items/history?fields=template_id.templates_id",
    body: (w: World) => ({ template_id: someEntries(w) }),
    status: 200,
    data: (w: World) => ({ template_id: someEntries(w) }),
  },
];
const someEntries = (w: World) => [9, 2, 7, 1].map((index) => ({ templates_id: w.templates[index] }));

const entries = (w: World, ...pairs: [string, number][]) =>
  pairs.map(([id, index]) => ({ id, saved_templates_id: w.saved, templates_id: w.templates[index] }));
const first = (w: World) => w.entries[0] as string;
const second = (w: World) => w.entries[1] as string;

const patch = (name: string, sent: (w: World) => unknown, left: (w: World) => unknown): Case => ({
  name: `saved patch, ${name}`,
  as: "grace",
  method: "PATCH",
  path: (w) => savedPath({ ...w, saved: w.otherSaved }),
  body: (w: World) => ({ template_id: sent(w) }),
  status: 200,
  data: (w: World) => ({ template_id: left({ ...w, saved: w.otherSaved }), id: w.otherSaved }),
});

/** Grace has two templates saved: the fifth and the sixth. */
const lists: Case[] = [
  patch(
    "another template for an entry keeps ids and order",
    (w) => [{ id: first(w), templates_id: w.templates[8] }, { id: second(w) }],
    (w) => entries(w, [first(w), 8], [second(w), 6]),
  ),
  patch(
    "two entries change places",
    (w) => [
      { id: first(w), templates_id: w.templates[6] },
      { id: second(w), templates_id: w.templates[8] },
    ],
    (w) => entries(w, [first(w), 6], [second(w), 8]),
  ),
  patch(
    "a difference updates in place",
    (w) => ({ create: [], update: [{ id: first(w), templates_id: w.templates[3] }], delete: [] }),
    (w) => entries(w, [first(w), 3], [second(w), 8]),
  ),
  patch(
    "a difference deletes and updates",
    (w) => ({ update: [{ id: second(w), templates_id: w.templates[3] }], delete: [first(w)] }),
    (w) => entries(w, [second(w), 3]),
  ),
  patch(
    "null empties",
    () => null,
    () => [],
  ),
];

export const programs: Case[] = [...searches, ...addresses, ...routes, ...orders, ...lists];
