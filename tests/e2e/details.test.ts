import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { aPerson } from "../support/people.ts";
import { openSite, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it("a visitor types details once: a new invoice starts with them, says so, and goes into another sender's name", async () => {
  const page = await site.visit("/details");
  const detail = (label: string) => page.getByRole("textbox", { name: label, exact: true });
  await detail("Name or company").fill("Mila Sorell");
  await detail("Street").fill("Lampengasse 12");
  await detail("Postcode").fill("10437");
  await detail("Town").fill("Windisch");
  await detail("IBAN").fill("DE89370400440532013001");
  await page.getByText("Its check digits don’t fit").waitFor();
  await detail("IBAN").fill("DE89370400440532013000");
  await page.getByText("Its check digits are right.").waitFor();
  await page.getByText("Kept on this device only").waitFor();
  // A real page beside the form, with what is being typed in yellow.
  await page.getByRole("img", { name: /with your details on it/ }).waitFor();
  await page.locator("[data-highlight]").first().waitFor();
  expect(await findViolationsInTheme(page, "light")).toEqual([]);

  await page.getByRole("button", { name: "Another sender" }).click();
  await page.getByRole("textbox", { name: "Called" }).fill("The studio");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "The studio", selected: true }).waitFor();
  await detail("Name or company").fill("Studio Sorell");
  await page.getByRole("tab", { name: "The studio" }).press("ArrowLeft");
  await expect.poll(() => detail("Name or company").inputValue()).toBe("Mila Sorell");
  expect(await detail("IBAN").inputValue()).toBe("DE89 3704 0044 0532 0130 00");
  await page.locator('[data-save-state="kept"]').waitFor();

  await page.goto(`${site.server.url}/invoices/counsel/use`);
  const form = page.getByRole("form", { name: "Words" });
  const field = (path: string) => form.locator(`[data-path="${path}"]`).getByRole("textbox");
  await expect.poll(() => field("from.name").inputValue()).toBe("Mila Sorell");
  expect(await field("from.address").inputValue()).toBe("Lampengasse 12\n10437 Windisch");
  expect(await field("payment").inputValue()).toBe("DE89 3704 0044 0532 0130 00");
  await form.locator('[data-path="from.name"]').getByText("From your details: Me").waitFor();
  await field("from.trade").fill("By hand");
  await page.getByRole("combobox", { name: "In the name of" }).selectOption("The studio");
  await expect.poll(() => field("from.name").inputValue()).toBe("Studio Sorell");
  expect(await field("from.address").inputValue()).toBe("");
  expect(await field("from.trade").inputValue()).toBe("By hand");
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(() => field("from.name").inputValue()).toBe("Mila Sorell");
  await page.context().close();
});

it("whoever is signed in has details in the account, in every browser, and is offered those they have written to", async () => {
  const templates = await someTemplates(site);
  const counsel = templates.find(({ url }) => url === "/invoices/counsel")?.id as string;
  const [person, other] = [await aPerson(callOf(site)), await aPerson(callOf(site))];
  const to = { name: "Solberg Kunsthall", address: "Brugata 14\n0186 Tønsvik" };
  await postAs(site, person, "/items/documents", { templates_id: counsel, title: "One", data: { to } });
  await postAs(site, other, "/items/documents", {
    templates_id: counsel,
    title: "Theirs",
    data: { to: { name: "Solberg Strangers" } },
  });
  const { page } = await aKnownPage(site, "/dashboard/details", { person });
  const name = page.getByRole("textbox", { name: "Name or company", exact: true });
  expect(await name.getAttribute("placeholder")).toContain("from your profile");
  await name.fill("Studio Sorell");
  await page.getByText("Kept in your account", { exact: true }).waitFor();
  await page.context().close();

  const { page: elsewhere } = await aKnownPage(site, "/dashboard/details", { person });
  const there = elsewhere.getByRole("textbox", { name: "Name or company", exact: true });
  await expect.poll(() => there.inputValue()).toBe("Studio Sorell");
  expect(await findViolationsInTheme(elsewhere, "dark")).toEqual([]);

  await elsewhere.goto(`${site.server.url}/invoices/counsel/use`);
  const field = (path: string) => elsewhere.locator(`[data-path="${path}"]`);
  await expect.poll(() => field("from.name").getByRole("textbox").inputValue()).toBe("Studio Sorell");
  const recipient = field("to.name").getByRole("combobox");
  await recipient.pressSequentially("solb");
  const offered = elsewhere.getByRole("listbox", { name: "Those you have written to" }).getByRole("option");
  await expect.poll(() => offered.allTextContents()).toEqual(["Solberg KunsthallBrugata 14, 0186 Tønsvik"]);
  await recipient.press("ArrowDown");
  await recipient.press("Enter");
  await expect.poll(() => recipient.inputValue()).toBe("Solberg Kunsthall");
  const address = field("to.address").getByRole("textbox");
  expect(await address.inputValue()).toBe(to.address);
  await elsewhere.keyboard.press("Control+z");
  await expect.poll(() => address.inputValue()).toBe("");
  expect(await recipient.inputValue()).toBe("solb");
  await elsewhere.context().close();
});
