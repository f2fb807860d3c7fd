import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openSite, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const detailIn = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const untilSaved = (page: Page) => page.locator('[data-save-state="saved"]').waitFor();

it("fills a visitor's new invoice from details and switches the sender", async () => {
  const page = await site.visit("/details");
  const detail = (label: string) => detailIn(page, label);
  await detail("Name or company").fill("Mila Sorell");
  await detail("Street").fill("Lampengasse 12");
  await detail("Postcode").fill("10437");
  await detail("Town").fill("Windisch");
  await detail("IBAN").fill("DE89370400440532013001");
  await page.getByText("This IBAN isn’t valid").waitFor();
  await detail("IBAN").fill("DE89370400440532013000");
  await page.getByText("This IBAN is valid.").waitFor();
  await page.getByText("Saved on this device only").waitFor();
  // A real page next to the form, with the current field highlighted.
  await page.getByRole("img", { name: /with your details$/ }).waitFor();
  await page.locator("[data-highlight]").first().waitFor();
  expect(await findViolationsInTheme(page, "light")).toEqual([]);

  await page.getByRole("button", { name: "Add sender" }).click();
  await page.getByRole("textbox", { name: "Name of this sender" }).fill("The studio");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "The studio", selected: true }).waitFor();
  await detail("Name or company").fill("Studio Sorell");
  await page.getByRole("tab", { name: "The studio" }).press("ArrowLeft");
  await expect.poll(() => detail("Name or company").inputValue()).toBe("Mila Sorell");
  expect(await detail("IBAN").inputValue()).toBe("DE89 3704 0044 0532 0130 00");
  await page.locator('[data-save-state="saved"]').waitFor();

  await page.goto(`${site.server.url}/invoices/counsel/use`);
  const form = page.getByRole("form", { name: "Fields" });
  const field = (path: string) => form.locator(`[data-path="${path}"]`).getByRole("textbox");
  await expect.poll(() => field("from.name").inputValue()).toBe("Mila Sorell");
  expect(await field("from.address").inputValue()).toBe("Lampengasse 12\n10437 Windisch");
  expect(await field("payment").inputValue()).toBe("DE89 3704 0044 0532 0130 00");
  await form.locator('[data-path="from.name"]').getByText("From your details: Me").waitFor();
  await field("from.trade").fill("By hand");
  await page.getByRole("combobox", { name: "Sender" }).selectOption("The studio");
  await expect.poll(() => field("from.name").inputValue()).toBe("Studio Sorell");
  expect(await field("from.address").inputValue()).toBe("");
  expect(await field("from.trade").inputValue()).toBe("By hand");
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(() => field("from.name").inputValue()).toBe("Mila Sorell");
  await page.context().close();
});

it("syncs details of an account and offers recipients", { tags: ["long"] }, async () => {
  const templates = await someTemplates(site);
  const counsel = templates.find(({ url }) => url === "/invoices/counsel")?.id as string;
  const [person, other] = [await aPerson(callOf(site)), await aPerson(callOf(site))];
  const to = { name: "Solberg Kunsthall", address: "Brugata 14\n0186 Tønsvik" };
  const noor = { name: "Noor Halvorsen", attention: "Accounts" };
  await postAs(site, person, "/items/documents", { templates_id: counsel, title: "Two", data: { to: noor } });
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
  await page.getByText("Saved to your account", { exact: true }).waitFor();
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
  const offered = elsewhere.getByRole("listbox", { name: "Previous recipients" }).getByRole("option");
  await expect.poll(() => offered.allTextContents()).toEqual(["Solberg KunsthallBrugata 14, 0186 Tønsvik"]);
  await recipient.press("ArrowDown");
  await recipient.press("Enter");
  await expect.poll(() => recipient.inputValue()).toBe("Solberg Kunsthall");
  const address = field("to.address").getByRole("textbox");
  expect(await address.inputValue()).toBe(to.address);
  await elsewhere.keyboard.press("Control+z");
  await expect.poll(() => address.inputValue()).toBe("");
  expect(await recipient.inputValue()).toBe("solb");

  // Another recipient without an address: the previous address must not remain.
  await recipient.fill("sol");
  await offered.getByText("Solberg Kunsthall").click();
  await expect.poll(() => address.inputValue()).toBe(to.address);
  await recipient.fill("noo");
  await offered.getByText("Noor Halvorsen").click();
  await expect.poll(() => recipient.inputValue()).toBe("Noor Halvorsen");
  expect(await address.inputValue()).toBe("");
  expect(await field("to.attention").getByRole("textbox").inputValue()).toBe("Accounts");
  await elsewhere.context().close();
});

