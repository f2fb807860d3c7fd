import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inLanguage } from "../../contract/site/interface-languages.ts";
import { openSqlite } from "../../server/database/sqlite.ts";
import { findViolationsInTheme } from "../support/axe.ts";
import { freePort } from "../support/free-port.ts";
import { aKnownPage, callOf, rememberedEmail } from "../support/known.ts";
import { codeFor } from "../support/one-time-codes.ts";
import { anOperator } from "../support/operators.ts";
import { knownNames, NARROW, overflowOf, plainTexts } from "../support/page-language.ts";
import { aPerson, type Person, postJson } from "../support/people.ts";
import { openOwnSite, untilAlive, untilSettled } from "../support/site.ts";

const PROVIDER = "Contoso";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  const port = await freePort();
  // Passkeys belong to a name, not to an address.
  const url = `http://localhost:${port}`;
  const provider = {
    OIDC_ISSUER: "https://login.contoso.example",
    OIDC_CLIENT_ID: "typecase",
    OIDC_CLIENT_SECRET: "a secret of this test",
    OIDC_NAME: PROVIDER,
  };
  const own = await openOwnSite({
    ...provider,
    OPERATOR_TWO_FACTOR: "required",
    PORT: String(port),
    PUBLIC_URL: url,
    RENDER_PROCESSES: "0",
  });
  site = { ...own, server: { ...own.server, url } };
});
afterAll(() => site?.close());

const goTo = async (page: Page, path: string) => {
  await page.goto(site.server.url + path);
  await untilAlive(page);
};

/** A device with a fingerprint sensor that its owner has just touched. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => rememberedEmail(page)).toBeNull();
}

/** From the account page. */
async function signInWithPassword(page: Page, { email, password }: Person): Promise<void> {
  await leave(page);
  await goTo(page, "/login?next=%2Fdashboard%2Fprofile");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard/profile");
}

/** Gives the key that an authenticator app would scan. */
async function beginTwoFactor(page: Page, { password }: Person): Promise<string> {
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("img", { name: "QR code" }).waitFor();
  return (await dialog.getByRole("code").textContent()) ?? "";
}

const offerOf = (page: Page) => page.getByRole("region", { name: "Sign in faster next time" });

