import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatherComplaints } from "../support/browser.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { PERSON, sharedBrowser } from "../support/site.ts";

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), sharedBrowser()]);
});
afterAll(async () => {
  await server?.stop();
});

describe("the frame in a browser", () => {
  it("hydrates without warnings and navigates without reloading", async () => {
    const page = await browser.newPage({ userAgent: PERSON });
    const complaints = gatherComplaints(page);
    await page.goto(server.url);
    expect(await page.title()).toBe("Typecase");
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await page.getByRole("link", { name: "Templates", exact: true }).first().click();
    await page.waitForURL("**/templates");
    await expect.poll(() => page.title()).toBe("Templates · Typecase");
    expect(await page.evaluate(() => "stayed" in window)).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("shows the API's address and distinct landmarks", async () => {
    const page = await browser.newPage({ userAgent: PERSON });
    await page.goto(`${server.url}/docs/api`);
    for (const place of await page.getByRole("region", { name: "Example" }).all())
      await expect.poll(() => place.textContent()).toContain(`${server.url}/items/templates`);
    const landmarks = await page
      .getByRole("region")
      .or(page.getByRole("navigation"))
      .evaluateAll((parts) =>
        parts.map((part) => {
          const by = part.getAttribute("aria-labelledby");
          const name = by === null ? part.ariaLabel : document.getElementById(by)?.textContent;
          return `${part.localName} ${name}`;
        }),
      );
    expect(landmarks.toSorted()).toEqual([...new Set(landmarks)].toSorted());
    await page.close();
  });

  it("shows the error page for an unknown path after hydration", async () => {
    const page = await browser.newPage({ userAgent: PERSON });
    const answer = await page.goto(`${server.url}/nothing/caf%C3%A9?x=1`);
    expect(answer?.status()).toBe(404);
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    await page.getByText("Page not found: /nothing/café").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Page Not Found");
    expect(await page.getByText("404", { exact: true }).count()).toBeGreaterThan(0);
    await page.close();
  });

  it("is readable without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole("link", { name: "Templates", exact: true }).first().click();
    expect(new URL(page.url()).pathname).toBe("/templates");
    await context.close();
  });
});
