import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { aPerson } from "../support/people.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const DATA = {
  name: "Mila Sorell",
  email: "mila@sorell.example",
  phone: "+49 555 0182",
  work: [{ title: "Lighting designer", place: "Tidemark Dance", years: "2018 to 2021" }],
  awards: "Northern Stage Award, 2023",
};

it("switches a document's template without losing values, with undo", {
  tags: ["long"],
}, async () => {
  const atelier = (await someTemplates(site)).find(({ url }) => url === "/resumes/atelier")?.id as string;
  const person = await aPerson(callOf(site));
  await postAs(site, person, "/items/documents", { templates_id: atelier, title: "My CV", data: DATA });
  const { page } = await aKnownPage(site, "/dashboard/documents", { person });
  await page.getByRole("button", { name: "More actions for My CV" }).press("Enter");
  await page.getByRole("menuitem", { name: "Other templates" }).click();

  const tray = page.getByRole("region", { name: "Other templates" });
  await tray.getByRole("button", { name: "Atelier Current template", pressed: true }).waitFor();
  // With this document's data: its name is in the picture of the other template.
  const signal = tray.getByRole("button", { name: "Signal 1 value doesn’t fit" });
  await signal.scrollIntoViewIfNeeded();
  await signal.locator("[data-own=drawn]").waitFor();
  expect(await findViolationsInTheme(page, "light")).toEqual([]);
  await signal.click();

  await page.waitForURL(/\/resumes\/signal\/use\?document=/);
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true }).first();
  await expect.poll(() => field("Name").inputValue()).toBe("Mila Sorell");
  await page.getByRole("tabpanel", { name: "Fields" }).getByText("Lighting designer").first().waitFor();
  await page.getByText("not on this page").click();
  await page.getByText("Northern Stage Award, 2023").waitFor();

  // Undo in the editor's bar and by keyboard, not only in the message.
  await page.keyboard.press("Control+z");
  await page.waitForURL(/\/resumes\/atelier\/use\?document=/);
  await expect.poll(() => field("Awards").inputValue()).toBe("Northern Stage Award, 2023");
  expect(await page.getByText("not on this page").count()).toBe(0);

  // Through all CV templates and back: every value is in its place, and nothing is left over.
  const id = new URL(page.url()).searchParams.get("document") ?? "";
  const cvs = (await someTemplates(site)).filter(({ url }) => url.startsWith("/resumes/"));
  expect(cvs.length).toBeGreaterThan(4);
  for (const template of [...cvs.map((each) => each.id), atelier]) {
    const answer = await postAs(site, person, `/documents/${id}/template`, { templates_id: template });
    expect(answer.status).toBe(200);
  }
  await page.reload();
  await expect.poll(() => field("Awards").inputValue()).toBe("Northern Stage Award, 2023");
  expect(await field("Name").inputValue()).toBe("Mila Sorell");
  expect(await page.getByText("not on this page").count()).toBe(0);

  // A CV fills the head of a cover letter in a new document, which is announced before.
  await page.getByRole("button", { name: "Other templates" }).click();
  const letter = tray.getByRole("button", { name: /New: Cover letter/ }).first();
  await letter.click();
  await page.waitForURL(/\/cover-letters\//);
  await expect.poll(() => field("Name").inputValue()).toBe("Mila Sorell");
  await page.getByRole("button", { name: "Go back" }).click();
  await page.waitForURL(`**/resumes/atelier/use?document=${id}`);
  await page.context().close();
});

it("previews other templates on a phone before switching", { tags: ["long"] }, async () => {
  const page = await site.visit("/resumes/atelier/use", { viewport: PHONE });
  const name = page.getByRole("textbox", { name: "Name", exact: true }).first();
  await name.fill("Noor Halvorsen");
  await page.getByRole("textbox", { name: "Awards", exact: true }).fill("Jury prize");
  const open = () => page.getByRole("button", { name: "Other templates" }).click();
  await open();
  const tray = page.getByRole("region", { name: "Other templates" });
  await tray.getByRole("button", { name: "Margin 1 value doesn’t fit" }).click();
  await tray.getByRole("img", { name: "Margin with your text" }).waitFor();
  await tray.getByRole("button", { name: "Show values" }).click();
  await tray.getByText("Jury prize").waitFor();
  expect(new URL(page.url()).pathname).toBe("/resumes/atelier/use");
  expect(await findViolationsInTheme(page, "dark")).toEqual([]);
  // One row, not wider than the screen.
  const row = tray.getByRole("list").first();
  expect(
    await row.evaluate((list) => list.scrollWidth > list.ownerDocument.documentElement.clientWidth),
  ).toBe(true);
  const box = await tray.getByRole("button", { name: "Use Margin" }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);

  await tray.getByRole("button", { name: "Back to Atelier" }).click();
  await expect.poll(() => name.inputValue()).toBe("Noor Halvorsen");
  await open();
  await tray.getByRole("button", { name: "Margin 1 value doesn’t fit" }).click();
  await tray.getByRole("button", { name: "Use Margin" }).click();
  await page.waitForURL(/\/resumes\/margin\/use/);
  await expect.poll(() => name.inputValue()).toBe("Noor Halvorsen");
  await page.getByText("not on this page").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await page.waitForURL(/\/resumes\/atelier\/use/);
  await expect.poll(() => name.inputValue()).toBe("Noor Halvorsen");
  await page.context().close();
});
