import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callOf, someTemplates } from "../support/known.ts";
import { cutLine, startLine, untilStored } from "../support/line.ts";
import { aPerson, postJson } from "../support/people.ts";
import { formField, openOwnSite, untilAlive } from "../support/site.ts";

/** Templates that change while someone has them open, in a library of their own. */

const TOKEN = "a-token-for-the-templates-of-this-test";
let site: Awaited<ReturnType<typeof openOwnSite>>;
let line: Awaited<ReturnType<typeof startLine>>;
beforeAll(async () => {
  site = await openOwnSite({ OPERATOR_TOKEN: TOKEN });
  line = await startLine(site.server.url, "");
});
afterAll(() => site?.close());

const client = (page: Page) => formField(page, "Client").first();

async function idOf(url: string): Promise<string | undefined> {
  return (await someTemplates(site)).find((template) => template.url === url)?.id;
}

async function change(url: string, values: (template: Record<string, string>) => object): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const address = `${site.server.url}/items/templates/${await idOf(url)}`;
  const { data } = await (await fetch(`${address}?fields=fields,content`, { headers })).json();
  const body = JSON.stringify(values(data));
  const answer = await fetch(address, { method: "PATCH", headers, body });
  expect(answer.status).toBe(200);
}

it("a template updated while offline: the draft is in the new form, and nothing is lost", {
  tags: ["long"],
}, async () => {
  const page = await site.open({ fresh: true, serviceWorkers: "allow" });
  await page.goto(`${line.url}/invoices/quarto/use`);
  await untilAlive(page);
  await client(page).fill("Hafenbad Nord");
  await untilStored(page);
  await cutLine(line, page);
  await client(page).fill("Hafenbad Süd");
  await page.getByRole("status").getByText("Saved on this device", { exact: true }).waitFor();
  await change("/invoices/quarto", ({ fields }) => ({
    fields: JSON.parse(JSON.stringify(fields).replace('"title":"Client"', '"title":"Ordered by"')),
  }));

  await page.reload();
  await expect.poll(() => client(page).inputValue()).toBe("Hafenbad Süd");
  await cutLine(line, page, false);
  await page.reload();
  await expect.poll(() => formField(page, "Ordered by").first().inputValue()).toBe("Hafenbad Süd");
  await page.locator('.ed-stage[data-current="true"]').waitFor();
  await page.context().close();
});

it("a source that loops for ever or takes all memory is stopped, and what is typed stays", {
  tags: ["long"],
}, async () => {
  await change("/invoices/counsel", ({ content }) => ({
    content: `${content}
#if value("to.name") == "Loop" { for a in range(9000) { for b in range(9000) { for c in range(9000) {} } } }
#if value("to.name") == "Memory" { let a = (1,); for i in range(40) { a = a + a } }`,
  }));
  const page = await site.visit("/invoices/counsel/use?private=1", { fresh: true });
  const isCurrent = () => page.locator('.ed-stage[data-current="true"]').waitFor();
  await isCurrent();
  const refused = async (name: string, message: string) => {
    await client(page).fill(name);
    await page.getByText(message, { exact: false }).first().waitFor();
    await page.getByRole("status").getByText("Saved on this device", { exact: true }).waitFor();
    expect(await client(page).inputValue()).toBe(name);
  };
  await refused("Loop", "Rendering this page took longer than 15 seconds, so it was stopped.");
  await client(page).fill("Hafenbad Nord");
  await isCurrent();
  await refused("Memory", "This page couldn’t be rendered: it needs more memory");
  await client(page).fill("Hafenbad Süd");
  await isCurrent();
  expect(await client(page).inputValue()).toBe("Hafenbad Süd");
  await page.context().close();
});

it("a template that isn't published stays on the server, and says why", { tags: ["long"] }, async () => {
  // It can still be used, because someone has a document of it.
  const call = callOf(site);
  const { cookie } = await aPerson(call);
  const document = { templates_id: await idOf("/invoices/primary"), title: "Mine", data: {}, theme: {} };
  expect((await postJson(call, "/items/documents", document, { cookie })).status).toBe(200);
  await change("/invoices/primary", () => ({ state: "hidden" }));
  const page = await site.visit("/invoices/primary/use", { fresh: true });
  await client(page).fill("Hafenbad Nord");
  await page.getByRole("button", { name: "Where pages are rendered" }).click();
  const choice = page.getByRole("menuitemradio", { name: "This device only" });
  await choice.getByText("Not possible with this template, because it isn’t published.").waitFor();
  expect(await choice.getAttribute("aria-disabled")).toBe("true");

  // By its address.
  await page.goto(`${site.server.url}/invoices/primary/use?private=1`);
  await page.getByText("so only the server can create its pages", { exact: false }).first().waitFor();
  await client(page).fill("Hafenbad Süd");
  await page.getByRole("status").getByText("Saved on this device", { exact: true }).waitFor();
  await page.context().close();
});
