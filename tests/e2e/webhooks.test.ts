import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { withDatabase } from "../support/database-schema.ts";
import { aKnownPage } from "../support/known.ts";
import { openOwnSite, type Site } from "../support/site.ts";
import { aReceiver, type Receiver, withStatus } from "../support/webhook-receiver.ts";

let site: Site & { data: string };
let receiver: Receiver;
beforeAll(async () => {
  site = await openOwnSite({ RENDER_PROCESSES: "0", WEBHOOK_HOSTS: "127.0.0.1" });
});
afterAll(() => site?.close());
beforeEach(async () => {
  receiver = await aReceiver();
});
afterEach(() => receiver.close());

const PATH = "/dashboard/account/webhooks";

async function aPageWithAWebhook(options: Parameters<typeof aKnownPage>[2] = {}) {
  const known = await aKnownPage(site, PATH, options);
  const { page } = known;
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click();
  await page.getByLabel("Secret of this webhook").waitFor();
  return known;
}

describe("webhooks under Account", () => {
  it("are added with a secret that verifies the test", { tags: ["long"] }, async () => {
    const { page } = await aPageWithAWebhook();
    const secret = await page.getByLabel("Secret of this webhook").inputValue();
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("200 OK").waitFor();
    expect(receiver.verified(secret)).toMatchObject({ type: "webhook.test" });
    await page.reload();
    await page.getByText("200 OK").waitFor();
    expect(await page.getByLabel("Secret of this webhook").count()).toBe(0);
    await page.context().close();
  });

  it("show what was sent, what came back and what happens next, with the keyboard", {
    tags: ["long"],
  }, async () => {
    const { page } = await aPageWithAWebhook();
    receiver.answers.push(withStatus(500, "Out of order"));
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("500 Internal Server Error").waitFor();
    await page.getByRole("button", { name: "webhook.test", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "What was sent" }).getByText('"type": "webhook.test"').waitFor();
    await page.getByRole("region", { name: "What came back" }).getByText("Out of order").waitFor();
    await page.getByText("Tests are sent only once.").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.getByRole("button", { name: "Send again: webhook.test" }).click();
    await page.getByText("200 OK").waitFor();
    expect(receiver.received).toHaveLength(2);
    await page.context().close();
  });

  it("say why an address is refused, next to it", async () => {
    const { page } = await aKnownPage(site, PATH);
    await page.getByText("No webhooks yet").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill("https://169.254.169.254/latest");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await dialog.getByText("IP addresses aren’t allowed").waitFor();
    expect(await dialog.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
    expect(await dialog.getByText("A template is published").count()).toBe(0);
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.context().close();
  });

  it("are turned on again after the dashboard has said that one was turned off", {
    tags: ["long"],
  }, async () => {
    const { page, person } = await aPageWithAWebhook({ viewport: { width: 390, height: 844 } });
    await withDatabase({ environment: { DATA_DIR: site.data, DATABASE_URL: "" } }, ({ db }) =>
      db
        .updateTable("webhooks")
        .set({ date_off: new Date().toISOString(), off_reason: "failed" })
        .where("user_id", "=", person.id)
        .execute(),
    );
    await page.goto(`${site.server.url}/dashboard`);
    await page.getByRole("link", { name: "See what happened" }).click();
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "Turn on" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "All webhooks" }).click();
    await page.getByText("Active · 1 event").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.context().close();
  });
});
