import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage } from "../support/known.ts";
import { openSite, untilAlive } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const NAME = "Zwetschga Quillfeather";
const OTHER_NAME = "Wenzel Quillfeather";
const LOW = { width: 390, height: 480 }; // few sheets are near, and each is drawn

const theSwitch = (page: Page) => page.getByRole("switch", { name: "Preview with my details" });
const inPhase = (page: Page, phase: string) => page.locator(`[data-own="${phase}"]`);
const untilDone = (page: Page) =>
  page.getByText(/previews? shows? your details/).waitFor({ state: "attached" });

/** Number of sheets requested since. */
function countSheets(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/sheet")) count += 1;
  });
  return () => count;
}

/** Everything the server has written: its log and every file of its data folder. */
function readTraces(): string[] {
  const files = globSync("**/*", { cwd: site.data, withFileTypes: true }).filter((each) => each.isFile());
  expect(files.map(({ name }) => name)).toContain("typecase.sqlite");
  return [
    site.server.output(),
    ...files.map((each) => readFileSync(join(each.parentPath, each.name), "latin1")),
  ];
}

it("shows the gallery with a visitor's details without storing them", {
  tags: ["long"],
}, async () => {
  const page = await site.visit("/", { viewport: LOW });
  const asked = countSheets(page);
  await theSwitch(page).press("Space");
  const name = page.getByRole("textbox", { name: "Your name" });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Show preview" }).click();
  await page.getByText("Enter your name.").waitFor();
  await name.fill(NAME);
  // The card accepts it while typing.
  await page.getByText(NAME, { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Profession" }).fill("dendrologist");
  expect(await findViolationsInTheme(page, "light")).toEqual([]);
  await page.getByRole("button", { name: "Show preview" }).press("Enter");

  await untilDone(page);
  await page.getByText(`${NAME}, dendrologist`).waitFor();
  const drawn = await inPhase(page, "drawn").count();
  expect(drawn).toBeGreaterThan(3);
  expect(asked()).toBe(drawn);
  expect(await findViolationsInTheme(page, "dark")).toEqual([]);
  for (const trace of readTraces()) expect(trace).not.toContain(NAME);
  expect(await (await site.server.visitor().fetch("/")).text()).not.toContain(NAME);

  await theSwitch(page).click();
  expect(await page.locator("[data-own]").count()).toBe(0);
  await theSwitch(page).click();
  await untilDone(page);
  // Remembered on this device with the drawn sheets: returning draws nothing.
  await page.reload();
  await untilAlive(page);
  await expect.poll(() => theSwitch(page).getAttribute("aria-checked")).toBe("true");
  await expect.poll(() => inPhase(page, "drawn").count()).toBe(drawn);
  expect(asked()).toBe(drawn);

  // Another name on the same card: opened in place, cancelled, then changed.
  const change = page.getByRole("button", { name: "Change name" });
  await change.click();
  await expect.poll(() => name.inputValue()).toBe(NAME);
  await name.press("Escape");
  expect(await name.count()).toBe(0);
  expect(await change.evaluate((button) => button === document.activeElement)).toBe(true);
  await change.press("Enter");
  await page.getByRole("textbox", { name: "Profession" }).fill("");
  await name.fill(OTHER_NAME);
  await name.press("Enter");
  await page.getByText(OTHER_NAME, { exact: true }).waitFor();
  await expect.poll(() => asked()).toBeGreaterThan(drawn);
  await untilDone(page);

  // On a type's page with an unreachable server: shows a message, and the samples stay.
  await page.route("**/sheet", (route) => route.abort());
  await page.goto(`${site.server.url}/planners`);
  await page.getByText("you’re seeing the samples").first().waitFor({ state: "attached" });
  expect(await inPhase(page, "waiting").count()).toBe(0);
  await page.unroute("**/sheet");
  await page.getByRole("button", { name: "Try again" }).click();
  await untilDone(page);
  await page.context().close();
});

it("leaves the details of those who chose this device only to their device", { tags: ["long"] }, async () => {
  const page = await site.visit("/planners", { viewport: LOW });
  const asked = countSheets(page);
  await page.evaluate(() => localStorage.setItem("pages-rendered", "device"));
  await theSwitch(page).click();
  await page.getByRole("textbox", { name: "Your name" }).fill(NAME);
  await page.getByRole("button", { name: "Show preview" }).click();
  const link = page.getByRole("link", { name: "Preview on this device only" });
  await link.waitFor();
  await page.reload();
  await link.click();
  await page.waitForURL("**/templates?type=planners&private=1");
  await untilDone(page);
  expect(await inPhase(page, "drawn").count()).toBeGreaterThan(0);
  expect(asked()).toBe(0);
  expect(await findViolationsInTheme(page, "light")).toEqual([]);

  await page.getByRole("link", { name: "Use the server" }).click();
  await page.waitForURL("**/templates");
  await untilDone(page);
  expect(asked()).toBeGreaterThan(0);
  await page.context().close();
});

/** Number of sheets the browser has stored. */
function countKept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("typecase-own-sheets");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains("sheets")) return resolve(0);
          const counting = database.transaction("sheets").objectStore("sheets").count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

it("removes personal previews at sign-out", async () => {
  const { page } = await aKnownPage(site, "/planners", { viewport: LOW });
  await theSwitch(page).click(); // the profile has a name
  await untilDone(page);
  await expect.poll(() => countKept(page)).toBeGreaterThan(0);
  await page.goto(`${site.server.url}/dashboard/account`);
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${site.server.url}/`);
  await expect.poll(() => countKept(page)).toBe(0);
  await page.context().close();
});

it("has no switch without scripts", async () => {
  const page = await site.open({ javaScriptEnabled: false });
  await page.goto(`${site.server.url}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText("Preview with my details").isVisible()).toBe(false);
  await page.context().close();
});
