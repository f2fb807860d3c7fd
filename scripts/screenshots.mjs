// `npm run screenshots`: every screen at three widths, light and dark, into screenshots/.
// `-- home type` takes only those screens, `-- --light` one theme. `-- --url http://localhost:3000` uses a server that is
// running; nobody there is an operator.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { makePeople } from "./screenshots/people.mjs";
import { listScreens } from "./screenshots/screens.mjs";
import { buildWhenStale } from "./setup/build.mjs";
import { root } from "./setup/root.mjs";
import { findNode } from "./setup/runtime.mjs";

const WIDTHS = [390, 820, 1440];
const THEMES = ["light", "dark"];
const PATIENCE_MS = 20_000;
const PICTURES_DEADLINE_MS = 180_000;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

const args = process.argv.slice(2);
const at = args.indexOf("--url");
const given = at < 0 ? undefined : args.splice(at, 2)[1];
const themes = args.includes("--light") ? ["light"] : THEMES;
const wanted = args.filter((arg) => !arg.startsWith("--"));

const missed = [];

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
  const { data: templates } = await ask("items/templates?fields=url,type&sort=-used,template_name&limit=200");
  const firstOf = (wanted) => templates.find(({ type }) => type === wanted) ?? templates[0];
  const { newcomer, regular, document } = await makePeople(url, promote);
  const screens = listScreens({
    type: firstOf("invoices").type,
    template: firstOf("invoices").url,
    long: firstOf("reports").url,
    known: regular,
    fresh: newcomer,
    document,
  });
  mkdirSync(join(root, "screenshots"), { recursive: true });
  for (const [name, screen] of Object.entries(screens)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const width of WIDTHS)
      for (const theme of themes)
        await shoot(name, screen, width, theme).catch((error) =>
          missed.push(`${name} ${width}: ${error.message}`),
        );
  }
  for (const each of missed) console.error(`not taken: ${each}`);
  if (missed.length > 0) process.exitCode = 1;
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
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url + path, { waitUntil: "networkidle", timeout: PATIENCE_MS });
  // Rendered on the server it only looks alive. An error page that could not even be rendered has no scripts.
  await page.waitForFunction(() => {
    const { alive, scripts } = document.documentElement.dataset;
    return scripts === undefined || alive !== undefined;
  });
  if (who) await page.waitForFunction(() => !document.querySelector("main .skeleton"));
  await act?.(page);
  if (whole) await loadLazyPictures(page);
  await untilPicturesAreDrawn(page);
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

/** A picture that has come is not yet drawn. Those below what is seen are not waited for: they come when scrolled to. */
async function untilPicturesAreDrawn(page) {
  // What was below the window is laid out with the next frame, and its pictures asked for with the one after.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && image.checkVisibility();
    });
    return Promise.allSettled(seen.map((image) => image.decode()));
  });
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

/** As an operator does it; the database of a server that was given is not at hand. */
function promote(email) {
  if (given) return;
  const env = { PATH: process.env.PATH, DATA_DIR: data };
  execFileSync(node, ["build/program/cli/main.js", "user", "promote", email], { cwd: root, env });
}

function start() {
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: data,
  };
  const child = spawn(node, ["build/program/server/main.js"], { cwd: root, env: environment });
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
