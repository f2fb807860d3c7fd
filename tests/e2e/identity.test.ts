import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aKnownBrowser,
  aKnownPage,
  callOf,
  gatherErrors,
  gatherPersonalCalls,
  rememberedEmail,
  untilLoaded,
} from "../support/known.ts";
import { aPerson } from "../support/people.ts";
import { openSite, type Site, untilAlive, untilSettled } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const AREAS = ["GET items/user", "GET items/saved_templates", "GET items/history"];

describe("identity", () => {
  it("loads profile, then saved templates, then history, with the calls of the specification", async () => {
    const { page, person, calls } = await aKnownBrowser(site);
    const addresses: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/items\/(user|saved|history)/.test(pathname))
        addresses.push(pathname.slice(1) + decodeURIComponent(search));
    });
    await Promise.all([untilLoaded(page), page.goto(site.server.url)]);
    expect(calls).toEqual(["GET auth/get-session", ...AREAS]);
    expect(addresses).toEqual([
      `items/user?filter[email][_eq]=${person.email}`,
      `items/saved_templates?filter[user_id][_eq]=${person.id}&fields=template_id.*,id`,
      `items/history?filter[user_id][_eq]=${person.id}&fields=*,template_id.templates_id.type`,
    ]);
    // Navigation doesn't request it again.
    await page.getByRole("link", { name: "Templates", exact: true }).first().click();
    await page.waitForURL("**/templates");
    await page.getByRole("link", { name: "Contact" }).first().click();
    await page.getByRole("heading", { name: "Contact us" }).waitFor();
    expect(calls).toHaveLength(4);
    await page.context().close();
  });

  it("keeps the order on the dashboard, too", async () => {
    const { page, calls } = await aKnownBrowser(site);
    await page.goto(`${site.server.url}/dashboard`);
    await page.getByRole("heading", { name: "No saved templates yet" }).waitFor();
    await expect.poll(() => calls.slice(0, 4)).toEqual(["GET auth/get-session", ...AREAS]);
    await page.context().close();
  });

  it("makes no personal call for a visitor", async () => {
    const page = await site.visit("/contact");
    const calls = gatherPersonalCalls(page);
    await page.goto(site.server.url, { waitUntil: "networkidle" });
    expect(calls).toEqual([]);
    await page.context().close();
  });

  it("waits for the profile's id: saved templates and history load when it becomes known", async () => {
    const { page, calls } = await aKnownBrowser(site);
    const answered = Promise.withResolvers<void>();
    await page.route("**/items/user?**", async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(site.server.url);
    await expect.poll(() => calls).toEqual(["GET auth/get-session", "GET items/user"]);
    await untilAlive(page);
    await untilSettled(page);
    expect(calls).toHaveLength(2);
    answered.resolve();
    await expect.poll(() => calls.slice(1)).toEqual(AREAS);
    await page.context().close();
  });

  it("offers sign-in once for a user_email without a session", async () => {
    const page = await site.visit("/contact");
    await page.evaluate(() => localStorage.setItem("user_email", "nobody@example.org"));
    const calls = gatherPersonalCalls(page);
    await page.goto(`${site.server.url}/invoices`);
    await page.getByText("Sign in again to see your saved templates").waitFor();
    expect(calls).toEqual(["GET auth/get-session"]);
    await page.reload({ waitUntil: "networkidle" });
    await untilAlive(page);
    await untilSettled(page);
    expect(await page.getByText("Sign in again to see your saved templates").count()).toBe(0);
    await page.goto(`${site.server.url}/dashboard`);
    await page.waitForURL("**/login?next=%2Fdashboard");
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("nobody@example.org");
    await page.context().close();
  });

  it("asks which account to use when user_email and session differ", async () => {
    const other = await aPerson(callOf(site));
    const { page, person, calls } = await aKnownBrowser(site, { email: other.email });
    await page.goto(`${site.server.url}/dashboard`);
    await page.getByRole("heading", { name: "Which account do you want to use?" }).first().waitFor();
    expect(calls).toEqual(["GET auth/get-session"]);
    expect(await page.getByText(person.name).count()).toBe(0);
    await page.getByRole("button", { name: `Continue as ${person.email}` }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await rememberedEmail(page)).toBe(person.email);

    await page.evaluate((email) => localStorage.setItem("user_email", email), other.email);
    await page.goto(site.server.url);
    await page.getByRole("button", { name: `Sign in as ${other.email}` }).click();
    await page.waitForURL("**/login?**");
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(other.email);
    await page.context().close();
  });

  it("retries the account question when its script is missing", { tags: ["long"] }, async () => {
    const other = await aPerson(callOf(site));
    const { page, person } = await aKnownBrowser(site, { email: other.email, fresh: true });
    await page.route("**/account-choice-*.js", (route) => route.abort());
    await page.goto(`${site.server.url}/dashboard`);
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unroute("**/account-choice-*.js");
    await again.click();
    await page.getByRole("button", { name: `Continue as ${person.email}` }).waitFor();
    await page.context().close();
  });

  it("retries the dashboard when its script is missing", { tags: ["long"] }, async () => {
    const { page } = await aKnownBrowser(site, { fresh: true });
    const errors = gatherErrors(page);
    await page.route("**/startup-*.js", (route) => route.abort());
    await page.goto(`${site.server.url}/dashboard`);
    await page.getByRole("heading", { name: "We couldn’t reach the server" }).waitFor();
    await page.getByText("We couldn’t load your profile and saved templates.").first().waitFor();
    await expect.poll(() => errors.some((line) => line.startsWith("Startup failed"))).toBe(true);
    await page.unroute("**/startup-*.js");
    await page.getByRole("heading", { name: "We couldn’t reach the server" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.context().close();
  });

  it("reports a missing profile and retries", async () => {
    const { page } = await aKnownBrowser(site);
    const errors = gatherErrors(page);
    await page.route("**/items/user?**", (route) => route.fulfill({ json: { data: [] } }));
    await page.goto(`${site.server.url}/dashboard/saved`);
    await page.getByRole("heading", { name: "Profile not found" }).waitFor();
    await expect.poll(() => errors.some((line) => line.startsWith("Profile fetch failed"))).toBe(true);
    await page.unroute("**/items/user?**");
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Saved", exact: true }).waitFor();
    await page.context().close();
  });

  it("treats a session without user_email as a visitor", async () => {
    const { page } = await aKnownPage(site, "/contact");
    await page.evaluate(() => localStorage.removeItem("user_email"));
    const calls = gatherPersonalCalls(page);
    await page.goto(site.server.url, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Create account" }).first().waitFor();
    expect(calls).toEqual([]);
    await page.context().close();
  });

  it("closes the dashboard when user_email is removed in another tab", async () => {
    const { page } = await aKnownPage(site, "/dashboard");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.server.url}/contact`);
    await other.evaluate(() => localStorage.removeItem("user_email"));
    await page.waitForURL("**/login?next=%2Fdashboard");
    await page.context().close();
  });

  it("notices sign-in in another tab", async () => {
    const person = await aPerson(callOf(site));
    const page = await site.visit("/invoices");
    const other = await page.context().newPage();
    await other.goto(`${site.server.url}/login`);
    await untilAlive(other);
    await other.getByLabel("Email").fill(person.email);
    await other.getByLabel("Password").fill(person.password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Your dashboard" }).waitFor();
    await page.context().close();
  });

  it("notices an expired session once, at the next call", async () => {
    const { page } = await aKnownPage(site, "/invoices");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save Quarto" }).click();
    await page.getByText("Sign in again to see your saved templates").waitFor();
    expect(await page.getByRole("button", { name: "Save Quarto" }).getAttribute("aria-pressed")).toBe(
      "false",
    );
    await page.context().close();
  });

  it("public pages are the same bytes for everyone", async () => {
    const person = await aPerson(callOf(site));
    for (const path of ["/", "/invoices", "/login", "/dashboard"]) {
      const asVisitor = await (await callOf(site)(path)).text();
      const asPerson = await (await callOf(site)(path, { headers: { cookie: person.cookie } })).text();
      expect(asPerson).toBe(asVisitor);
    }
  });
});
