import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { LIBRARY } from "../support/drawn-library.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { aPerson, type Person, signIn } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { openOwnSite, openSite, type Site, untilAlive } from "../support/site.ts";

const QUARTO = "/invoices/quarto/use";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const number = (page: Page) => page.getByRole("textbox", { name: "Invoice number" });
const client = (page: Page) => page.getByLabel("Client");
const holds = (field: Locator, words: string) => expect.poll(() => field.inputValue()).toBe(words);
const waitForText = (page: Page, words: string) =>
  page.getByRole("status").getByText(words, { exact: true }).waitFor();
const writeHere = (page: Page) => page.getByRole("button", { name: "Edit here instead" }).click();
const documentIn = (page: Page) => new URL(page.url()).searchParams.get("document");

/** Runs in the page: IndexedDB is full from then on. */
function refuseToStore(): void {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
}

type Stored = { id: string; title: string; rev: number; data: { number?: string; to?: { name?: string } } };

async function documentsOf(person: Person, cookie = person.cookie): Promise<Stored[]> {
  const answer = await callOf(site)("/items/documents?fields=id,title,rev,data&sort=date_created", {
    headers: { cookie },
  });
  return ((await answer.json()) as { data: Stored[] }).data;
}

async function historyOf(person: Person): Promise<{ action: string; title: string; documents_id: string }[]> {
  const answer = await callOf(site)("/items/history?fields=action,title,documents_id&sort=date_created", {
    headers: { cookie: person.cookie },
  });
  return ((await answer.json()) as { data: { action: string; title: string; documents_id: string }[] }).data;
}

