import type { Database, Db } from "../../server/database/connect.ts";
import { dataOf, draftsOf, SMALL, switchHandingIn } from "./drafts.ts";
import { startJob } from "./jobs.ts";
import { aPerson, type Call, type Person, postJson } from "./people.ts";

/**
 * Addresses of all pages, as routes: `pathsOf` puts items into them. tests/structure/page-paths.test.ts compares them with
 * app/routes.ts.
 */
export const PUBLIC_ROUTES = [
  ...["/", "/templates", "/:templates", "/:templates/:slug", "/:templates/:slug/use", "/login", "/signup"],
  ...["/forgot-password", "/reset-password", "/verify-email", "/contact", "/details", "/e-invoices/open"],
  ...["/docs/api", "/privacy", "/terms", "/imprint", "/pages/:slug", "/authors/:handle", "/setup"],
  ...["/shared/:secret", "/*"],
];
export const DASHBOARD_ROUTES = [
  ...["", "/saved", "/documents", "/jobs", "/jobs/:id", "/templates", "/details", "/history", "/profile"],
  ...["/account", "/account/keys", "/account/webhooks", "/account/webhooks/:id", "/connect"],
].map((path) => `/dashboard${path}`);
export const STUDIO_ROUTES = [
  ...["", "/types", "/home", "/pages", "/pages/:id", "/figures", "/handed-in", "/handed-in/:id", "/people"],
  ...["/messages", "/ratings", "/translations", "/log", "/drafts/:id", "/templates/:id"],
].map((path) => `/studio${path}`);

/** Routes that show a page with other contents. */
export const OTHER_STATES = [
  ...["/templates?q=zzzzzz", "/reset-password?token=used", "/shared/nothing", "/authors/nobody"],
  ...["/invoices/nothing", "/studio/pages/new"],
];

/** Pages that say that there is nothing at their address. */
export const NOT_FOUND = ["/nothing", "/shared/nothing", "/authors/nobody", "/invoices/nothing"];

/** The API's description is in English, these pages in the operator's language. */
export const NOT_TRANSLATED = ["/docs/api", "/privacy", "/terms", "/imprint", "/pages/opening-hours"];

/** What the operator's items are called. */
export const TITLE = "Night at the harbour";
const AUTHOR = "Ines Falk";
const IMPRINT = "Larnes harbour office";
const HOURS = "Larnes harbour hours";
const KEY = "Larnes harbour shop";
const WEBHOOK = "https://larnes.example/hook";
export const NAMES_OF_ITEMS = [
  ...[
    TITLE,
    AUTHOR,
    IMPRINT,
    HOURS,
    KEY,
    WEBHOOK,
    "larnes.example",
    "ines-falk",
    "ferry-page",
    "opening-hours",
  ],
  ...["Person ", "person-", "/authors/", "/imprint"],
];

/** Makes an item for each route with a parameter, and returns the paths with them. */
export async function pathsOf(
  call: Call,
  operator: Person,
  change: (run: (database: Database) => Promise<unknown>) => Promise<unknown>,
): Promise<(route: string) => string> {
  const { cookie } = operator;
  const post = async (path: string, body: unknown) => {
    const answer = await postJson(call, path, body, { cookie });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const listed = await call("/items/templates?fields=id,template_name&limit=-1");
  const templates = await dataOf<{ id: string; template_name: string }[]>(listed);
  const template = templates.find(({ template_name }) => template_name === "Quarto")?.id ?? "";
  const own = { user_id: operator.id, template_id: [{ templates_id: template }] };
  const document = await post("/items/documents", { templates_id: template, title: TITLE, data: {} });
  await post("/items/saved_templates", own);
  await post("/items/history", { ...own, action: "created", title: TITLE });
  await post("/items/pages", { id: "imprint", title: IMPRINT, body: IMPRINT });
  await post("/items/pages", { id: "opening-hours", title: HOURS, body: HOURS });
  const shared = await call(`/shares/${(await dataOf<{ id: string }>(document)).id}`, {
    method: "PUT",
    headers: { "content-type": "application/json", cookie },
    body: "{}",
  });
  await post("/auth/keys", { name: KEY, scopes: ["render"], days: 90 });
  const webhook = await post("/auth/webhooks", { url: WEBHOOK, events: ["document.exported"] });
  const job = await startJob(call, { template, rows: [{}] }, { cookie });
  const drafts = draftsOf(call, { cookie });
  const draft = await drafts.newDraft();
  await switchHandingIn(call, { cookie }, true);
  const author = await submit(call);
  await change(({ db }) => makeAuthor(db, author.id, template));
  const items: Record<string, string> = {
    "/:templates": "/invoices",
    "/:templates/:slug": "/invoices/quarto",
    "/:templates/:slug/use": "/invoices/quarto/use",
    "/pages/:slug": "/pages/opening-hours",
    "/authors/:handle": "/authors/ines-falk",
    "/shared/:secret": (await dataOf<{ path: string }>(shared)).path,
    "/*": "/nothing",
    "/dashboard/jobs/:id": `/dashboard/jobs/${job.id}`,
    "/dashboard/account/webhooks/:id": `/dashboard/account/webhooks/${(await dataOf<{ id: string }>(webhook)).id}`,
    "/studio/pages/:id": "/studio/pages/opening-hours",
    "/studio/handed-in/:id": `/studio/handed-in/${author.draft}`,
    "/studio/drafts/:id": `/studio/drafts/${draft.id}`,
    "/studio/templates/:id": `/studio/templates/${template}`,
  };
  return (route) => items[route] ?? route;
}

/** A template that waits for review. */
async function submit(call: Call): Promise<Person & { draft: string }> {
  const author = await aPerson(call, { name: AUTHOR });
  const drafts = draftsOf(call, { cookie: author.cookie });
  const { id, rev } = await drafts.newDraft();
  const ready = { ...SMALL, type: "planners", category: "week", slug: "ferry-page", template_name: TITLE };
  await drafts.save(id, { rev, ...ready, description: TITLE });
  const answer = await drafts.post(`/${id}/hand-in`, { consent: true });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return { ...author, draft: id };
}

/** Accepting a submission renders it, which these tests have no other need for. */
async function makeAuthor(db: Db, id: string, template: string): Promise<void> {
  await db.updateTable("user").set({ handle: "ines-falk" }).where("id", "=", id).execute();
  await db.updateTable("templates").set({ author_id: id, authored: 1 }).where("id", "=", template).execute();
}
