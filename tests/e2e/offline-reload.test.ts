import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowEngine } from "../support/device.ts";
import { cookiesOf } from "../support/known.ts";
import { cutLine, startLine, storesEngine, untilStored } from "../support/line.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { aPerson, type Person } from "../support/people.ts";
import { formField, openSite, type Site, untilAlive } from "../support/site.ts";

let site: Site;
let line: Awaited<ReturnType<typeof startLine>>;
let build: string;
beforeAll(async () => {
  site = await openSite();
  build = (await (await fetch(`${site.server.url}/builds/latest.json`)).json()).id;
  line = await startLine(site.server.url, build);
});
beforeEach(() => line.repair());
afterAll(() => site?.close());

const cut = (page: Page, isCut = true) => cutLine(line, page, isCut);

const client = (page: Page) => formField(page, "Client").first();
const holds = (page: Page, text: string) => expect.poll(() => client(page).inputValue()).toBe(text);
const waitForStatus = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

const isCurrent = (page: Page) => page.locator('.ed-stage[data-current="true"]').waitFor();

/** The keys of stored templates and documents. */
const copiesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("typecase-offline");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction("copies").objectStore("copies").getAllKeys();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.map(String).filter((key) => key.startsWith("template/")));
          };
        };
      }),
  );

/** The addresses of stored templates, as the engine takes them. */
const packagesOf = (page: Page) =>
  page.evaluate(async () => {
    const stored = await (await caches.open("typecase-engine")).keys();
    return stored.map(({ url }) => url).filter((url) => url.includes("/engine/templates/"));
  });

const cachesOf = (page: Page) => page.evaluate(() => caches.keys());
const buildsOf = async (page: Page) =>
  (await cachesOf(page)).filter((name) => name.startsWith("typecase-build-"));
const buildOf = async (page: Page) => (await page.content()).match(/buildId\\?",\\?"([\w-]+)/)?.[1];

/** A page that opens the site by the line, with an account. */
async function aPersonsPage(): Promise<{ person: Person; page: Page }> {
  const person = await aPerson((path, init) => fetch(line.url + path, init));
  const page = await site.open({ fresh: true, serviceWorkers: "allow" });
  await page.context().addCookies(cookiesOf(person, line.url));
  await page.goto(`${line.url}/health`);
  await page.evaluate((email) => localStorage.setItem("user_email", email), person.email);
  return { person, page };
}

/** The client in the only document on the server. */
async function storedClient({ cookie }: Person): Promise<string> {
  const answer = await fetch(`${line.url}/items/documents?fields=data`, { headers: { cookie } });
  const { data } = await answer.json();
  expect(data).toHaveLength(1);
  return data[0].data.to.name;
}

