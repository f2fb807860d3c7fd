import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { CLIENT, startIssuer, type TestIssuer } from "../support/issuer.ts";
import { callOf, rememberedEmail } from "../support/known.ts";
import { aPerson } from "../support/people.ts";
import { openOwnSite, type Site, untilAlive } from "../support/site.ts";

let site: Site;
let issuer: TestIssuer;
beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  issuer = await startIssuer(url);
  const own = await openOwnSite({
    PORT: String(port),
    PUBLIC_URL: url,
    RENDER_PROCESSES: "0",
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Contoso",
  });
  site = { ...own, server: { ...own.server, url } };
});
afterAll(async () => {
  await site?.close();
  await issuer?.stop();
});

async function pressButton(page: Page): Promise<void> {
  await page.goto(`${site.server.url}/login?next=%2Fdashboard%2Faccount`);
  await untilAlive(page);
  await page.getByRole("button", { name: "Continue with Contoso" }).click();
}
const problem = (page: Page, text: RegExp) => page.getByRole("alert").filter({ hasText: text }).waitFor();

describe("signing in with an OpenID Connect provider", () => {
  it("says so while the provider is down, next to the other way to sign in", { tags: ["long"] }, async () => {
    const page = await site.open({ fresh: true });
    await issuer.stop();
    try {
      await pressButton(page);
      await problem(page, /./);
      expect(await page.getByLabel("Password").isEnabled()).toBe(true);
    } finally {
      await issuer.start();
    }
    await page.context().close();
  });

  it("leads back to the page that was asked for, signed in", async () => {
    const page = await site.open({ fresh: true });
    issuer.become("ada", { email: "ada@contoso.example", email_verified: true, name: "Ada" });
    await pressButton(page);
    await page.waitForURL("**/dashboard/account");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    expect(await rememberedEmail(page)).toBe("ada@contoso.example");
    await page.context().close();
  });

  it("says why it didn't work, and leaves an account under the same address alone", {
    tags: ["long"],
  }, async () => {
    await aPerson(callOf(site), { email: "victim@contoso.example" });
    for (const [subject, email_verified, text] of [
      ["grace", false, /Contoso hasn’t confirmed your email address/],
      ["victim", true, /There’s already an account with your email address/],
    ] as const) {
      // The issuer remembers who signed in.
      const page = await site.open({ fresh: true });
      issuer.become(subject, { email: `${subject}@contoso.example`, email_verified, name: subject });
      await pressButton(page);
      await problem(page, text);
      expect(await rememberedEmail(page)).toBeNull();
      await page.context().close();
    }
  });
});
