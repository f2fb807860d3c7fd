import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const RESUME = {
  name: "resume.json",
  mimeType: "application/json",
  buffer: readFileSync(new URL("../fixtures/imports/resume-whole.json", import.meta.url)),
};

it("imports a JSON Resume into details and fills a CV completely", {
  tags: ["long"],
}, async () => {
  const page = await site.visit("/details");
  const section = page.getByRole("region", { name: "Import details" });
  const file = section.getByLabel("File with details");

  await file.setInputFiles({ ...RESUME, buffer: RESUME.buffer.subarray(0, 200) });
  await section.getByRole("alert").getByText("Nothing was imported.").waitFor();

  await file.setInputFiles(RESUME);
  await section.getByRole("heading", { name: "Ready to import 20 of 20 selected" }).waitFor();
  await section.getByText("not a valid date; imported as text").waitFor();
  expect(await findViolationsInTheme(page, "dark")).toEqual([]);
  // Nothing is stored before it is confirmed.
  expect(await page.getByRole("textbox", { name: "Email", exact: true }).inputValue()).toBe("");
  await section.getByRole("checkbox", { name: /^References/ }).press("Space");
  await section.getByRole("button", { name: "Import selected" }).press("Enter");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Email", exact: true }).inputValue())
    .toBe("mila@sorell.example");

  await page.goto(new URL("/resumes/signal/use", page.url()).href);
  const name = page.getByRole("textbox", { name: "Name", exact: true }).first();
  await expect.poll(() => name.inputValue()).toBe("Mila Sorell");
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("menuitem", { name: "ATS check" }).click();
  const dialog = page.getByRole("dialog", { name: "ATS check" });
  await dialog.getByText("All values found, in the right order.").waitFor();
  await dialog.getByRole("button", { name: "Work experience 2, Organisation" }).waitFor();
  expect(await findViolationsInTheme(page, "light")).toEqual([]);
  await page.context().close();
});

it("imports a JSON Resume in the editor and undoes it in one step", async () => {
  const page = await site.visit("/resumes/cameo/use");
  await page.getByRole("button", { name: "Import resume" }).waitFor();
  await page.getByLabel("Resume file").setInputFiles(RESUME);
  await page
    .getByText(/^Filled in \d+ fields from resume\.json/)
    .first()
    .waitFor();
  const interests = page.getByRole("textbox", { name: "Interests", exact: true });
  await expect.poll(() => interests.inputValue()).toBe("Lighthouses: Fresnel");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => interests.inputValue()).toBe("");
  await page.context().close();
});

it("reports a failed read-back and retries, also on a phone", { tags: ["long"] }, async () => {
  const page = await site.visit("/resumes/margin/use", { viewport: PHONE });
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("Noor Halvorsen");
  await page.route("**/render/*.pdf*", (route) => route.abort());
  await page.route("**/engine/**", (route) => route.abort()); // or the device would make the PDF
  const open = async () => {
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("menuitem", { name: "ATS check" }).click();
  };
  await open();
  const dialog = page.getByRole("dialog", { name: "ATS check" });
  await dialog.getByRole("alert").getByText("Try again in a moment.").waitFor();
  await page.unroute("**/render/*.pdf*");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("All values found, in the right order.").waitFor();
  await dialog.getByRole("button", { name: "Name", exact: true }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.context().close();
});
