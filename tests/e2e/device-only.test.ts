import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page, Request } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage } from "../support/known.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { formField, openSite, PHONE, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const EDITOR = "/invoices/quarto/use";
const PRIVATE = `${EDITOR}?private=1`;
const client = (page: Page) => formField(page, "Client").first();
const isCurrent = (page: Page) => page.locator('.ed-stage[data-current="true"]').waitFor();
const menu = (page: Page) => page.getByRole("button", { name: "Where pages are rendered" });
const chip = (page: Page) => page.getByRole("button", { name: "Nothing leaves this device" });
const waitForStatus = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor();

async function openPrivately(path = PRIVATE, options = {}): Promise<Page> {
  const page = await site.open({ fresh: true, ...options });
  await page.goto(site.server.url + path);
  await untilAlive(page);
  await chip(page).waitFor();
  return page;
}

const PLACE = "Geheimweg 4711"; // where the picture was taken

/** A photo of noise, so that its bytes are in no other file, with a place in its EXIF data. */
async function aPhoto(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#fff", noise } })
    .withExif({ IFD0: { ImageDescription: PLACE } })
    .jpeg()
    .toBuffer();
  expect(photo.toString("latin1")).toContain(PLACE);
  return photo;
}

/** Everything a request carries: address, headers and body. */
async function contentOf(request: Request): Promise<string> {
  const headers = Object.entries(await request.allHeaders()).flat();
  const body = request.postDataBuffer()?.toString("latin1") ?? "";
  return [decodeURIComponent(request.url()), ...headers, body].join("\n");
}

const download = async (page: Page, start: () => Promise<unknown>): Promise<Uint8Array> => {
  const [file] = await Promise.all([page.waitForEvent("download"), start()]);
  return readFileSync(await file.path());
};

/** What a changed script might try: each is blocked by the page's policy. */
async function tryToSend(page: Page): Promise<void> {
  const outcomes = await page.evaluate(async () => {
    const paths = [
      "/render/x.pdf",
      "/items/documents",
      "/documents/recipients",
      "/files",
      "/auth/get-session",
    ];
    const tried = paths.map((path) =>
      fetch(path, { method: "POST", body: "Hafenbad" }).then(
        () => `${path} was sent`,
        () => `${path} was blocked`,
      ),
    );
    const image = new Image();
    const loading = new Promise<string>((resolve) => {
      image.onload = () => resolve("a picture was loaded");
      image.onerror = () => resolve("a picture was blocked");
    });
    image.src = "/files?Hafenbad";
    const isQueued = navigator.sendBeacon("/items/history", "Hafenbad");
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/render/x.pdf";
    document.body.append(form);
    form.requestSubmit();
    return [...(await Promise.all(tried)), await loading, isQueued ? "a beacon was queued" : ""];
  });
  expect(outcomes.filter((each) => /sent|loaded/.test(each))).toEqual([]);
  expect(outcomes.filter((each) => each.endsWith("was blocked"))).toHaveLength(6);
}

/** What the policy of the open page has refused. */
const refusedOn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);

const anyway = (page: Page) => page.getByRole("button", { name: /anyway$/ }).click();
async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("menuitem", { name }).click();
}