describe("a visitor's draft", () => {
  it("survives a reload and a restart, and is written by one tab at a time", async () => {
    const page = await site.visit(QUARTO);
    await number(page).fill("2026-014");
    await client(page).fill("Solberg Kunsthall");
    await waitForText(page, "Saved on this device");
    await page.reload();
    await holds(number(page), "2026-014");
    await holds(client(page), "Solberg Kunsthall");

    const other = await page.context().newPage();
    await other.goto(site.server.url + QUARTO);
    await waitForText(other, "Already open in another tab");
    expect(await number(other).inputValue()).toBe("2026-014");
    await other.getByText("Read-only.").waitFor();
    expect(await number(other).isDisabled()).toBe(true);
    expect(await other.getByLabel("Document title").getAttribute("readonly")).not.toBeNull();
    expect(await other.getByRole("button", { name: "Add item" }).isDisabled()).toBe(true);
    expect(await findViolationsInTheme(other, "light")).toEqual([]);
    await number(page).fill("2026-015");
    await holds(number(other), "2026-015");

    await writeHere(other);
    await waitForText(page, "Already open in another tab");
    expect(await number(page).isDisabled()).toBe(true);
    await waitForText(other, "Saved on this device");
    await other.keyboard.press("Tab"); // the focus is at the start of the form
    await expect.poll(() => number(other).evaluate((field) => field === document.activeElement)).toBe(true);
    await number(other).fill("2026-016");
    await holds(number(page), "2026-016");
    await page.close();

    await other.getByRole("button", { name: "More options" }).click();
    await other.getByRole("menuitem", { name: "Start over" }).click();
    await holds(number(other), "");
    await other.getByRole("button", { name: "Undo" }).last().click();
    await holds(number(other), "2026-016");
    await other.context().close();
  });

  it("continues in a new tab when the browser's storage is full", { tags: ["long"] }, async () => {
    const page = await site.visit(QUARTO);
    await number(page).fill("2026-014");
    await waitForText(page, "Saved on this device");
    await page.evaluate(refuseToStore);
    await number(page).fill("2026-015");
    await waitForText(page, "Not saved: this browser can’t store your draft");

    const other = await page.context().newPage();
    await other.addInitScript(refuseToStore);
    await other.goto(site.server.url + QUARTO);
    await holds(number(other), "2026-015");
    await writeHere(other);
    await waitForText(page, "Already open in another tab");
    await expect.poll(() => number(other).isEnabled()).toBe(true);
    expect(await number(other).inputValue()).toBe("2026-015");
    await number(other).fill("2026-016");
    await holds(number(page), "2026-016");
    await page.context().close();
  });

  it("warns before leaving without storage and survives sign-up", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto");
    await page.evaluate(refuseToStore);
    await page.getByRole("link", { name: "Use this template" }).first().click();
    await number(page).fill("2026-041");
    await waitForText(page, "Not saved: this browser can’t store your draft");

    await page.getByRole("link", { name: "Back to Quarto" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await dialog.waitFor({ state: "hidden" });
    await holds(number(page), "2026-041");
    const isAsked = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isAsked()).toBe(true);

    await page.getByRole("button", { name: "Save to my documents" }).click();
    await page.waitForURL("**/signup?next=*");
    expect(await isAsked()).toBe(true);
    const email = `mira-${Date.now()}@example.org`;
    await page.getByLabel("Name", { exact: true }).fill("Mira Oke");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`**${QUARTO}?document=*`);
    await waitForText(page, "Saved");
    expect(await number(page).inputValue()).toBe("2026-041");
    expect(await isAsked()).toBe(false);
    const cookie = await signIn(callOf(site), { email, password: "correct horse battery" });
    expect(await documentsOf({ cookie } as Person)).toMatchObject([{ data: { number: "2026-041" } }]);
    await page.context().close();
  });

  it("becomes one document for all tabs when the person has signed in in another one", {
    tags: ["long"],
  }, async () => {
    const person = await aPerson(callOf(site));
    const page = await site.visit(QUARTO);
    await number(page).fill("2026-014");
    await waitForText(page, "Saved on this device");
    const other = await page.context().newPage();
    await other.goto(site.server.url + QUARTO);
    await waitForText(other, "Already open in another tab");

    const third = await page.context().newPage();
    await third.goto(`${site.server.url}/login`);
    await untilAlive(third);
    await third.getByLabel("Email").fill(person.email);
    await third.getByLabel("Password").fill(person.password);
    await third.getByRole("button", { name: "Sign in" }).click();
    await third.getByRole("link", { name: "Your dashboard" }).waitFor();

    // Either tab may be the one that writes, once both know the person.
    for (const tab of [page, other])
      await expect.poll(() => tab.getByRole("button", { name: "Save to my documents" }).count()).toBe(0);
    const writer = (await number(page).isEnabled()) ? page : other;
    await number(writer).fill("2026-015");
    await expect.poll(async () => (await documentsOf(person)).length).toBe(1);
    const [{ id } = { id: "" }] = await documentsOf(person);
    for (const tab of [page, other]) await expect.poll(() => documentIn(tab)).toBe(id);

    await number(writer).fill("2026-016");
    for (const tab of [page, other]) await holds(number(tab), "2026-016");
    await expect.poll(() => documentsOf(person)).toMatchObject([{ id, data: { number: "2026-016" } }]);
    expect(await documentsOf(person)).toHaveLength(1);
    await page.context().close();
  });

  it("becomes a document by signing up", { tags: ["long"] }, async () => {
    const page = await site.visit(QUARTO);
    await number(page).fill("77");
    await page.getByRole("button", { name: "Save to my documents" }).click();
    await page.waitForURL("**/signup?next=*");
    await page.getByLabel("Name", { exact: true }).fill("Mira Oke");
    const email = `mira-${Date.now()}@example.org`;
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`**${QUARTO}?document=*`);
    await waitForText(page, "Saved");
    expect(await number(page).inputValue()).toBe("77");
    const cookie = await signIn(callOf(site), { email, password: "correct horse battery" });
    const person = { cookie } as Person;
    expect(await documentsOf(person)).toMatchObject([
      { id: documentIn(page), title: "Invoice 77", data: { number: "77" } },
    ]);
    await expect
      .poll(() => historyOf(person))
      .toMatchObject([{ action: "created", title: "Invoice 77", documents_id: documentIn(page) }]);
    // The next draft starts with the profile's values.
    await page.goto(site.server.url + QUARTO);
    await holds(page.getByLabel("Name or company"), "Mira Oke");
    expect(await number(page).inputValue()).toBe("");
    await page.context().close();
  });
});

