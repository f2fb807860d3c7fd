import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowEngine } from "../support/device.ts";
import { cookiesOf } from "../support/known.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { aPerson, type Person } from "../support/people.ts";
import { formField, openSite, type Site, untilAlive } from "../support/site.ts";

/**
 * The site behind a connection that can be cut. The browser's own emulation doesn't reach service workers. `release` is
 * another build: the same files under another id.
 */
type Line = { url: string; isCut: boolean; release: string | undefined; without: string | undefined };

let site: Site;
let line: Line;
let build: string;
beforeAll(async () => {
  site = await openSite();
  line = await startLine(site.server.url);
  build = (await (await fetch(`${line.url}/builds/latest.json`)).json()).id;
});
beforeEach(() => Object.assign(line, { isCut: false, release: undefined, without: undefined }));
afterAll(() => site?.close());

async function startLine(target: string): Promise<Line> {
  const line: Line = { url: "", isCut: false, release: undefined, without: undefined };
  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    if (line.isCut || (line.without && path.includes(line.without))) return void asked.socket.destroy();
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const forwarded = request(target + path, { method: asked.method, headers }, async (found) => {
      const isBuildNamed = line.release && /html|javascript/.test(found.headers["content-type"] ?? "");
      const bytes = await read(found);
      const body = isBuildNamed ? bytes.toString().replaceAll(build, line.release ?? "") : bytes;
      // A page's policy names the hashes of its scripts, which the other id changes.
      const { "content-length": _, etag: __, "content-security-policy": policy, ...kept } = found.headers;
      if (policy && !isBuildNamed) kept["content-security-policy"] = policy;
      answer.writeHead(found.statusCode ?? 500, kept).end(body);
    });
    forwarded.on("error", () => asked.socket.destroy());
    asked.pipe(forwarded);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  line.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return line;
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function cut(page: Page, isCut = true): Promise<void> {
  line.isCut = isCut;
  await page.context().setOffline(isCut);
}

const client = (page: Page) => formField(page, "Client").first();
const holds = (page: Page, text: string) => expect.poll(() => client(page).inputValue()).toBe(text);
const waitForStatus = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

/** Waits until the worker has stored everything and this page uses it. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

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

/** Whether the engine, its worker's script and a template are stored. */
const storesEngine = (page: Page) =>
  page.evaluate(async () => {
    const index = await caches.match("/engine/index.json");
    if (!index) return false;
    const { compiler, renderer } = await index.json();
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    const parts = [compiler, renderer, "/engine/templates/", "/builds/assets/engine-worker-"];
    return parts.every((part) => addresses.some((address) => address.startsWith(part)));
  });

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
