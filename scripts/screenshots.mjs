// `npm run screenshots`: every screen at three widths, light and dark, into screenshots/.
// `-- --url http://localhost:3000` takes them from a server that is running; `-- home type` only those screens.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { makePeople } from "./screenshot-people.mjs";
import { buildWhenStale } from "./setup/build.mjs";
import { root } from "./setup/root.mjs";
import { findNode } from "./setup/runtime.mjs";

const WIDTHS = [390, 820, 1440];
const THEMES = ["light", "dark"];
const PICTURES_DEADLINE_MS = 180_000;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const OPERATOR_TOKEN = "operator-of-the-screenshots-0123456789";
const MISSPELT = "invioce";
const UNTIL_CURRENT = '.ed-stage[data-current="true"]';

const args = process.argv.slice(2);
const at = args.indexOf("--url");
const given = at < 0 ? undefined : args.splice(at, 2)[1];
const themes = args.includes("--light") ? ["light"] : THEMES;
const wanted = args.filter((arg) => !arg.startsWith("--"));

const node = findNode();
if (!given && !buildWhenStale(node)) process.exit(1);
const data = mkdtempSync(join(tmpdir(), "typecase-screenshots-"));
const server = given ? undefined : await start();
const url = given ?? server.url;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
});

try {
  if (!given) await untilPicturesAreMade();
  const { data: templates } = await ask("items/templates?fields=url,type&sort=-rating&limit=200");
  const invoice = templates.find(({ type }) => type === "invoices") ?? templates[0];
  const { newcomer, regular } = await makePeople(url, given ? undefined : OPERATOR_TOKEN);
  const screens = {
    home: { path: "/" },
    templates: { path: "/templates" },
    search: { path: "/templates?q=poster" },
    nothing: { path: "/templates?q=zzzzzz" },
    type: { path: `/${invoice.type}` },
    detail: { path: invoice.url },
    editor: { path: "/invoices/quarto/use", act: fillIn, whole: false },
    "editor-page": { path: "/invoices/quarto/use", act: showPage, whole: false },
    "editor-look": { path: "/invoices/quarto/use", act: showLook, whole: false },
    "editor-pages": { path: "/reports/bunting/use", act: showLaterPage, whole: false },
    palette: { path: "/", act: openPalette, whole: false },
    menu: { path: "/", act: openMenu, whole: false },
    filters: { path: `/${invoice.type}`, act: openFilters, whole: false },
    404: { path: "/invoices/quatro", whole: false },
    signup: { path: "/signup", act: typeName },
    login: { path: "/login" },
    "forgot-password": { path: "/forgot-password" },
    "reset-password": { path: "/reset-password?token=none" },
    contact: { path: "/contact" },
    "home-known": { path: "/", who: regular, whole: false },
    dashboard: { path: "/dashboard", who: regular },
    "dashboard-empty": { path: "/dashboard", who: newcomer },
    saved: { path: "/dashboard/saved", who: regular },
    "saved-empty": { path: "/dashboard/saved", who: newcomer },
    history: { path: "/dashboard/history", who: regular },
    "history-empty": { path: "/dashboard/history", who: newcomer },
    profile: { path: "/dashboard/profile", who: regular },
    "profile-edit": { path: "/dashboard/profile?edit", who: regular },
    account: { path: "/dashboard/account", who: regular },
    messages: { path: "/dashboard/messages", who: regular },
    people: { path: "/dashboard/people", who: regular },
  };
  mkdirSync(join(root, "screenshots"), { recursive: true });
  for (const [name, screen] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const width of WIDTHS) for (const theme of themes) await shoot(name, screen, width, theme);
  }
} finally {
  await browser.close();
  server?.stop();
  rmSync(data, { recursive: true, force: true });
}

async function shoot(name, { path, act, who, whole = true }, width, theme) {
  const viewport = { width, height: width < 720 ? 844 : 900 };
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    reducedMotion: "reduce",
    userAgent: PERSON, // without it we would be taken for a crawler
    storageState: who,
  });
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: "networkidle" });
  await act?.(page);
  if (whole) await loadLazyPictures(page);
  const file = `${name}-${width}${theme === "dark" ? "-dark" : ""}.png`;
  await page.screenshot({ path: join(root, "screenshots", file), fullPage: whole });
  console.log(file);
  await context.close();
}

/** The window is made as tall as the page: what is pinned to its edges stands where it belongs. */
async function loadLazyPictures(page) {
  const { width } = page.viewportSize();
  for (let i = 0; i < 2; i++)
    await page.setViewportSize({
      width,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });
  await page.waitForLoadState("networkidle");
}

async function openPalette(page) {
  await page.keyboard.press("/");
  const input = page.getByRole("combobox");
  await input.waitFor();
  await input.pressSequentially(MISSPELT);
  await page.getByRole("option").first().waitFor();
  await page.waitForLoadState("networkidle");
}

async function typeName(page) {
  await page.getByLabel("Name").pressSequentially("Mira Oke");
  await page.locator(".proof-light").waitFor();
}

async function fillIn(page) {
  const type = (label, words) => page.getByRole("textbox", { name: label }).first().fill(words);
  await type("Invoice number", "2026-31");
  await type("Name or company", "Ode & Daughter");
  await type("Item", "Wooden letters");
  await type("Price each", "40");
  await type("Client", "Hafenbad Nord");
  await page.locator(UNTIL_CURRENT).waitFor();
  await page.waitForLoadState("networkidle");
}

async function showPage(page) {
  await fillIn(page);
  const tap = page.getByRole("button", { name: "Page", exact: true });
  if (await tap.isVisible()) await tap.click();
  else await page.getByRole("button", { name: /show the full width/ }).click();
}

async function showLook(page) {
  await page.getByRole("tab", { name: "Look" }).click();
  await page.getByRole("radio", { name: "#0f766e" }).check();
  await page.getByRole("radio", { name: /^Warm/ }).check();
  await page.locator(UNTIL_CURRENT).waitFor();
}

async function showLaterPage(page) {
  await page.getByRole("textbox", { name: "Thanks" }).first().fill("Everybody who carried chairs.");
  await page.locator(UNTIL_CURRENT).waitFor();
  await page.waitForLoadState("networkidle");
}

async function openMenu(page) {
  await page.getByRole("button", { name: "Types" }).filter({ visible: true }).click();
  await page.waitForLoadState("networkidle");
}

async function openFilters(page) {
  const button = page.getByRole("button", { name: /paper|Category/ }).filter({ visible: true });
  if ((await button.count()) > 0) await button.first().click();
  else await page.getByRole("button", { name: /Order/ }).click();
}

async function ask(path) {
  return (await fetch(`${url}/${path}`)).json();
}

async function untilPicturesAreMade() {
  const deadline = Date.now() + PICTURES_DEADLINE_MS;
  while (Date.now() < deadline) {
    const { data: without } = await ask("items/templates?filter[image][_null]=true&fields=id&limit=1");
    if (without.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  console.log("Some pictures of templates are not made yet; their sheets are shown empty.");
}

function start() {
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: data,
    OPERATOR_TOKEN,
  };
  const child = spawn(node, ["server/main.ts"], { cwd: root, env: environment });
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const port = /"port":(\d+)/.exec(output)?.[1];
      if (port) resolve({ url: `http://127.0.0.1:${port}`, stop: () => child.kill() });
    });
    child.once("close", (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}
