// A server with the whole library, and a browser to take screenshots.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { root } from "../setup/root.mjs";

const TIMEOUT_MS = 20_000;
const PICTURES_DEADLINE_MS = 180_000;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

export function openChromium() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
}

/** With its own data folder, on a free port. */
export function startSite(node, data) {
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

/** Whether every template has its picture within a few minutes. */
export async function untilPicturesAreMade(url) {
  const deadline = Date.now() + PICTURES_DEADLINE_MS;
  while (Date.now() < deadline) {
    const { data: without } = await (
      await fetch(`${url}/items/templates?filter[image][_null]=true&fields=id&limit=1`)
    ).json();
    if (without.length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return false;
}

/** A fully drawn page of the site, after `act`. `whole`: the full page instead of the window. */
export async function openScreen(browser, url, { path, act, who, whole = true }, { width, height, theme }) {
  const context = await browser.newContext({
    viewport: { width, height: height ?? (width < 720 ? 844 : 900) },
    colorScheme: theme,
    reducedMotion: "reduce",
    userAgent: PERSON, // otherwise we would be taken for a crawler
    storageState: who,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(url + path, { waitUntil: "networkidle", timeout: TIMEOUT_MS });
  // Waits for hydration. An error page that could not be rendered has no scripts.
  await page.waitForFunction(() => {
    const { alive, scripts } = document.documentElement.dataset;
    return scripts === undefined || alive !== undefined;
  });
  if (who) await page.waitForFunction(() => !document.querySelector("main .skeleton"));
  await act?.(page);
  if (whole) await loadLazyPictures(page);
  await untilPicturesAreDrawn(page);
  return page;
}

/** The window is made as tall as the page, so that fixed elements are in place. */
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

/** A loaded picture may not be painted yet. Pictures below the fold are skipped: they load on scrolling. */
async function untilPicturesAreDrawn(page) {
  // Content below the fold is laid out in the next frame, and its pictures are requested in the one after.
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