describe("this device only", () => {
  it("sends nothing that was typed, and its policy blocks what would", async () => {
    const page = await site.open({ fresh: true, serviceWorkers: "allow" });
    const requests: Request[] = [];
    page.context().on("request", (request) => requests.push(request));
    await page.addInitScript(() => {
      Object.assign(globalThis, { refused: [] });
      addEventListener("securitypolicyviolation", ({ blockedURI }) => {
        // Libraries try whether code may be made of text, on every page.
        if (blockedURI !== "eval") (globalThis as unknown as { refused: string[] }).refused.push(blockedURI);
      });
    });
    const answer = await page.goto(site.server.url + PRIVATE);
    expect(answer?.headers()["content-security-policy"]).toContain("form-action 'none'");
    await untilAlive(page);
    await chip(page).waitFor();

    await client(page).fill("Hafenbad Nord");
    await formField(page, "Invoice number").first().fill("Zirkonia-77");
    await formField(page, "Item").first().fill("Kupferschild");
    await page
      .getByLabel("Logo file")
      .setInputFiles({ name: "logo.jpg", mimeType: "image/jpeg", buffer: await aPhoto() });
    await page.getByAltText("Logo, preview").waitFor();
    const picture = await page.getByAltText("Logo, preview").getAttribute("src");
    await isCurrent(page);
    await waitForStatus(page, "Saved on this device");

    await page.getByRole("button", { name: "Download PDF" }).click();
    const pdf = await download(page, () => anyway(page));
    expect(textOfPdf(pdf)).toContain("Hafenbad Nord");
    expect(Buffer.from(pdf).toString("latin1")).toContain("/Subtype /Image");
    for (const file of [pdf, Buffer.from(picture?.split(",")[1] ?? "", "base64")])
      expect(Buffer.from(file).toString("latin1")).not.toContain(PLACE);

    const formats = page.getByRole("dialog", { name: "Download" });
    const image = async (kind: string) => {
      await choose(page, /^Other formats/);
      await formats.getByRole("radio", { name: "Image" }).check();
      await formats.getByLabel("Kind of image").selectOption(kind);
      return download(page, () => formats.getByRole("button", { name: /^Download/ }).click());
    };
    expect(Buffer.from(await image("svg")).toString()).toMatch(/^<svg/);
    expect((await sharp(await image("150")).metadata()).width).toBe(1240);
    await choose(page, /^Other formats/);
    await formats.getByRole("radio", { name: "E-invoice" }).check();
    await formats.getByText("Add missing details").waitFor();
    await formats.getByRole("radio", { name: "Archive PDF" }).check();
    const archive = await download(page, () =>
      formats.getByRole("button", { name: "Download archive PDF" }).click(),
    );
    expect(Buffer.from(archive).toString("latin1")).toContain("<pdfaid:part>2</pdfaid:part>");

    await page.getByRole("tab", { name: "Batch" }).click();
    const panel = page.getByRole("tabpanel", { name: "Batch" });
    const rows = Array.from({ length: 20 }, (_, row) => `Zirkonia-${row};Wolkenturm ${row};Schild;1;10`);
    const table = ["Invoice number;Client;Item;Quantity;Unit price", ...rows].join("\n");
    await panel
      .getByLabel("Table file")
      .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
    const zip = unzipSync(
      await download(page, () => panel.getByRole("button", { name: "Create 20 PDFs" }).click()),
    );
    expect(Object.keys(zip).filter((name) => name.endsWith(".pdf"))).toHaveLength(20);

    // The page itself tried nothing that is refused: the policy is the second guard.
    expect(await refusedOn(page)).toEqual([]);

    // The gallery, with details that only this device has.
    await page.getByRole("link", { name: "Other templates" }).click();
    await page.waitForURL("**/templates?type=invoices&private=1");
    await untilAlive(page);
    await page
      .getByRole("link", { name: /^Business cards/ })
      .first()
      .click();
    await page.waitForURL("**/templates?type=business-cards&private=1");
    await untilAlive(page);
    await page.getByText("Nothing leaves this device", { exact: true }).waitFor();
    await page.getByRole("switch", { name: "Preview with my details" }).click();
    await page.getByRole("textbox", { name: "Your name" }).fill("Zwetschga Quillfeather");
    await page.getByRole("button", { name: "Show preview" }).click();
    await page.getByText(/previews show your details/).waitFor({ state: "attached" });
    expect(await page.locator('[data-own="drawn"]').count()).toBeGreaterThan(2);
    expect(await refusedOn(page)).toEqual([]);

    await page.getByRole("link", { name: "Use Arc" }).click();
    await page.waitForURL("**/business-cards/arc/use?private=1");
    await untilAlive(page);
    await expect.poll(() => formField(page, "Name").inputValue()).toBe("Zwetschga Quillfeather");
    await choose(page, /^PDF, A4/);
    const cards = textOfPdf(await download(page, () => anyway(page)));
    expect(cards.match(/Zwetschga/g)?.length).toBeGreaterThan(7);

    await page.goto(`${site.server.url}/resumes/margin/use?private=1`);
    await untilAlive(page);
    await choose(page, "ATS check");
    await page.getByRole("dialog", { name: "ATS check" }).getByText("All values found").waitFor();

    const base64 = picture?.split(",")[1] ?? "";
    expect(base64.length).toBeGreaterThan(200);
    const middle = base64.slice(100, 160);
    const secrets = ["Hafenbad", "Zirkonia", "Kupferschild", "Wolkenturm", "Zwetschga", middle];
    // The requests of its workers are among them.
    const urls = requests.map((request) => request.url());
    expect(new Set(urls.filter((url) => url.endsWith(".wasm"))).size).toBe(2);
    expect(urls).toContain(`${site.server.url}/service-worker.js`);
    const carried = [];
    for (const request of requests) {
      if (/^(?:blob|data):/.test(request.url())) continue; // they never leave the browser
      const content = await contentOf(request);
      if (request.method() !== "GET" || secrets.some((secret) => content.includes(secret)))
        carried.push(`${request.method()} ${request.url()}`);
    }
    expect(carried).toEqual([]);
    expect(await refusedOn(page)).toEqual([]);

    const before = requests.length;
    await tryToSend(page);
    const sent = requests.slice(before).map((request) => request.failure()?.errorText ?? request.url());
    expect(sent.filter((each) => each !== "csp")).toEqual([]);
    await page.context().close();
  });

  it("shows the picture of an imported file", { tags: ["long"] }, async () => {
    const page = await openPrivately();
    const logo = `data:image/jpeg;base64,${(await aPhoto()).toString("base64")}`;
    const file = { template: "/invoices/quarto", data: { from: { logo }, to: { name: "Hafenbad Nord" } } };
    await page.getByLabel("Data file").setInputFiles({
      name: "data.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(file)),
    });
    const shown = page.getByAltText("Logo, preview");
    await shown.waitFor();
    await expect
      .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await isCurrent(page);
    await page.context().close();
  });

  it("has its promise on the screen at every width", { tags: ["long"] }, async () => {
    const page = await site.open({ fresh: true, viewport: { width: 820, height: 1180 } });
    await page.goto(site.server.url + PRIVATE);
    await untilAlive(page);
    const promise = page.getByText("Nothing leaves this device", { exact: false });
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 1180 });
      await expect
        .poll(async () => {
          const boxes = await Promise.all((await promise.all()).map((each) => each.boundingBox()));
          return boxes.some((box) => box !== null && box.width > 100 && box.height > 10);
        })
        .toBe(true);
    }
    await page.context().close();
  });

  it("is chosen in the menu, keeps the draft, and asks before the draft goes to the server again", {
    tags: ["long"],
  }, async () => {
    const page = await site.visit(EDITOR, { fresh: true });
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Saved on this device");
    await menu(page).click();
    await page.getByRole("menuitemradio", { name: "This device only" }).click();
    await page.waitForURL(`**${PRIVATE}`);
    await chip(page).waitFor();
    await expect.poll(() => client(page).inputValue()).toBe("Hafenbad Nord");
    await waitForStatus(page, "Saved on this device");

    // Every new document is opened so from now on, and a second tab shows the same draft.
    await page.goto(`${site.server.url}${EDITOR}`);
    await page.waitForURL(`**${PRIVATE}`);
    await expect.poll(() => client(page).inputValue()).toBe("Hafenbad Nord");
    const tab = await page.context().newPage();
    await tab.goto(site.server.url + PRIVATE);
    await waitForStatus(tab, "Already open in another tab");
    await tab.close();

    await chip(page).click();
    await page.getByRole("menuitemradio", { name: "Automatic" }).click();
    const asked = page.getByRole("alertdialog", { name: "Send this draft to the server?" });
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await asked.getByRole("button", { name: "Send" }).click();
    await menu(page).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await expect.poll(() => client(page).inputValue()).toBe("Hafenbad Nord");
    await page.context().close();
  });

  it.each([
    { answer: "Keep copy", left: ["Hafenbad Nord"] },
    { answer: "Delete copy", left: [] },
  ])("asks about the copy in the account: $answer", { tags: ["long"] }, async ({ answer, left }) => {
    const { page, person } = await aKnownPage(site, EDITOR, { fresh: true });
    const clients = async () => {
      const address = `${site.server.url}/items/documents?fields=data`;
      const { data } = await (await fetch(address, { headers: { cookie: person.cookie } })).json();
      return data.map((document: { data: { to: { name: string } } }) => document.data.to.name);
    };
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Saved");
    expect(await clients()).toEqual(["Hafenbad Nord"]);
    await menu(page).click();
    await page.getByRole("menuitemradio", { name: "This device only" }).click();
    const asked = page.getByRole("dialog", { name: "Delete the copy on the server?" });
    await asked.getByRole("button", { name: answer }).click();
    await chip(page).waitFor();
    await client(page).fill("Hafenbad Süd");
    await waitForStatus(page, "Saved on this device");
    expect(await clients()).toEqual(left);
    await page.context().close();
  });
});

