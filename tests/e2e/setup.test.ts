import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { gatherComplaints } from "../support/browser.ts";
import { openOwnSite, PHONE, untilAlive } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  site = await openOwnSite({ CONTACT_EMAIL: "post@larnes.example", RENDER_PROCESSES: "0" });
});
afterAll(() => site?.close());

describe("the first operator", () => {
  it("sets up the library with the link and the keyboard", async () => {
    const link = new URL(readFileSync(join(site.data, "setup-link"), "utf8").trim());
    const address = link.pathname + link.search;
    const page = await site.visit(address);
    const complaints = gatherComplaints(page);
    const contact = page.getByRole("textbox", { name: "Contact email address" });
    await contact.waitFor();
    expect(await contact.getAttribute("readonly")).not.toBeNull();
    expect(await contact.inputValue()).toBe("post@larnes.example");
    await page.getByText("Set by CONTACT_EMAIL on the server.").waitFor();

    await page.getByRole("button", { name: "Finish setup" }).press("Enter");
    await page.getByText("Enter your name").waitFor();
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    await page.keyboard.type("Noor Halvorsen");
    await page.keyboard.press("Tab");
    await page.keyboard.type("noor@halvorsen.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse");
    await page.getByText("13 characters").waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("textbox", { name: "Library name" }).fill("Larnes Print Room");
    const firstPage = page.getByRole("figure");
    await firstPage.getByText("Larnes Print Room").first().waitFor();
    await firstPage.getByText(/\d+ templates\./).waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/studio");
    await untilAlive(page);
    expect(await page.title()).toContain("· Larnes Print Room");
    const steps = page.getByRole("region", { name: "Next steps for your library" });
    await steps.waitFor();
    expect(await steps.getByRole("link").allTextContents()).toEqual([
      "Set up the home page",
      "Write the legal pages",
      "Decide who can sign up",
    ]);
    await steps.getByRole("link", { name: "Set up the home page" }).click();
    await page.getByRole("heading", { name: "Home page", level: 1 }).waitFor();
    await page.goBack();
    await steps.getByRole("button", { name: "Dismiss next steps" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
    expect(await steps.count()).toBe(0);
    await page.goto(`${site.server.url}/dashboard/people`);
    await page.getByText("noor@halvorsen.example").first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();

    const later = await site.visit(address, { viewport: PHONE });
    await later.getByText("This setup link has already been used or replaced.").waitFor();
    await later.getByLabel("Email").fill("noor@halvorsen.example");
    await later.getByLabel("Password").fill("correct horse");
    await later.getByRole("button", { name: "Sign in" }).click();
    await later.waitForURL("**/dashboard");
    await later.goto(`${site.server.url}/privacy`);
    await later.getByRole("heading", { name: "Privacy", level: 1 }).waitFor();
    expect(await findViolationsInTheme(later, "light")).toEqual([]);
    await later.context().close();
  });
});
