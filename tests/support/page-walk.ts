import type { Page } from "playwright-core";
import { type InterfaceLanguage, inLanguage } from "../../contract/site/interface-languages.ts";
import { NOT_FOUND } from "./page-paths.ts";
import { untilAlive, untilSettled } from "./site.ts";

/**
 * Ways to look at many pages. Loading one with its scripts takes 0.9 s of processor time; the router takes 0.06 s to the next page,
 * and so does the HTML of the server in an open document.
 */

type Router = { navigate(path: string): Promise<void> };

/** Opens pages one after the other as their links do, each with its data loaded. */
export async function walkPages(
  page: Page,
  address: string,
  language: InterfaceLanguage,
  paths: readonly string[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  const load = async (path: string) => {
    await page.goto(address + inLanguage(language, path));
    await untilAlive(page);
  };
  let isNext = false;
  for (const path of paths) {
    // An error page replaces the whole document, and with it what its scripts had marked.
    if (isNext && !NOT_FOUND.includes(path)) await navigate(page, path, address + inLanguage(language, path));
    else await load(path);
    isNext = !NOT_FOUND.includes(path);
    await page.waitForFunction(
      () =>
        document.querySelector("h1") &&
        !document.querySelector('[aria-busy="true"], .progress[role=progressbar]'),
    );
    await untilSettled(page);
    await look(path);
  }
}

async function navigate(page: Page, path: string, address: string): Promise<void> {
  await page.evaluate(async (path) => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
    await router.navigate(path);
  }, path);
  await page.waitForURL(address, { waitUntil: "commit" });
  // The menu of languages links to the page that is shown. A page that asks a question has no menu.
  await page.waitForFunction(
    (shown) => {
      const links = [...document.querySelectorAll("a[hreflang=de]")];
      return links.length === 0 || links.some((link) => link.getAttribute("href") === shown);
    },
    inLanguage("de", path),
  );
}

/** An empty page of the site that shows what the server sends for a path, without the scripts and pictures of it. */
export async function openStaticPages(page: Page, address: string): Promise<(path: string) => Promise<void>> {
  const empty = `${address}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Empty</title>" }),
  );
  await page.goto(empty);
  await page.unrouteAll();
  return (path) => page.evaluate(showStatic, path);
}

async function showStatic(path: string): Promise<void> {
  const html = await (await fetch(path)).text();
  const { documentElement: next } = new DOMParser().parseFromString(html, "text/html");
  for (const each of next.querySelectorAll("script, noscript, template, link:not([rel=stylesheet])"))
    each.remove();
  for (const picture of next.querySelectorAll("img, source")) {
    picture.removeAttribute("srcset");
    picture.removeAttribute("src");
  }
  // Cards of templates differ only in their names, which are the same in all languages.
  for (const list of next.querySelectorAll("ul, div")) {
    const items = [...list.children];
    if (items.length > 8 && items.every((item) => item.querySelector("img")))
      for (const item of items.slice(8)) item.remove();
  }
  next.dataset.scripts = ""; // as the head's script does
  document.replaceChild(document.adoptNode(next), document.documentElement);
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  await Promise.all(
    sheets.map((link) => link.sheet ?? new Promise((resolve) => link.addEventListener("load", resolve))),
  );
  document.body.getBoundingClientRect(); // asks for fonts
  await document.fonts.ready;
}