describe("a person's document", () => {
  it("stays on the device while the quota is full and is saved later", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, QUARTO);
    const refusal = { message: "Full", extensions: { code: "QUOTA_EXCEEDED" } };
    await page.route("**/items/documents*", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 409, json: { errors: [refusal] } })
        : route.fallback(),
    );
    await number(page).fill("2026-099");
    await waitForText(page, "Your storage is full. Saved on this device.");
    await page.reload();
    await holds(number(page), "2026-099");
    await waitForText(page, "Your storage is full. Saved on this device.");
    expect(await documentsOf(person)).toEqual([]);
    const room = page.getByRole("link", { name: "Free up space" });
    expect(await room.getAttribute("href")).toBe("/dashboard/account#storage");
    await page.unroute("**/items/documents*");
    await client(page).fill("Nordlys");
    await waitForText(page, "Saved");
    expect(await documentsOf(person)).toMatchObject([
      { data: { number: "2026-099", to: { name: "Nordlys" } } },
    ]);
    await page.context().close();
  });

  it("is created at the first edit and never overwrites a newer revision", async () => {
    const { page, person } = await aKnownPage(site, QUARTO);
    const writes: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET" || !request.url().includes("/items/documents")) return;
      writes.push(`${request.method()} ${request.headers()["if-match"] ?? "new"}`);
    });
    await holds(page.getByLabel("Name or company"), person.name);
    expect(documentIn(page)).toBeNull();
    expect(await documentsOf(person)).toEqual([]);
    await number(page).pressSequentially("2026-031", { delay: 20 });
    await waitForText(page, "Saved");
    const id = documentIn(page) as string;
    await client(page).fill("Nordlys");
    await expect.poll(async () => (await documentsOf(person))[0]?.data.to?.name).toBe("Nordlys");
    expect(writes[0]).toBe("POST new");
    expect(writes.filter((write) => write.startsWith("POST"))).toHaveLength(1);
    expect(writes.at(-1)).toMatch(/^PATCH "rev-\d+"$/);
    await page.reload();
    await holds(client(page), "Nordlys");

    // The server saves it but the answer is lost: the own change is not a conflict.
    await page.route(
      "**/items/documents/*",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await client(page).fill("Nordlys Kunst");
    await waitForText(page, "Offline: saved on this device");
    await client(page).fill("Nordlys Kunsthall");
    await waitForText(page, "Saved");

    const other = await page.context().newPage();
    await other.goto(page.url());
    await waitForText(other, "Already open in another tab");
    await writeHere(other);
    await waitForText(page, "Already open in another tab");
    await client(other).fill("Nordlys");
    await waitForText(other, "Saved");
    await holds(client(page), "Nordlys");
    await writeHere(page);
    await waitForText(page, "Saved");
    await other.close();

    await callOf(site)(`/items/documents/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: person.cookie },
      body: JSON.stringify({ title: "Theirs", data: { number: "2026-099" } }),
    });
    await client(page).fill("Mine");
    await waitForText(page, "Changed on another device");
    expect((await documentsOf(person))[0]?.data.number).toBe("2026-099");
    await page.getByRole("button", { name: "Load newer version" }).click();
    await holds(number(page), "2026-099");
    await waitForText(page, "Saved");
    expect(await documentsOf(person)).toMatchObject([
      { id, title: "Theirs", data: { number: "2026-099" } },
      { title: "Invoice 2026-031 (my copy)", data: { to: { name: "Mine" } } },
    ]);
    await page.context().close();
  });

  it("stays on the device when the session ends and is saved after sign-in", async () => {
    const { page, person } = await aKnownPage(site, QUARTO);
    await number(page).fill("1");
    await waitForText(page, "Saved");
    const id = documentIn(page) as string;
    await page.context().clearCookies();
    await number(page).fill("12");
    await waitForText(page, "Saved on this device");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/login?next=*");
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${QUARTO}?document=${id}`);
    await holds(number(page), "12");
    await waitForText(page, "Saved");
    expect(await documentsOf(person)).toMatchObject([{ id, data: { number: "12" } }]);
    await page.context().close();
  });
});

describe("a server killed while typing", () => {
  it("loses nothing", { tags: ["long"] }, async () => {
    const own = await openOwnSite();
    const again: Awaited<ReturnType<typeof startServer>>[] = [];
    try {
      const { page, person } = await aKnownPage(own, QUARTO);
      await number(page).fill("before");
      await waitForText(page, "Saved");
      const id = documentIn(page);
      const typing = client(page).pressSequentially("Meanwhile a whole sentence is typed", { delay: 15 });
      await own.server.stop("SIGKILL");
      await typing;
      await waitForText(page, "Offline: saved on this device");
      const PORT = new URL(own.server.url).port;
      again.push(
        await startServer({
          environment: { DATA_DIR: own.data, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "1", PORT },
        }),
      );
      // The tab crashes as well: only the device, or the server by now, has the sentence.
      await page.reload();
      await untilAlive(page);
      await holds(client(page), "Meanwhile a whole sentence is typed");
      await waitForText(page, "Saved");
      const answer = await callOf(own)(`/items/documents/${id}?fields=data`, {
        headers: { cookie: person.cookie },
      });
      expect(await answer.json()).toMatchObject({
        data: { data: { number: "before", to: { name: "Meanwhile a whole sentence is typed" } } },
      });
    } finally {
      for (const server of again) await server.stop();
      await own.close();
    }
  });
});
