import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { parsePo } from "pofile-ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { openOwnSite } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  site = await openOwnSite();
});
afterAll(() => site?.close());

const items = ["site", "account"].flatMap(
  (name) => parsePo(readFileSync(`locales/de/${name}.po`, "utf8")).items,
);
/** A text of the interface in German, as far as it is translated. */
function german(message: string): string {
  const found = items.find(({ msgid }) => msgid === message);
  return found?.msgstr[0] || message;
}

it("a suggested translation is reviewed, used for everyone and exported", { tags: ["long"] }, async () => {
  const { page, person } = await aKnownPage(site, "/de");
  const contact = page.getByRole("link", { name: german("Contact"), exact: true }).first();
  await contact.waitFor();
  const menu = page.getByRole("button", { name: german("Language"), exact: true });
  await menu.click();
  const start = page.getByRole("button", { name: german("Suggest a better translation"), exact: true });
  await start.press("Enter");
  const overlay = page.getByRole("region", { name: german("Suggest a better translation") });
  await overlay.getByRole("button", { name: german("Done"), exact: true }).waitFor();
  const spot = overlay.getByRole("button", { name: `: ${german("Contact")}` }).first();
  await spot.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Contact", { exact: true }).waitFor();
  expect(await findViolationsInTheme(page, "light")).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => spot.evaluate((button) => button === document.activeElement)).toBe(true);

  await spot.click();
  const field = dialog.getByLabel(german("Your suggestion"));
  await field.fill("{name}");
  await dialog.getByRole("button", { name: german("Send"), exact: true }).click();
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await field.fill("Schreiben Sie uns");
  await dialog.getByRole("button", { name: german("Send"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await overlay.waitFor({ state: "detached" });
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);

  const operator = await anOperator(callOf(site), { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
  const studio = await aKnownPage(site, "/studio/translations", { person: operator });
  await studio.page.getByRole("button", { name: "Accept the translation of Contact" }).click();
  await studio.page.getByText("Translation of “Contact” accepted.").waitFor();
  await studio.page.getByRole("region", { name: "Accepted" }).getByText("Schreiben Sie uns").waitFor();
  expect(await findViolationsInTheme(studio.page, "light")).toEqual([]);
  const [download] = await Promise.all([
    studio.page.waitForEvent("download"),
    studio.page.getByRole("link", { name: "Export as PO" }).click(),
  ]);
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  const exported = Object.values(files).map((file) => strFromU8(file));
  expect(exported.join("\n")).toContain('msgid "Contact"\nmsgstr "Schreiben Sie uns"');
  expect(exported.join("\n")).toContain(`# origin: ${person.name}\n`);

  const visitor = await site.visit("/de");
  const link = visitor.getByRole("link", { name: "Schreiben Sie uns", exact: true }).first();
  await link.waitFor();
  // Also where the browser itself makes the page.
  await link.click();
  await visitor.waitForURL("**/de/contact");
  await visitor.getByRole("link", { name: "Schreiben Sie uns", exact: true }).first().waitFor();
});
