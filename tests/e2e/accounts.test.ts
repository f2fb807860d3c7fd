import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Usage } from "../../contract/limits.ts";
import { aKnownPage, callOf, rememberedEmail } from "../support/known.ts";
import { aPerson, signIn } from "../support/people.ts";
import { openSite, type Site } from "../support/site.ts";

const PASSWORD = "correct horse battery";
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const here = (page: Page) => new URL(page.url()).pathname;

async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe("an account in the browser", () => {
  it("is created from a heart, saves it and opens on a second device", async () => {
    const page = await site.visit("/invoices");
    const email = `first-${process.pid}@example.org`;
    await page.getByRole("button", { name: "Save Quarto" }).click();
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Name").fill("Noor Halvorsen");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();

    await page.waitForURL("**/invoices");
    expect(await rememberedEmail(page)).toBe(email);
    await page.getByRole("button", { name: "Save Quarto", pressed: true }).waitFor();

    await page.reload();
    await page.getByRole("button", { name: "Save Quarto", pressed: true }).waitFor();
    await page.goto(`${site.server.url}/dashboard/saved`);
    await page.getByRole("heading", { name: "Invoices" }).waitFor();

    await page.getByRole("button", { name: "Save Quarto" }).click();
    await page.getByText("Quarto removed from saved templates").waitFor();
    await page.getByRole("heading", { name: "No saved templates yet" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Quarto" }).first().waitFor();

    await page.goto(`${site.server.url}/dashboard/account`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${site.server.url}/`);
    await expect.poll(() => rememberedEmail(page)).toBeNull();
    await page.getByRole("link", { name: "Create account" }).first().waitFor();
    expect(here(page)).toBe("/");
    await page.goto(`${site.server.url}/dashboard`);
    await page.waitForURL("**/login?next=%2Fdashboard");
    for (const link of await page.getByRole("link", { name: "Create account" }).all())
      expect(await link.getAttribute("href")).toBe("/signup?next=%2Fdashboard");

    const second = await site.visit("/dashboard/saved");
    await second.waitForURL("**/login?next=%2Fdashboard%2Fsaved");
    await fillSignIn(second, email);
    await second.waitForURL("**/dashboard/saved");
    await second.getByRole("link", { name: "Quarto" }).first().waitFor();
    await page.context().close();
    await second.context().close();
  });

  it("shows errors at their fields and sends nothing", async () => {
    const page = await site.visit("/signup");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await page.getByLabel("Email").fill("noor@halvorsen");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await page.getByText("Enter your name", { exact: true }).waitFor();
    await page.getByText("Include a dot after the @, as in halvorsen.example").waitFor();
    await page.getByText("Use at least 10 characters. You’ve typed 5.").waitFor();
    await expect
      .poll(() => page.getByLabel("Name").evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(sent).toEqual([]);
    await page.context().close();
  });

  it("shows the typed name on the sheet", { tags: ["long"] }, async () => {
    const page = await site.visit("/signup");
    await page.getByLabel("Name").pressSequentially("Mira Oke");
    await page.locator("[data-highlight]").waitFor();
    expect(await page.getByAltText(/with your name$/).getAttribute("src")).toMatch(/^blob:/);
    await page.context().close();
  });

  it("doesn't reveal whether email or password is wrong", async () => {
    const { email } = await aPerson(callOf(site));
    const page = await site.visit("/login");
    await fillSignIn(page, email, "something else entirely");
    await page.getByText("The email address or password is incorrect.").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    expect(await rememberedEmail(page)).toBeNull();
    await page.context().close();
  });

  it("shows at the field that an address is taken", async () => {
    const { email } = await aPerson(callOf(site));
    const page = await site.visit("/signup");
    await page.getByLabel("Name").fill("Somebody");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
    await page.getByText("There’s already an account with this address").waitFor();
    await page.context().close();
  });

  // Which paths are of this site is tested in shared/text/local-path.test.ts.
  it("redirects only to paths of this site", async () => {
    const { email } = await aPerson(callOf(site));
    const page = await site.visit(`/login?next=${encodeURIComponent("//evil.example")}`);
    await fillSignIn(page, email);
    await page.waitForURL(`${site.server.url}/`);
    await page.context().close();
  });

  it.each([
    ["/login?next=%2Fdashboard", "Sign in"],
    ["/signup", "Create account"],
  ])("keeps the password out of address and log without scripts, %s", async (path, button) => {
    const page = await site.visit(path, { javaScriptEnabled: false });
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByLabel(/password/i).fill(`typed-too-early-${path.length}`);
    await page.getByRole("main").getByRole("button", { name: button }).click();
    expect((await sent).url()).toBe(site.server.url + path);
    await page.waitForURL(`${site.server.url}${path}#sent-too-early`);
    // Chromium shows it only where scripts are turned off in its own settings, not by this API.
    expect(await page.content()).toContain("This form needs JavaScript");
    expect(site.server.output()).not.toContain("typed-too-early");
    await page.context().close();

    const alive = await site.visit(`${path}#sent-too-early`);
    await alive.getByText("The form was sent before the page had loaded.").waitFor();
    await alive.context().close();
  });

  it("shows no form for an unknown reset link", async () => {
    const page = await site.visit("/reset-password?token=abcdefghij", { javaScriptEnabled: false });
    expect(await page.getByLabel(/password/i).count()).toBe(0);
    expect(await page.content()).toContain("needs JavaScript");
    await page.context().close();
    const alive = await site.visit("/reset-password?token=abcdefghij");
    await alive.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(await alive.getByLabel(/password/i).count()).toBe(0);
    await alive.getByRole("link", { name: "Get a new link" }).waitFor();
    await alive.context().close();
  });

  it("names the contact for a new password without mail", { tags: ["long"] }, async () => {
    const page = await site.visit("/forgot-password");
    await page.getByText("This site can’t send email").waitFor();
    expect(await page.getByLabel("Email").count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: "contact page" }).click();
    await page.getByRole("heading", { name: "Contact us" }).waitFor();
    await page.context().close();
  });

  it("changes email address, login and local storage together", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/account");
    const newEmail = `new-${person.email}`;
    await page.getByLabel("New email").fill(newEmail);
    await page.getByLabel("Confirm with your password").fill("wrong wrong wrong");
    await page.getByRole("button", { name: "Change email address" }).click();
    await page.getByText("That password is incorrect").waitFor();
    await page.getByLabel("Confirm with your password").fill(person.password);
    await page.getByRole("button", { name: "Change email address" }).click();
    await page.getByText(`Your email address is now ${newEmail}`).waitFor();
    expect(await rememberedEmail(page)).toBe(newEmail);
    await page.goto(`${site.server.url}/dashboard/profile`);
    await page.getByText(newEmail).waitFor();
    await page.context().close();
  });

  it("lists sessions and ends one", async () => {
    const { page, person } = await aKnownPage(site, "/");
    await signIn(callOf(site), person);
    await page.goto(`${site.server.url}/dashboard/account`);
    await page.getByRole("listitem").filter({ hasText: "This device" }).getByText("127.0.0.1").waitFor();
    await page.getByRole("button", { name: "End session: Unknown device" }).click();
    await page.getByText("Session ended").waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);
    await page.context().close();
  });

  it("shows the used quota and what to do when it is full", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, "/");
    const full = { used: 1_000, allowed: 1_000 };
    await page.route("**/auth/usage", async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: Usage };
      expect(data.documents).toEqual({ used: 0, allowed: 1_000 });
      await route.fulfill({ response: answer, json: { data: { ...data, documents: full } } });
    });
    await page.goto(`${site.server.url}/dashboard/account`);
    const meter = page.getByRole("meter", { name: "Documents", exact: true });
    await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("1,000 of 1,000");
    await page.getByText("0 of 200 MB").waitFor();
    await page.getByText("Nothing is lost").waitFor();
    await page.getByRole("link", { name: "Manage documents" }).click();
    await page.waitForURL("**/dashboard/documents");
    expect(await rememberedEmail(page)).toBe(person.email);
    await page.context().close();
  });

  it("exports all its data", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard/account");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download data" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("my-data.zip");
    await page.context().close();
  });

  it("asks for confirmation and deletes the account", async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/account");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Password").fill(person.password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.getByText("Your account has been deleted").waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await rememberedEmail(page)).toBeNull();
    await expect(signIn(callOf(site), person)).rejects.toThrow("401");
    await page.context().close();
  });
});