/** The senders of a person in the account. */
async function sendersOf(person: Person): Promise<{ id: string; label: string; texts: object }[]> {
  const answer = await callOf(site)("/items/details", { headers: { cookie: person.cookie } });
  const { data }: { data: { id: string; label: string; words: { texts: object } }[] } = await answer.json();
  return data.map(({ id, label, words }) => ({ id, label, texts: words.texts }));
}

it("offers local details after sign-in and syncs offline changes safely", {
  tags: ["long"],
}, async () => {
  const person = await aPerson(callOf(site));
  const page = await site.visit("/details");
  const detail = (label: string) => detailIn(page, label);
  await detail("Name or company").fill("Mila Sorell");
  await untilSaved(page);
  await page.goto(`${site.server.url}/login?next=%2Fdashboard%2Fdetails`);
  await untilAlive(page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("before you signed in: “Me”").waitFor();
  expect(await sendersOf(person)).toEqual([]);
  await page.getByRole("button", { name: "Add to my account" }).click();
  await expect
    .poll(() => sendersOf(person))
    .toMatchObject([{ label: "Me", texts: { "sender.name": "Mila Sorell" } }]);
  await untilSaved(page);

  await page.route("**/items/details**", (route) => route.abort());
  await detail("Town").fill("Windisch");
  const said = "No connection. Saved on this device; we’ll upload your changes when you’re back online.";
  await page.getByText(said).waitFor();
  const [sender] = await sendersOf(person);
  await callOf(site)(`/items/details/${sender?.id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", cookie: person.cookie },
    body: JSON.stringify({
      label: "From afar",
      words: { texts: { "sender.name": "Mila Sorell", "sender.phone": "+49 555 0182" } },
    }),
  });
  await page.reload();
  await untilAlive(page);
  await expect.poll(() => detail("Town").inputValue()).toBe("Windisch");
  await page.getByText(said).waitFor();
  await page.unroute("**/items/details**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("Saved to your account", { exact: true }).waitFor();
  expect(await detail("Phone").inputValue()).toBe("+49 555 0182");
  expect(await sendersOf(person)).toEqual([
    {
      id: sender?.id,
      label: "From afar",
      texts: { "sender.name": "Mila Sorell", "sender.phone": "+49 555 0182", "sender.town": "Windisch" },
    },
  ]);
  await page.context().close();
});

it("saves typed details on request and uses a drawn signature", { tags: ["long"] }, async () => {
  const page = await site.visit("/letters/docket/use");
  const field = (path: string) => page.locator(`[data-path="${path}"]`);
  await field("sender.name").getByRole("textbox").fill("Mila Sorell");
  await field("sender.email").getByRole("textbox").fill("mila@sorell.example");
  await page.getByRole("button", { name: "Save my details" }).click();
  await page.getByText("Your details are saved. New documents will start with them.").waitFor();

  await page.goto(`${site.server.url}/details`);
  await untilAlive(page);
  await expect.poll(() => detailIn(page, "Name or company").inputValue()).toBe("Mila Sorell");
  expect(await detailIn(page, "Email").inputValue()).toBe("mila@sorell.example");
  await page
    .getByRole("group", { name: "Signature" })
    .getByRole("button", { name: "Draw", exact: true })
    .click();
  const pad = page.getByRole("img", { name: "Sign here with a finger, a pen or a mouse" });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("there is nothing to sign on");
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 20, { steps: 4 });
  await page.mouse.move(box.x + 130, box.y + 50, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("img", { name: "Your signature" }).waitFor();
  await untilSaved(page);

  await page.goto(`${site.server.url}/letters/plinth/use`);
  await field("autograph")
    .getByRole("img", { name: /, preview$/ })
    .waitFor();
  // On the page, not only in the form.
  await page
    .getByRole("region", { name: "Pages" })
    .getByRole("button", { name: /signature/i })
    .first()
    .waitFor();
  await page.context().close();
});
