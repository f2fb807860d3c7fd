import type { Page } from "playwright-core";
import { aPerson, type Person } from "./people.ts";
import { type OpenOptions, type Site, untilAlive, untilSettled } from "./site.ts";

type Options = OpenOptions & {
  person?: Person;
  /** What the browser remembers, if it isn't the person of the session. */
  email?: string;
};

/** The browser of a person with a session and a stored email address, not on any page yet. */
export async function aKnownBrowser(
  site: Site,
  options: Options = {},
): Promise<{ page: Page; person: Person; calls: string[] }> {
  const { person = await aPerson(callOf(site)), email = person.email, ...context } = options;
  const page = await site.open({
    storageState: {
      cookies: cookiesOf(person, site.server.url),
      origins: [{ origin: site.server.url, localStorage: [{ name: "user_email", value: email }] }],
    },
    ...context,
  });
  return { page, person, calls: gatherPersonalCalls(page) };
}

/** The same on a page, once all personal data is loaded. */
export async function aKnownPage(site: Site, path: string, options: Options = {}) {
  const known = await aKnownBrowser(site, options);
  await Promise.all([untilLoaded(known.page), known.page.goto(site.server.url + path)]);
  await untilAlive(known.page);
  return known;
}

/** History is the last of the data areas. */
export async function untilLoaded(page: Page): Promise<void> {
  const answer = await page.waitForResponse((response) => response.url().includes("/items/history?"));
  await answer.finished();
  await untilSettled(page);
}

export function callOf({ server }: Site) {
  return (path: string, init?: RequestInit) => fetch(server.url + path, init);
}

/** The cookies of a person's session, for a browser that finds the site at this address. */
export function cookiesOf({ cookie }: Person, url: string) {
  return cookie.split("; ").map((pair) => cookieOf(pair, url));
}

function cookieOf(pair: string, url: string) {
  const [name = "", ...value] = pair.split("=");
  const { hostname } = new URL(url);
  return {
    name,
    value: value.join("="),
    domain: hostname,
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: "Lax" as const,
  };
}

export function rememberedEmail(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("user_email"));
}

/** Console errors of a page from now on. */
export function gatherErrors(page: Page): string[] {
  const lines: string[] = [];
  page.on("console", (message) => message.type() === "error" && lines.push(message.text()));
  return lines;
}

/** The personal calls of a page in order: "GET items/user". */
export function gatherPersonalCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(auth|files|items\/(user|saved_templates|history))/.test(pathname))
      calls.push(`${request.method()} ${pathname.slice(1)}`);
  });
  return calls;
}

export async function postAs(site: Site, person: Person, path: string, body: unknown): Promise<Response> {
  const answer = await callOf(site)(path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: person.cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Templates of the library: id and name, by name. */
export async function someTemplates(
  site: Site,
): Promise<{ id: string; template_name: string; url: string }[]> {
  const answer = await callOf(site)(
    "/items/templates?fields=id,template_name,url,type&sort=template_name&limit=1000",
  );
  return ((await answer.json()) as { data: { id: string; template_name: string; url: string }[] }).data;
}
