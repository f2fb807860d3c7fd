// The service worker of the editor and of the list of documents. Hand-written: Workbox would add a bundle and a precache
// manifest of its own for three rules, and our files have their hashes in their names already.
// The server puts `const BUILD = { id, files }` in front of it (server/pages/service-worker.ts).
/* global BUILD */

/** Files of one build and its shells, never of two: a newer worker has a cache of its own. */
const CACHES = "typecase-build-";
const CACHE = CACHES + BUILD.id;

/** The only stored pages, without anything personal: the editor without a template, and the empty list of documents. */
const EDITOR = "/templates/offline/use";
/** The same editor with the policy of "This device only", which it has from its own headers. */
const PRIVATE_EDITOR = `${EDITOR}?private=1`;
const DOCUMENTS = "/dashboard/documents";
/** Addresses that these shells stand in for, after the prefix of a language. */
const SHOWN = /^((?:\/[^/]+)?)(?:\/[^/]+\/[^/]+\/use|\/dashboard\/documents)$/;
const ASSETS = "/builds/assets/";

/** The engine that a page has loaded, and the templates that were rendered with it: kept from build to build. */
const ENGINE = "/engine/";
const ENGINE_SCRIPT = /^\/builds\/assets\/engine-(?:worker|loader)-/;
const ENGINE_FILES = "/engine/files/"; // named by their hash
const ENGINE_INDEX = "/engine/index.json";
const ENGINE_TEMPLATES = "/engine/templates/";
const ENGINE_CACHE = "typecase-engine";
const MAX_TEMPLATES = 40; // the oldest are deleted first, as those of app/lib/browser/offline-copies.ts

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => event.waitUntil(activateFor(event.data)));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, searchParams } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  const [, prefix] = SHOWN.exec(pathname) ?? [];
  if (mode === "navigate" && prefix !== undefined)
    event.respondWith(showPage(event, prefix + shellFor(pathname, searchParams), prefix));
  else if (mode !== "navigate" && pathname.startsWith(ASSETS)) event.respondWith(readAsset(event));
  else if (mode !== "navigate" && pathname.startsWith(ENGINE)) event.respondWith(readEngine(event, pathname));
});

/** All or nothing: if a file can't be loaded or stored, there is no worker, and pages work as without one. */
async function install() {
  const isNew = !(await caches.has(CACHE));
  try {
    const cache = await caches.open(CACHE);
    await addFiles(cache, BUILD.files);
    for (const prefix of await prefixesInUse()) await addShells(cache, prefix);
  } catch (error) {
    if (isNew) await caches.delete(CACHE);
    throw error;
  }
}

/** Runs when no page uses the worker before this one. */
async function takeOver() {
  for (const name of await caches.keys())
    if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/** A reload alone never ends the earlier worker, so a page of this build asks for it, unless other pages still use that worker. */
async function activateFor(build) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (build === BUILD.id && pages.length <= 1) await skipWaiting();
}

function shellFor(pathname, searchParams) {
  if (!pathname.endsWith("/use")) return DOCUMENTS;
  return searchParams.get("private") === "1" ? PRIVATE_EDITOR : EDITOR;
}

async function showPage(event, shell, prefix) {
  const cache = await caches.open(CACHE);
  try {
    const page = await fetch(event.request);
    if (!(await cache.match(shell))) event.waitUntil(addShells(cache, prefix).catch(() => undefined));
    return page;
  } catch (error) {
    const stored = await cache.match(shell);
    if (stored) return stored;
    throw error;
  }
}

async function readAsset(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  // Stored by those who use the engine.
  if (answer.ok && ENGINE_SCRIPT.test(new URL(request.url).pathname))
    event.waitUntil(cache.put(request, answer.clone()).catch(() => undefined));
  return answer;
}

/**
 * Files as they are stored; the index and templates from the network, and without it as they were last. The templates of a gallery aren't
 * stored (app/lib/device/device-engine.ts).
 */
async function readEngine(event, pathname) {
  const { request } = event;
  const cache = await caches.open(ENGINE_CACHE);
  const isFile = pathname.startsWith(ENGINE_FILES);
  const stored = await cache.match(request, { ignoreVary: true });
  if (isFile && stored) return stored;
  try {
    const answer = await fetch(request);
    if (answer.ok && request.cache !== "no-store")
      event.waitUntil(storeEngine(cache, request, pathname, answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    if (stored) return stored;
    throw error;
  }
}

/** Where there is no space, nothing is stored, and the engine works while there is a connection. */
async function storeEngine(cache, request, pathname, answer) {
  const index = pathname === ENGINE_INDEX ? await answer.clone().text() : undefined;
  if (!pathname.startsWith(ENGINE_FILES)) await cache.delete(request); // so that the order is that of their use
  await cache.put(request, answer);
  const templates = [];
  for (const each of await cache.keys()) {
    const address = new URL(each.url).pathname;
    if (address.startsWith(ENGINE_FILES)) {
      if (index !== undefined && !index.includes(address)) await cache.delete(each);
    } else if (address.startsWith(ENGINE_TEMPLATES)) templates.push(each);
  }
  for (const old of templates.slice(0, -MAX_TEMPLATES)) await cache.delete(old);
}

/** One after the other, so that the open page comes first. Files that an earlier build has, too, are copied. */
async function addFiles(cache, addresses) {
  for (const address of new Set(addresses)) {
    if (await cache.match(address)) continue;
    const file = (await caches.match(address)) ?? (await fetch(address, { priority: "low" }));
    if (!file.ok) throw new Error(`${address} was answered with ${file.status}`);
    await cache.put(address, file);
  }
}

/** The shells in a language with what they refer to: its messages are in the import map. */
async function addShells(cache, prefix) {
  for (const shell of [EDITOR, PRIVATE_EDITOR, DOCUMENTS]) {
    const page = await fetch(prefix + shell, { cache: "no-cache", credentials: "omit" });
    const html = await page.clone().text();
    if (!page.ok || !html.includes(BUILD.id)) throw new Error(`${prefix}${shell} is of another build`);
    await addFiles(cache, html.match(/\/builds\/assets\/[\w.-]+/g) ?? []);
    await cache.put(prefix + shell, page);
  }
}

/** The languages of open pages, and those that are stored. */
async function prefixesInUse() {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const paths = pages.map(({ url }) => new URL(url).pathname);
  for (const name of await caches.keys())
    if (name.startsWith(CACHES))
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  return new Set(paths.map((path) => SHOWN.exec(path)?.[1]).filter((prefix) => prefix !== undefined));
}
