import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_LINE, recordActions } from "../../server/actions/action-log.ts";
import { findViolationsInTheme } from "../support/axe.ts";
import { withDatabase } from "../support/database-schema.ts";
import { aKnownPage, callOf, postAs } from "../support/known.ts";
import { aToken, anOperator as promotedPerson } from "../support/operators.ts";
import { aPerson, signIn } from "../support/people.ts";
import { openOwnSite, untilAlive } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  site = await openOwnSite({ TRUSTED_PROXIES: "127.0.0.1", RENDER_PROCESSES: "0" });
});
afterAll(() => site?.close());

const here = () => ({ environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
const anOperator = () => promotedPerson(callOf(site), here());

describe("contact", () => {
  it("stores a message that an operator reads and closes", { tags: ["long"] }, async () => {
    const page = await site.visit("/contact");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Enter your message").waitFor();
    await page.getByLabel("Name").fill("Mira Oke");
    await page.getByLabel("Email").fill("mira@example.org");
    await page.getByLabel("Subject").fill("A missing template");
    await page.getByLabel("Message").fill("Could you add a seed packet?\nThank you.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("We’ll reply to mira@example.org").waitFor();
    await page.context().close();

    const { page: desk } = await aKnownPage(site, "/studio/messages", { person: await anOperator() });
    await desk.getByText("Could you add a seed packet?").waitFor();
    await desk.getByRole("button", { name: "Close: A missing template" }).click();
    await desk.getByRole("heading", { name: "Closed" }).waitFor();
    await desk.context().close();
  });

  it("pages through messages", { tags: ["long"] }, async () => {
    const sent = Array.from({ length: 52 }, (_, index) => `Letter number ${index + 1}.`);
    for (const [index, subject] of sent.entries()) {
      const letter = { name: "Mira Oke", email: "mira@example.org", subject, message: "About seeds." };
      const answer = await callOf(site)("/items/contact_messages", {
        method: "POST",
        // Each from its own address: one alone may not send so many.
        headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${index + 1}` },
        body: JSON.stringify(letter),
      });
      expect(answer.status).toBe(200);
    }
    const newestFirst = [...sent].reverse();
    const { page } = await aKnownPage(site, "/studio/messages", { person: await anOperator() });
    const open = page.locator("section").filter({ has: page.getByRole("heading", { name: /^Open/ }) });
    const shown = () => open.getByRole("listitem").locator("b").allTextContents();
    await open.getByText("1–50 of 52").waitFor();
    expect(await shown()).toEqual(newestFirst.slice(0, 50));
    await open.getByRole("link", { name: "Next" }).click();
    await open.getByText("51–52 of 52").waitFor();
    expect(await shown()).toEqual(newestFirst.slice(50));

    await open.getByRole("button", { name: "Close: Letter number 2." }).click();
    await open.getByText("51 of 51").waitFor();
    await page.reload();
    await open.getByText("51 of 51").waitFor();
    expect(await shown()).toEqual(["Letter number 1."]);

    // While the first page loads, the second one stays visible with its number.
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(/contact_messages.*=open.*page=1/, async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await page.goBack();
    await asked.promise;
    expect(await shown()).toEqual(["Letter number 1."]);
    expect(await open.getByText("51 of 51").isVisible()).toBe(true);
    answered.resolve();
    await open.getByText("1–50 of 51").waitFor();
    expect(await shown()).toEqual(newestFirst.slice(0, 50));

    await page.goForward();
    await open.getByText("51 of 51").waitFor();
    await open.getByRole("button", { name: "Close: Letter number 1." }).click();
    // The second page is empty now.
    await expect.poll(shown).toEqual(newestFirst.slice(0, 50));
    await page.context().close();
  });

  it("stores nothing when the hidden field is filled in", async () => {
    const page = await site.visit("/contact");
    await page.getByLabel("Name").fill("Machine");
    await page.getByLabel("Email").fill("machine@example.org");
    await page.getByLabel("Subject").fill("Offer");
    await page.getByLabel("Message").fill("Cheap things");
    await page.locator('input[name="website"]').fill("https://spam.example", { force: true });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Message sent").waitFor();
    const answer = await callOf(site)("/items/contact_messages?filter[name][_eq]=Machine", {
      headers: await aToken(here(), "messages:read"),
    });
    expect(await answer.json()).toEqual({ data: [] });
    await page.context().close();
  });
});

describe("people, for operators", () => {
  it("are listed and get a reset link that works once", {
    tags: ["long"],
  }, async () => {
    const person = await aPerson(callOf(site), { name: "Ola Nordmann" });
    const operator = await anOperator();
    const { page } = await aKnownPage(site, "/studio/people", { person: operator });
    await page.getByText(person.email).waitFor();
    // An hour after signing in, the password is asked for once, then the action is done.
    await withDatabase(here(), ({ db }) =>
      db
        .updateTable("auth_session")
        .set({ createdAt: new Date(Date.now() - 3_600_000).toISOString() })
        .where("userId", "=", operator.id)
        .execute(),
    );
    await page.getByRole("button", { name: "Reset link for Ola Nordmann" }).click();
    const question = page.getByRole("alertdialog", { name: "Create a reset link for Ola Nordmann?" });
    await question.getByText("can set a new password").waitFor();
    await question.getByRole("button", { name: "Create link" }).click();
    await question.getByLabel("Your password").fill("not the password");
    expect(await findViolationsInTheme(page, "light"), "question with a password").toEqual([]);
    await question.getByRole("button", { name: "Create link" }).click();
    await question.getByText("That password is incorrect").waitFor();
    await question.getByLabel("Your password").fill(operator.password);
    await question.getByLabel("Your password").press("Enter");
    const link = await page.getByRole("code").textContent();

    const own = await site.visit("/contact");
    await own.goto(String(link));
    await untilAlive(own);
    await own.getByLabel("New password").fill("handed over password");
    await own.getByRole("button", { name: "Save password" }).click();
    await own.getByText("Sign in with your new password.").waitFor();
    await signIn(callOf(site), { ...person, password: "handed over password" });
    // After use it shows no form.
    await own.goto(String(link));
    await own.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(await own.getByLabel("New password").count()).toBe(0);
    await own.getByRole("link", { name: "Get a new link" }).click();
    await own.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await own.context().close();
    await page.context().close();
  });

  it("are promoted and disabled after confirmation, with undo", { tags: ["long"] }, async () => {
    const person = await aPerson(callOf(site), { name: "Kari Nordmann" });
    const { page } = await aKnownPage(site, `/studio/people?q=${person.email}`, {
      person: await anOperator(),
    });
    const press = (name: string) => page.getByRole("button", { name }).click();
    const question = (name: string) => page.getByRole("alertdialog", { name });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    const changes: string[] = [];
    page.on("request", (request) => request.method() === "POST" && changes.push(request.url()));

    await press("Make operator: Kari Nordmann");
    await question("Make Kari Nordmann an operator?")
      .getByText("You can remove the role again at any time.")
      .waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Make operator: Kari Nordmann");
    await press("Disable Kari Nordmann");
    await question("Disable Kari Nordmann?").getByRole("button", { name: "Cancel" }).click();
    await expect.poll(focused).toBe("Disable Kari Nordmann");
    expect(changes).toEqual([]);

    await press("Make operator: Kari Nordmann");
    await question("Make Kari Nordmann an operator?").getByRole("button", { name: "Make operator" }).click();
    await press("Remove operator role: Kari Nordmann");
    await question("Remove the operator role from Kari Nordmann?")
      .getByRole("button", { name: "Remove role" })
      .click();
    await page.getByRole("button", { name: "Make operator: Kari Nordmann" }).waitFor();

    await press("Disable Kari Nordmann");
    await question("Disable Kari Nordmann?").getByText("Nothing is deleted").waitFor();
    await question("Disable Kari Nordmann?").getByRole("button", { name: "Disable" }).click();
    await page.getByRole("button", { name: "Enable Kari Nordmann" }).waitFor();
    await expect(signIn(callOf(site), person)).rejects.toThrow("403");
    await press("Undo");
    await page.getByRole("button", { name: "Disable Kari Nordmann" }).waitFor();
    await signIn(callOf(site), person);
    await page.context().close();
  });

  it("are visible to operators only", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard/people");
    await page.getByRole("heading", { name: "Operators only" }).waitFor();
    await page.waitForURL("**/studio/people");
    await page.goto(`${site.server.url}/dashboard/log`);
    await page.getByRole("heading", { name: "Operators only" }).waitFor();
    await page.context().close();
  });
});

describe("the action log, for operators", () => {
  it("shows, filters, pages and links entries", { tags: ["long"] }, async () => {
    const operator = await anOperator();
    const person = await aPerson(callOf(site), { name: "Liv Nordmann" });
    const gone = await aPerson(callOf(site));
    for (const what of ["disable", "enable"])
      await postAs(site, operator, `/auth/people/${person.id}/${what}`, {});
    await postAs(site, gone, "/auth/delete-user", { password: gone.password });
    await withDatabase(here(), ({ db }) =>
      recordActions(
        db,
        COMMAND_LINE,
        "template.changed",
        { kind: "template", ids: Array.from({ length: 60 }, (_, index) => `gone-${index}`) },
        new Date(0),
      ),
    );

    const { page } = await aKnownPage(site, "/studio", { person: operator });
    await page.getByRole("link", { name: "Log", exact: true }).click();
    const lines = page.getByRole("list", { name: "Actions" }).getByRole("listitem");
    await lines.filter({ hasText: "A deleted account deleted their own account" }).waitFor();
    await lines.filter({ hasText: `${operator.name} disabled Liv Nordmann` }).waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await lines.filter({ hasText: "The command line changed a template" }).first().waitFor();

    await page.getByLabel("Person or token").fill("Liv Nord");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect.poll(() => lines.count()).toBe(2);
    await page.getByLabel("Action", { exact: true }).selectOption("Account enabled");
    await expect.poll(() => lines.count()).toBe(1);
    await page.context().close();
  });
});

describe("axe", () => {
  it("finds nothing on the operators' screens and the account question", { tags: ["long"] }, async () => {
    const operator = await anOperator();
    await postAs(site, operator, "/items/contact_messages", {
      name: "Mira Oke",
      email: "mira@example.org",
      subject: "A question for axe",
      message: "Could you add a seed packet?",
    });
    const { page } = await aKnownPage(site, "/studio/messages", { person: operator });
    await page.getByText("A question for axe").waitFor();
    expect(await findViolationsInTheme(page, "dark"), "messages").toEqual([]);
    await page.goto(`${site.server.url}/dashboard/people?q=${operator.email}`);
    await page.getByRole("main").getByRole("listitem").waitFor();
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(1);
    expect(await findViolationsInTheme(page, "light"), "people").toEqual([]);
    await page.goto(`${site.server.url}/dashboard/people?q=nobody-at-all`);
    await page.getByRole("link", { name: "Show all people" }).waitFor();
    expect(await findViolationsInTheme(page, "dark"), "nobody found").toEqual([]);
    await page.evaluate(() => localStorage.setItem("user_email", "another@example.org"));
    await page.goto(site.server.url);
    await page.getByRole("heading", { name: "Which account do you want to use?" }).waitFor();
    expect(await findViolationsInTheme(page, "light"), "which person").toEqual([]);
    await page.context().close();
  });
});