describe("where this device can't do it", () => {
  it("a browser without WebAssembly says so, and stores what is typed", async () => {
    const page = await site.open({ fresh: true, viewport: PHONE });
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    await page.goto(site.server.url + PRIVATE);
    await page.getByText("because WebAssembly is turned off", { exact: false }).first().waitFor();
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Saved on this device");
    // Nothing of the status is cut off on a phone.
    const status = page.getByText("Saved on this device", { exact: true });
    expect(await status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.reload();
    await expect.poll(() => client(page).inputValue()).toBe("Hafenbad Nord");
    await page.context().close();
  });

  it("private browsing without any storage says that nothing is stored, and leaves typing and pages", {
    tags: ["long"],
  }, async () => {
    const page = await site.open({ fresh: true });
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("denied", "SecurityError");
      };
      for (const name of ["indexedDB", "localStorage", "sessionStorage", "caches"])
        Object.defineProperty(globalThis, name, { get: refuse });
      Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
    });
    await page.goto(site.server.url + PRIVATE);
    await untilAlive(page);
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Not saved: this browser can’t store your draft");
    await isCurrent(page);
    expect(await client(page).inputValue()).toBe("Hafenbad Nord");
    await page.context().close();
  });

  it("a full disk or private browsing leaves pages and typing, and says that nothing is stored", {
    tags: ["long"],
  }, async () => {
    const page = await site.open({ fresh: true, serviceWorkers: "allow" });
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(site.server.url);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await page.addInitScript(() => {
      const register = ServiceWorkerContainer.prototype.register;
      ServiceWorkerContainer.prototype.register = async function (...given) {
        const registration = await register.apply(this, given);
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => Object.assign(globalThis, { installed: worker.state }));
        return registration;
      };
    });
    await page.goto(site.server.url + PRIVATE);
    await untilAlive(page);
    // The service worker can't store its files, so there is none.
    const installed = () => page.evaluate(() => (globalThis as { installed?: string }).installed);
    await expect.poll(installed).toBe("redundant");
    await client(page).fill("Hafenbad Nord");
    await waitForStatus(page, "Not saved: this browser can’t store your draft");
    await isCurrent(page);
    expect(await client(page).inputValue()).toBe("Hafenbad Nord");
    await page.context().close();
  });
});
