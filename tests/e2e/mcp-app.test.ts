import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOfPdf } from "../support/pdf-text.ts";
import { openSite, type Site } from "../support/site.ts";

const DATA = {
  number: "2026-014",
  to: { name: "Lykke Bakery" },
  items: [{ description: "Bread label", quantity: "2", price: "40.00" }],
};

describe("the form in a chat", () => {
  let site: Site;
  let host: string;
  beforeAll(async () => {
    [site, host] = await Promise.all([openSite(), bundleHost()]);
  });
  afterAll(() => site.close());

  async function aChat(input: Record<string, unknown>, context: Record<string, unknown> = {}) {
    const page = await site.open();
    const address = `${site.server.url}/chat-of-a-test`;
    await page.route(address, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><style>iframe{width:100%;border:0}</style><body>",
      }),
    );
    await page.goto(address);
    await page.addScriptTag({ content: host });
    await page.evaluate(([given, chatContext]) => globalThis.chat.call("make_document", given, chatContext), [
      input,
      { locale: "en", ...context },
    ] as const);
    return { page, app: page.frameLocator("iframe") };
  }
  const pictureOf = async (page: Page, data: object): Promise<string> => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "make_document", arguments: { template: "/invoices/quarto", data, preview: true } },
    };
    const answer = await page.request.post(`${site.server.url}/mcp`, {
      data: message,
      headers: { accept: "application/json, text/event-stream" },
    });
    const json = /\{.*\}/s.exec(await answer.text())?.[0] ?? "";
    const [, picture] = JSON.parse(json).result.content;
    return `data:image/png;base64,${picture.data}`;
  };

  it("shows the page of what is typed, what is empty and the link of the PDF", async () => {
    const { page, app } = await aChat({ template: "/invoices/quarto", data: DATA });
    const picture = app.getByRole("img", { name: "Page 1 of 1" });
    await app.getByRole("link", { name: /^Open .*2026-014.*\.pdf$/ }).waitFor();
    await app.getByLabel("Invoice number").fill("2026-099");
    const wanted = await pictureOf(page, { ...DATA, number: "2026-099" });
    await expect.poll(() => picture.getAttribute("src")).toBe(wanted);
    expect(await page.evaluate(() => globalThis.chat.told.at(-1))).toMatchObject({
      data: { number: "2026-099", to: DATA.to },
    });

    await app.getByLabel("Invoice number").fill("");
    await app.getByRole("listitem").filter({ hasText: "Invoice number (required)" }).waitFor();
    await app.getByLabel("Invoice number").fill("2026-100");
    await app.getByRole("button", { name: "Make PDF" }).click();
    const link = app.getByRole("link", { name: /^Open .*2026-100.*\.pdf$/ });
    await link.click();
    const [opened = ""] = await page.evaluate(() => globalThis.chat.opened);
    const pdf = await page.request.get(opened);
    expect(textOfPdf(await pdf.body())).toContain("2026-100");
    await page.context().close();
  });

  it("shows refused values at their fields, in the language and theme of the chat", {
    tags: ["long"],
  }, async () => {
    const wrong = { ...DATA, items: [{ ...DATA.items[0], price: "forty" }] };
    const input = { template: "/invoices/quarto", data: wrong, theme: { language: "ar" } };
    const { page, app } = await aChat(input, { locale: "ar-EG", theme: "dark" });
    const price = app.getByLabel("Unit price");
    await expect.poll(() => price.getAttribute("aria-invalid")).toBe("true");
    expect(await price.getAttribute("dir")).toBe("rtl");
    expect(await app.locator("html").getAttribute("dir")).toBe("rtl");
    expect(await app.locator("html").getAttribute("data-theme")).toBe("dark");
    await app.getByRole("img").first().waitFor();
    await page.context().close();
  });
});

async function bundleHost(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: { input: "tests/support/mcp-host.ts", output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return `(async () => {${output[0].code}})()`;
}