describe("without a connection", () => {
  it("the editor is opened from the device, and what was typed is saved later", async () => {
    const { person, page } = await aPersonsPage();
    await page.goto(`${line.url}/invoices/quarto/use`);
    await untilAlive(page);
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Saved");
    await untilStored(page);

    await cut(page);
    await page.reload();
    await page.getByText("You’re offline.").first().waitFor();
    await holds(page, "Hafenbad Nord");
    await client(page).fill("Hafenbad Süd");
    await waitForStatus(page, "Saved on this device");
    await page.reload();
    await holds(page, "Hafenbad Süd");

    await page.goto(`${line.url}/dashboard/documents`);
    await page.getByRole("heading", { level: 2, name: "Documents on this device" }).waitFor();
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await holds(page, "Hafenbad Süd");
    await page.goto(`${line.url}/invoices/folio/use`);
    await page.getByText("This template isn’t stored on this device.").waitFor();
    await page.goBack();
    await holds(page, "Hafenbad Süd");

    await cut(page, false);
    await waitForStatus(page, "Saved");
    expect(await storedClient(person)).toBe("Hafenbad Süd");

    await page.goto(`${line.url}/dashboard/account`);
    await page.getByText("1 document", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Delete offline copies" }).click();
    await page.getByText("0 documents").waitFor();
    expect(await cachesOf(page)).toEqual([]);
    await page.context().close();
  });

  it("the preview and a PDF come from the device, and the document is saved later", {
    tags: ["long"],
  }, async () => {
    const { person, page } = await aPersonsPage();
    await allowEngine(page);
    await page.goto(`${line.url}/invoices/quarto/use`);
    await untilAlive(page);
    await client(page).fill("Hafenbad Nord");
    await page.locator('[data-engine="ready"]').waitFor({ state: "attached" });
    await waitForStatus(page, "Saved");
    await untilStored(page);
    // The engine may be here before the worker that stores it.
    await expect.poll(() => storesEngine(page)).toBe(true);

    await cut(page);
    await page.reload();
    await page.getByText("The preview and downloads work on this device.", { exact: false }).waitFor();
    await holds(page, "Hafenbad Nord");
    await client(page).fill("Hafenbad Süd");
    await page.locator('.ed-stage[data-current="true"]').waitFor();
    for (const name of ["Invoice number", "Item"]) await formField(page, name).first().fill("2026-014"); // required
    await page.getByRole("button", { name: "Download PDF" }).click();
    const anyway = page.getByRole("button", { name: "Download anyway" });
    const [file] = await Promise.all([page.waitForEvent("download"), anyway.click()]);
    const text = textOfPdf(readFileSync(await file.path()));
    expect(text).toContain("Hafenbad Süd");
    expect(text).not.toContain("Hafenbad Nord");

    await cut(page, false);
    await waitForStatus(page, "Saved");
    expect(await storedClient(person)).toBe("Hafenbad Süd");
    await page.context().close();
  });

  it("a document that is only opened and a template that is only saved come from the device, too", {
    tags: ["long"],
  }, async () => {
    const { page } = await aPersonsPage();
    await allowEngine(page);
    await page.goto(`${line.url}/invoices/quarto/use`);
    await untilAlive(page);
    await client(page).fill("Hafenbad Süd");
    await page.locator('[data-engine="ready"]').waitFor({ state: "attached" });
    await waitForStatus(page, "Saved");
    await untilStored(page);
    await expect.poll(() => storesEngine(page)).toBe(true);
    await page.waitForURL(/\/use\?document=/);

    // The document opened again with a connection: now it has a version of its template, and nothing is typed.
    await page.reload();
    await holds(page, "Hafenbad Süd");
    await expect.poll(() => packagesOf(page)).toContainEqual(expect.stringContaining("?version="));

    await cut(page);
    await page.reload();
    await holds(page, "Hafenbad Süd");
    await isCurrent(page);
    await cut(page, false);

    // A template that is saved and was never opened.
    await page.goto(`${line.url}/letters/plinth`);
    await untilAlive(page);
    await page.getByRole("button", { name: "Save Plinth" }).click();
    await expect.poll(() => copiesOf(page)).toContain("template//letters/plinth/use");
    await cut(page);
    await page.goto(`${line.url}/letters/plinth/use`);
    await formField(page, "Tagline").waitFor();
    await isCurrent(page);
    await cut(page, false);
    await page.context().close();
  });

  it("a private page opens from the device, with its draft, its policy and its pages", {
    tags: ["long"],
  }, async () => {
    const page = await site.open({ fresh: true, serviceWorkers: "allow" });
    line.breaks = "/engine/files/"; // once, in the middle of loading it
    await page.goto(`${line.url}/invoices/quarto/use?private=1`);
    await untilAlive(page);
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Saved on this device");
    await page.getByText("We couldn’t load the engine.", { exact: false }).first().waitFor();
    line.breaks = undefined;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator('.ed-stage[data-current="true"]').waitFor();
    await untilStored(page);
    await expect.poll(() => storesEngine(page)).toBe(true);

    await cut(page);
    const answer = await page.reload();
    expect(answer?.headers()["content-security-policy"]).toContain("form-action 'none'");
    await holds(page, "Hafenbad Nord");
    await client(page).fill("Hafenbad Süd");
    await waitForStatus(page, "Saved on this device");
    await page.locator('.ed-stage[data-current="true"]').waitFor();
    await page.getByText("The preview and downloads work on this device.", { exact: false }).waitFor();
    await page.context().close();
  });

  it("a private page without the engine says so, and keeps what is typed", { tags: ["long"] }, async () => {
    const page = await site.open({ fresh: true, serviceWorkers: "allow" });
    line.breaks = "/engine/files/"; // the connection is lost in the middle of loading it
    await page.goto(`${line.url}/invoices/quarto/use?private=1`);
    await untilAlive(page);
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Saved on this device");
    await page.getByText("We couldn’t load the engine.", { exact: false }).first().waitFor();
    await untilStored(page);

    await cut(page);
    await page.reload();
    await holds(page, "Hafenbad Nord");
    await page.getByText("We couldn’t load the engine.", { exact: false }).first().waitFor();
    await client(page).fill("Hafenbad Süd");
    await waitForStatus(page, "Saved on this device");
    await page.context().close();
  });

  it("a new release never mixes with the stored build", async () => {
    const page = await site.open({ fresh: true, serviceWorkers: "allow" });
    await page.goto(`${line.url}/invoices/quarto/use`);
    await client(page).fill("Hafenbad Nord");
    await untilStored(page);
    expect(await buildsOf(page)).toEqual([`typecase-build-${build}`]);

    // The connection is lost while the new build is loaded.
    line.release = "0123456789abcdef";
    line.without = "/templates/offline/use";
    await page.reload();
    await holds(page, "Hafenbad Nord");
    expect(await buildOf(page)).toBe(line.release);
    const update = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const worker = registration.installing;
        if (worker)
          await new Promise((resolve) =>
            worker.addEventListener("statechange", () => worker.state !== "installing" && resolve(undefined)),
          );
      });
    await update();
    expect(await buildsOf(page)).toEqual([`typecase-build-${build}`]);
    await cut(page);
    await page.reload();
    await holds(page, "Hafenbad Nord");
    expect(await buildOf(page)).toBe(build);

    // With the new build on the device, the next page takes it, and the old one is deleted.
    await cut(page, false);
    line.without = undefined;
    await update();
    await page.reload();
    await expect.poll(() => buildsOf(page)).toEqual([`typecase-build-${line.release}`]);
    await cut(page);
    await page.reload();
    await holds(page, "Hafenbad Nord");
    expect(await buildOf(page)).toBe(line.release);
    await page.context().close();
  });
});
