import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aKnownBrowser,
  aKnownPage,
  callOf,
  gatherErrors,
  postAs,
  someTemplates,
  untilLoaded,
} from "../support/known.ts";
import type { Person } from "../support/people.ts";
import { openSite, PHONE, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite({ reducedMotion: "no-preference" });
});
afterAll(() => site?.close());

const heart = (page: Page, name: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: `Save ${name}`, exact: true })
    .first();
const isSaved = (page: Page, name: string) =>
  expect.poll(() => heart(page, name).getAttribute("aria-pressed")).toBe("true");

async function savedOf(person: Person): Promise<string[]> {
  const answer = await callOf(site)(
    `/items/saved_templates?filter[user_id][_eq]=${person.id}&fields=template_id.templates_id.template_name`,
    { headers: { cookie: person.cookie } },
  );
  const { data } = (await answer.json()) as {
    data: { template_id: { templates_id: { template_name: string } }[] }[];
  };
  return (data[0]?.template_id ?? []).map(({ templates_id }) => templates_id.template_name).sort();
}

describe("saving", () => {
  it("creates the record, then sends the full list with its revision", async () => {
    const { page, person } = await aKnownPage(site, "/invoices");
    const writes: { method: string; base: string | undefined; entries: number }[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET" || !request.url().includes("saved_templates")) return;
      const { template_id } = request.postDataJSON() as { template_id: unknown[] };
      const base = request.headers()["if-match"];
      writes.push({ method: request.method(), base, entries: template_id.length });
    });
    await heart(page, "Quarto").click();
    await isSaved(page, "Quarto");
    await heart(page, "Primary").click();
    await isSaved(page, "Primary");
    await heart(page, "Quarto").click();
    await page.getByText("Quarto removed from saved templates").first().waitFor();
    expect(writes).toEqual([
      { method: "POST", base: undefined, entries: 1 },
      { method: "PATCH", base: '"rev-1"', entries: 2 },
      { method: "PATCH", base: '"rev-2"', entries: 1 },
    ]);
    expect(await savedOf(person)).toEqual(["Primary"]);
    await page.context().close();
  });

  it("works from the search palette", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, "/");
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("quarto");
    await page.getByRole("option", { name: /Quarto/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    const chosen = page.getByRole("option", { selected: true });
    await expect.poll(() => chosen.textContent()).toContain("Quarto");
    await page.keyboard.press("Control+s");
    await chosen.locator('[data-state="saved"]').waitFor();
    expect(await savedOf(person)).toEqual(["Quarto"]);
    await chosen.locator("[data-state]").click();
    await page.getByText("Quarto removed from saved templates").first().waitFor();
    expect(await savedOf(person)).toEqual([]);
    expect(await page.getByRole("combobox").count()).toBe(1);
    await page.context().close();
  });

  it("offers a visitor an account once", async () => {
    const page = await site.visit("/invoices");
    await heart(page, "Quarto").click();
    await page.getByText("Create an account to save Quarto").first().waitFor();
    await heart(page, "Quarto").click();
    await heart(page, "Primary").click();
    await page.getByText("Create an account to save Primary").first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.context().close();
  });

  it("fills the heart only after the server has answered", async () => {
    const { page } = await aKnownPage(site, "/invoices");
    const answered = Promise.withResolvers<void>();
    await page.route("**/items/saved_templates?**", async (route) => {
      if (route.request().method() === "POST") await answered.promise;
      await route.continue();
    });
    await heart(page, "Quarto").click();
    await expect.poll(() => heart(page, "Quarto").getAttribute("aria-busy")).toBe("true");
    expect(await heart(page, "Quarto").getAttribute("aria-pressed")).toBe("false");
    answered.resolve();
    await isSaved(page, "Quarto");
    await page.context().close();
  });

  it("works with two tabs at once", async () => {
    const { page, person } = await aKnownPage(site, "/invoices");
    const other = await page.context().newPage();
    await Promise.all([untilLoaded(other), other.goto(`${site.server.url}/invoices`)]);
    await untilAlive(other);
    await Promise.all([heart(page, "Quarto").click(), heart(other, "Primary").click()]);
    for (const tab of [page, other]) for (const name of ["Quarto", "Primary"]) await isSaved(tab, name);
    await Promise.all([heart(page, "Quarto").click(), heart(other, "Tideline").click()]);
    await isSaved(page, "Tideline");
    await expect.poll(() => heart(other, "Quarto").getAttribute("aria-pressed")).toBe("false");
    expect(await savedOf(person)).toEqual(["Primary", "Tideline"]);
    await page.context().close();
  });

  it("keeps what another device saved", async () => {
    const { page, person } = await aKnownPage(site, "/invoices");
    await heart(page, "Quarto").click();
    await isSaved(page, "Quarto");
    const neap = (await someTemplates(site)).find(({ template_name }) => template_name === "Neap");
    await postAs(site, person, "/items/saved_templates", {
      user_id: person.id,
      template_id: [{ templates_id: neap?.id }],
    });
    await heart(page, "Primary").click();
    await isSaved(page, "Primary");
    expect(await savedOf(person)).toEqual(["Neap", "Primary", "Quarto"]);
    await page.context().close();
  });

  it("retries with the current list when its revision is too old", async () => {
    const { page, person } = await aKnownPage(site, "/invoices");
    await heart(page, "Quarto").click();
    await isSaved(page, "Quarto");
    const outdated = (route: Route) =>
      route.continue({ headers: { ...route.request().headers(), "if-match": '"rev-99999"' } });
    await page.route("**/items/saved_templates/*", outdated, { times: 1 });
    await heart(page, "Primary").click();
    await isSaved(page, "Primary");
    expect(await savedOf(person)).toEqual(["Primary", "Quarto"]);
    await page.context().close();
  });

  it("logs and shows a failed toggle and changes nothing", async () => {
    const { page, person } = await aKnownPage(site, "/invoices");
    const errors = gatherErrors(page);
    await page.route("**/items/saved_templates?**", (route) => route.fulfill({ status: 503, json: {} }));
    await heart(page, "Quarto").click();
    await page.getByText("We couldn’t save Quarto").first().waitFor();
    expect(errors.some((line) => line.startsWith("Saved template toggle failed"))).toBe(true);
    expect(await heart(page, "Quarto").getAttribute("data-state")).toBe("empty");
    expect(await savedOf(person)).toEqual([]);
    await page.context().close();
  });

  it("logs and shows failed loads and keeps the page", { tags: ["long"] }, async () => {
    const { page } = await aKnownBrowser(site);
    const errors = gatherErrors(page);
    await page.route("**/items/saved_templates?**", (route) => route.abort());
    await page.route("**/items/history?**", (route) => route.abort());
    await page.goto(`${site.server.url}/invoices`);
    await page.getByText("We couldn’t load your saved templates").first().waitFor();
    await page.getByText("We couldn’t load your history").first().waitFor();
    expect(errors.some((line) => line.startsWith("Saved templates load failed"))).toBe(true);
    await page.route("**/items/user?**", (route) => route.abort());
    await page.reload();
    await page.getByText("We couldn’t load your profile").first().waitFor();
    expect(errors.some((line) => line.startsWith("Profile fetch failed"))).toBe(true);
    // Without a profile id a click changes nothing and sends nothing.
    await heart(page, "Quarto").click();
    await expect.poll(() => heart(page, "Quarto").getAttribute("data-state")).toBe("empty");
    await page.getByRole("heading", { name: "Invoices", level: 1 }).waitFor();
    await page.context().close();
  });

  it("works from a template's own page, by keyboard, and on a phone", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, "/invoices/quarto");
    await heart(page, "Quarto").focus();
    await page.keyboard.press("Space");
    await isSaved(page, "Quarto");
    const phone = await aKnownPage(site, "/invoices", { person, viewport: PHONE, hasTouch: true });
    await isSaved(phone.page, "Quarto");
    await heart(phone.page, "Primary").tap();
    await isSaved(phone.page, "Primary");
    await page.context().close();
    await phone.page.context().close();
  });
});
