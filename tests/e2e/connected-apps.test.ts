import { createServer, type Server } from "node:http";
import { createServer as createSocket } from "node:net";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownBrowser, callOf } from "../support/known.ts";
import { aTestApp, type TestApp } from "../support/oauth-client.ts";
import { aPerson } from "../support/people.ts";
import { openOwnSite, type Site } from "../support/site.ts";

let site: Site;
let app: Server;
let returnTo: string;
/** The query with which browsers come back to the app. */
const returned: string[] = [];

beforeAll(async () => {
  app = createServer((request, response) => {
    if (request.url?.startsWith("/callback")) returned.push(request.url.split("?")[1] ?? "");
    response.end("Connected");
  });
  await new Promise<void>((listening) => app.listen(0, "127.0.0.1", listening));
  returnTo = `http://127.0.0.1:${(app.address() as { port: number }).port}/callback`;
  const port = await freePort();
  const own = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RENDER_PROCESSES: "0" };
  site = await openOwnSite(own);
});
afterAll(async () => {
  await site?.close();
  app?.close();
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createSocket().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const transportOf = (given: TestApp) =>
  new StreamableHTTPClientTransport(new URL(`${site.server.url}/mcp`), { authProvider: given });

async function listDocuments(given: TestApp): Promise<boolean> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transportOf(given));
  const { isError } = await client.callTool({ name: "list_documents", arguments: {} });
  await client.close();
  return !isError;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
}

it("an app is connected with one click of a signed-in person", async () => {
  const given = aTestApp("Aria Assistant", returnTo);
  await expect(listDocuments(given)).rejects.toThrow(UnauthorizedError);
  const { page, person } = await aKnownBrowser(site);
  await page.goto(String(given.address));
  await page.getByRole("heading", { name: "Connect Aria Assistant to" }).waitFor();
  await page.getByRole("main").getByText(person.email).waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Connected").waitFor();
  await transportOf(given).finishAuth(new URLSearchParams(returned.at(-1)));
  expect(await listDocuments(given)).toBe(true);
  await page.context().close();
});

it("an app is connected after signing in, with what was allowed, and removed", {
  tags: ["long"],
}, async () => {
  const person = await aPerson(callOf(site));
  const given = aTestApp("Aria Assistant", returnTo);
  await expect(listDocuments(given)).rejects.toThrow(UnauthorizedError);

  const page = await site.open();
  await page.goto(String(given.address));
  await signIn(page, person);
  await page.getByRole("heading", { name: "Connect Aria Assistant to" }).waitFor();
  const text = await page.getByRole("main").innerText();
  expect(text).toContain(person.email);
  expect(text).toContain(new URL(returnTo).host);
  expect(await findViolationsInTheme(page, "light")).toEqual([]);
  expect(await findViolationsInTheme(page, "dark")).toEqual([]);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Connected").waitFor();
  await transportOf(given).finishAuth(new URLSearchParams(returned.at(-1)));
  expect(await listDocuments(given)).toBe(true);

  await page.goto(`${site.server.url}/dashboard/account#apps`);
  await page.getByText("makes documents").waitFor();
  await page.getByRole("button", { name: "Remove the app Aria Assistant" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No apps are connected").waitFor();
  await expect(listDocuments(given)).rejects.toThrow();
  await page.context().close();
});

it("an app gets less when the person turns documents off, and nothing on Cancel", {
  tags: ["long"],
}, async () => {
  const person = await aPerson(callOf(site));
  const given = aTestApp("Aria Assistant", returnTo);
  await expect(listDocuments(given)).rejects.toThrow(UnauthorizedError);
  const page = await site.open();
  await page.goto(String(given.address));
  await signIn(page, person);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Connected").waitFor();
  expect(returned.at(-1)).toContain("error=access_denied");

  await page.goto(String(given.address));
  await page.getByRole("checkbox", { name: "See and change your documents" }).uncheck();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("Connected").waitFor();
  await transportOf(given).finishAuth(new URLSearchParams(returned.at(-1)));
  expect(await listDocuments(given)).toBe(false);

  await page.goto(`${site.server.url}/dashboard/connect?client_id=unknown`);
  await page.getByRole("heading", { name: "This request has expired" }).waitFor();
  await page.context().close();
});