describe("signing in", () => {
  it("offers a passkey that was added under Account, until it is removed", async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/account", { fresh: true });
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkey added").waitFor();
    await page.getByRole("button", { name: "Rename the passkey Chrome on Linux" }).click();
    await page.getByRole("alertdialog").getByLabel("Name").fill("Work laptop");
    await page.getByRole("alertdialog").getByRole("button", { name: "Rename" }).click();
    await page.getByText("Work laptop").waitFor();

    await leave(page);
    // The virtual device takes the suggestion at once, as if it were chosen.
    await goTo(page, "/login?next=%2Fdashboard%2Faccount");
    await page.waitForURL("**/dashboard/account");
    expect(await rememberedEmail(page)).toBe(person.email);
    await page.getByText("signed in with a passkey").waitFor();

    expect(await offerOf(page).count()).toBe(0);
    await page.getByRole("button", { name: "Remove the passkey Work laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Work laptop", { exact: true }).waitFor({ state: "detached" });

    // Without one, it is offered after the password, until it is dismissed.
    await signInWithPassword(page, person);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await offerOf(page).getByRole("button", { name: "Not now" }).click();
    await offerOf(page).waitFor({ state: "detached" });
    await goTo(page, "/dashboard/account");
    await signInWithPassword(page, person);
    await untilSettled(page);
    expect(await offerOf(page).count()).toBe(0);
    await page.context().close();
  });

  it("adds the passkey that is offered after the password", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/account", { fresh: true });
    await addAuthenticator(page);
    await signInWithPassword(page, person);
    await offerOf(page).getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkey added").waitFor();
    await offerOf(page).waitFor({ state: "detached" });
    await goTo(page, "/dashboard/account");
    await page.getByRole("button", { name: "Remove the passkey Chrome on Linux" }).waitFor();
    await page.context().close();
  });

  it.each(["en-XA", "ar"] as const)(
    "is translated and fits into 320 px at every step: %s",
    async (language) => {
      const person = await aPerson(callOf(site));
      const { email, password, cookie } = person;
      const begun = await postJson(callOf(site), "/auth/two-factor/enable", { password }, { cookie });
      const { totpURI } = (await begun.json()) as { totpURI: string };
      const code = await codeFor(new URL(totpURI).searchParams.get("secret") ?? "");
      expect(
        (await postJson(callOf(site), "/auth/two-factor/verify-totp", { code }, { cookie })).status,
      ).toBe(200);

      const page = await site.open({ viewport: NARROW });
      const names = [...(await knownNames(site.server.url)), PROVIDER];
      const look = async (step: string) => {
        await untilSettled(page);
        expect.soft(await overflowOf(page), step).toEqual([]);
        if (language === "ar") expect.soft(await findViolationsInTheme(page, "light"), step).toEqual([]);
        else expect.soft(await plainTexts(page, { names }), step).toEqual([]);
      };
      await goTo(page, inLanguage(language, "/login"));
      await page.getByRole("main").getByText(PROVIDER).waitFor();
      await look("password");
      await page.locator("[autocomplete~=username]").fill(email);
      await page.locator("[autocomplete~=current-password]").fill(password);
      await page.locator("[autocomplete~=current-password]").press("Enter");
      await page.locator("[autocomplete~=one-time-code]").waitFor();
      await look("code");
      await page.context().close();
    },
  );
  it("gives the focus back after a passkey was added with the password", async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/account", { fresh: true });
    await addAuthenticator(page);
    const database = openSqlite(join(site.data, "typecase.sqlite"));
    database
      .prepare(
        "update auth_session set passwordAt = null, createdAt = '2026-01-01T00:00:00.000Z' where userId = ?",
      )
      .run(person.id);
    database.close();
    const add = page.getByRole("button", { name: "Add a passkey" });
    await add.click();
    const dialog = page.getByRole("alertdialog", { name: "Confirm it’s you" });
    await dialog.getByLabel("Your password").fill(person.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Passkey added").waitFor();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it("leads an operator without two-factor sign-in from the studio to its set-up, and back", async () => {
    const operator = await anOperator(callOf(site), {
      environment: { DATA_DIR: site.data, DATABASE_URL: "" },
    });
    const { page } = await aKnownPage(site, "/studio", { person: operator });
    await page.getByRole("heading", { level: 1, name: "Turn on two-factor sign-in" }).waitFor();
    expect(await page.getByRole("heading", { name: "Templates" }).count()).toBe(0);
    await page.getByRole("link", { name: "Set it up" }).click();
    await page.waitForURL("**/dashboard/account#two-factor");
    await page.getByText("Operators of this library need two-factor sign-in.").waitFor();
    const key = await beginTwoFactor(page, operator);
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("textbox", { name: "Code" }).fill(await codeFor(key));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByRole("button", { name: "I’ve saved them" }).click();
    await goTo(page, "/studio");
    await page.getByRole("heading", { level: 1, name: "Templates" }).waitFor();
    await page.context().close();
  });

  it("asks for a code after the password, once that is turned on", { tags: ["long"] }, async () => {
    const person = await aPerson(callOf(site));
    const { page } = await aKnownPage(site, "/dashboard/account", { person });
    const key = await beginTwoFactor(page, person);
    const dialog = page.getByRole("alertdialog");
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    const code = () => codeFor(key);
    await dialog.getByRole("textbox", { name: "Code" }).fill("12345");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await dialog.getByText("Enter the six digits from your app").waitFor();
    await dialog.getByRole("textbox", { name: "Code" }).fill(await code());
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
    const [recoveryCode = ""] = await dialog.getByRole("code").allTextContents();
    await dialog.getByRole("button", { name: "I’ve saved them" }).click();
    await page.getByText("10 of 10 left").waitFor();

    await leave(page);
    // This browser refuses to offer passkeys, which is no problem of the person's.
    const offered = page.waitForResponse(/generate-authenticate-options/);
    await goTo(page, "/login?next=%2Fdashboard%2Faccount");
    await (await offered).finished();
    await untilSettled(page);
    expect((await page.getByRole("main").getByRole("alert").allTextContents()).join("")).toBe("");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Enter your code" }).waitFor();
    expect(await rememberedEmail(page)).toBeNull();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill("aaaaa-bbbbb");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This recovery code isn’t correct or has already been used.").waitFor();
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard/account");
    await page.getByText("9 of 10 left").waitFor();
    expect(await rememberedEmail(page)).toBe(person.email);
    await page.context().close();
  });
});
