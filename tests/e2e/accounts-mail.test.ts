import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { rememberedEmail } from "../support/known.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { openOwnSite, type Site, untilAlive } from "../support/site.ts";

const PASSWORD = "correct horse battery";
let site: Site;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  const port = await freePort();
  // Links in mails start with the public address, so it must be known before the server starts.
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  site = await openOwnSite({ PORT: String(port), PUBLIC_URL, SMTP_URL: mails.url, RENDER_PROCESSES: "0" });
});
afterAll(async () => {
  await site?.close();
  await mails?.stop();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function linkInMail(number: number): Promise<string> {
  const received = await mails.count(number);
  return /http:\/\/\S+token=\S+/.exec(received[number - 1]?.text ?? "")?.[0] ?? "";
}

describe("an account with a mail server", { tags: ["long"] }, () => {
  it("is confirmed by a mailed link, and so is a new address", async () => {
    const page = await site.visit("/invoices");
    await page.getByRole("banner").getByRole("link", { name: "Create account" }).click();
    await page.getByLabel("Name").fill("Noor Halvorsen");
    await page.getByLabel("Email").fill("noor@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect(await rememberedEmail(page)).toBeNull();

    await page.goto(await linkInMail(1));
    await page.getByRole("heading", { name: "Email address confirmed" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill("noor@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${site.server.url}/invoices`);

    await page.goto(`${site.server.url}/dashboard/account`);
    await page.getByLabel("New email").fill("halvorsen@example.org");
    await page.getByLabel("Confirm with your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change email address" }).click();
    await page.getByText("We’ve sent a link to halvorsen@example.org.").waitFor();
    expect(await rememberedEmail(page)).toBe("noor@example.org");
    await page.goto(await linkInMail(2));
    await page.getByRole("heading", { name: "Email address changed" }).waitFor();
    expect(await rememberedEmail(page)).toBe("halvorsen@example.org");
    await page.goto(`${site.server.url}/dashboard/profile`);
    await untilAlive(page);
    await page.getByText("halvorsen@example.org").waitFor();
    await page.context().close();
  });

  it("resets the password once by a mailed link and returns to the page", async () => {
    const page = await site.visit("/login?next=%2Fdashboard%2Fsaved");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    const back = page.getByRole("link", { name: "Back to sign in" });
    expect(await back.getAttribute("href")).toBe("/login?next=%2Fdashboard%2Fsaved");
    await page.getByLabel("Email").fill("halvorsen@example.org");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("If there’s an account for halvorsen@example.org").waitFor();
    const mailed = (await mails.countTo("halvorsen@example.org", 2)).find(({ text }) =>
      text.includes("/reset-password?"),
    );
    const link = /http:\/\/\S+token=\S+/.exec(mailed?.text ?? "")?.[0] ?? "";
    await page.goto(link);
    const late = await page.context().newPage();
    await late.goto(link);
    for (const each of [page, late]) await each.getByLabel("New password").fill("a wholly new password");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Sign in with your new password.").waitFor();
    const signIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
    expect(await signIn.getAttribute("href")).toBe("/login?next=%2Fdashboard%2Fsaved");
    // The form that is open in another tab closes when it is sent, and doesn't open again.
    await late.getByRole("button", { name: "Save password" }).click();
    for (const each of [late, page]) {
      if (each === page) await page.goto(link);
      await each.getByRole("heading", { name: "This link no longer works" }).waitFor();
      expect(await each.getByLabel("New password").count()).toBe(0);
    }
    await page.context().close();
  });

  it("answers unknown addresses alike, and axe finds nothing", async () => {
    const page = await site.visit("/forgot-password");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.getByLabel("Email").fill("nobody@example.org");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("If there’s an account for nobody@example.org").waitFor();
    await page.context().close();
  });
});
