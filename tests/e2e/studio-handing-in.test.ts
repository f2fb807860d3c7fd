import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { gatherComplaints } from "../support/browser.ts";
import { draftsOf, SMALL } from "../support/drafts.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openOwnSite, PHONE, untilSettled } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
let operator: Person;
beforeAll(async () => {
  site = await openOwnSite();
  operator = await anOperator(callOf(site), { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
});
afterAll(() => site?.close());

const REASON = "The heading is larger than anything beside it in the case.";

/** From the author's own draft to the list, by keyboard. */
async function handIn(page: Page) {
  const start = page.getByRole("button", { name: "Submit…" });
  await expect.poll(() => start.isEnabled()).toBe(true);
  await start.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Submit this template" });
  await dialog.getByText("Everybody may use it.").waitFor();
  await dialog.getByRole("button", { name: "Submit", exact: true }).press("Enter");
  const asked = dialog.getByText("To submit the template, agree to the licence.");
  await asked.waitFor();
  const box = dialog.getByLabel("I agree to this licence");
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press("Space");
  await asked.waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Submit", exact: true }).press("Enter");
  await page.waitForURL("**/dashboard/templates");
  await page.getByText("Submitted, waiting for review").waitFor();
}

it("a submission is refused, revised, discussed and accepted", {
  tags: ["long"],
}, async () => {
  // Off until an operator turns it on, with the licence that people agree to.
  const { page: desk } = await aKnownPage(site, "/studio/handed-in", { person: operator });
  const complaints = gatherComplaints(desk);
  await desk.getByRole("button", { name: "Open submissions" }).press("Enter");
  const setting = desk.getByRole("dialog", { name: "Submission settings" });
  await setting.getByLabel("Let people submit templates").press("Space");
  await setting.getByLabel("Licence").fill("Everybody may use it.");
  await setting.getByRole("button", { name: "Save" }).press("Enter");
  await desk.getByRole("button", { name: "Submissions are open" }).waitFor();

  const author = await aPerson(callOf(site), { name: "Ines Falk" });
  const { page: own } = await aKnownPage(site, "/dashboard", { person: author });
  await own.getByRole("navigation", { name: "Dashboard", exact: true }).getByText("Your templates").click();
  await own.getByText("You can have up to 5 drafts, each with up to 200 KB of source.").waitFor();
  await own.getByRole("button", { name: "Create template" }).press("Enter");
  await own.getByRole("button", { name: "Start blank" }).press("Enter");
  await own.waitForURL("**/studio/drafts/*");
  const id = new URL(own.url()).pathname.split("/").at(-1) ?? "";
  const drafts = draftsOf(callOf(site), { cookie: author.cookie });
  const ready = { ...SMALL, type: "planners", category: "week", slug: "ferry-page", template_name: "Ferry" };
  await drafts.save(id, { ...ready, description: "A page about a ferry." });
  await own.reload();
  await handIn(own);

  // It is pending with the operator, who sees the number; refusing needs a reason.
  await desk.reload();
  await desk.getByRole("link", { name: "Submissions 1" }).waitFor();
  await desk.getByText("All checks passed, PDF/UA-1").waitFor();
  expect(await findViolationsInTheme(desk, "light")).toEqual([]);
  await desk.getByRole("button", { name: "Reject…" }).press("Enter");
  const refusing = desk.getByRole("dialog", { name: "Reject this template" });
  await refusing.getByRole("button", { name: "Reject" }).press("Enter");
  await refusing.getByText("Enter a reason for the author.").waitFor();
  await refusing.getByLabel("Reason").fill(REASON);
  await refusing.getByRole("button", { name: "Reject" }).press("Enter");
  await desk.getByText("Nothing to review", { exact: true }).waitFor();

  // The reason is read, the template fixed and submitted again.
  await own.reload();
  await own.getByText(REASON).waitFor();
  expect(await findViolationsInTheme(own, "dark")).toEqual([]);
  await own.getByRole("link", { name: "Edit: Ferry" }).press("Enter");
  await own.waitForURL("**/studio/drafts/*");
  await own.getByRole("region", { name: "Review feedback" }).getByText(REASON).waitFor();
  await drafts.save(id, { content: SMALL.content.replace("20pt", "16pt") });
  await own.reload();
  await handIn(own);

  // On a phone: a comment on one place of the sheet, its number at the edge, and acceptance.
  const { page: phone } = await aKnownPage(site, `/studio/handed-in/${id}`, {
    person: operator,
    viewport: PHONE,
  });
  const seen = await phone.getByRole("region", { name: "Pages" }).boundingBox();
  expect(seen?.height).toBeGreaterThan(300);
  await phone.getByRole("button", { name: "Heading" }).first().press("Enter");
  await phone.getByText("Comment on Heading").waitFor();
  await phone.getByLabel("Comment", { exact: true }).fill("Much better.");
  await phone.getByRole("button", { name: "Send" }).press("Enter");
  await phone.getByRole("button", { name: "1: Heading" }).waitFor();
  expect(await findViolationsInTheme(phone, "light")).toEqual([]);
  const refused: string[] = [];
  phone.on("response", (answer) => answer.status() >= 400 && refused.push(answer.url()));
  const accept = phone.getByRole("button", { name: "Accept and publish" });
  await accept.press("Enter");
  await phone.getByText("Ferry by Ines Falk has been published.").waitFor();
  await phone.waitForURL("**/studio/handed-in");
  await untilSettled(phone);
  expect(refused).toEqual([]);

  const visitor = await site.visit("/planners/ferry-page");
  await visitor.getByRole("link", { name: "Ines Falk" }).click();
  await visitor.getByRole("heading", { name: "Ines Falk", level: 1 }).waitFor();
  await visitor.getByRole("link", { name: "Ferry", exact: true }).waitFor();
  expect(await findViolationsInTheme(visitor, "light")).toEqual([]);
  const map = await (await fetch(`${site.server.url}/sitemap.xml`)).text();
  expect(map).toContain("/authors/ines-falk<");
  expect((await fetch(`${site.server.url}/authors/nobody`)).status).toBe(404);

  // Whoever leaves decides what happens to it.
  await own.goto(`${site.server.url}/dashboard/account`);
  await own.getByRole("button", { name: "Delete account" }).press("Enter");
  await own.getByLabel("Keep published, credited to “a former member”").waitFor();
  await own.getByRole("alertdialog").getByLabel("Confirm with your password").fill(author.password);
  await own.getByRole("button", { name: "Delete account" }).press("Enter");
  await own.waitForURL(`${site.server.url}/`);
  await visitor.goto(`${site.server.url}/planners/ferry-page`);
  await visitor.getByText("by a former member").waitFor();
  expect((await fetch(`${site.server.url}/authors/ines-falk`)).status).toBe(404);
  expect(complaints).toEqual([]);
});
