// `npm run readme-pictures`: takes the README's pictures from a fully drawn library, into docs/pictures. `--
// --check` takes none and lists outdated ones; `-- home` takes only that one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import {
  FOLDER,
  hashSources,
  listOlder,
  MANIFEST,
  README_PICTURES,
  readManifest,
} from "./screenshots/readme-list.mjs";
import { listScreens } from "./screenshots/screens.mjs";
import { openChromium, openScreen, startSite, untilPicturesAreMade } from "./screenshots/site.mjs";
import { buildWhenStale } from "./setup/build.mjs";
import { root } from "./setup/root.mjs";
import { findNode } from "./setup/runtime.mjs";

const WIDTH = 1440;
const SHOWN_WIDTH = 1200; // almost twice the size in the README
const QUALITY = 80;

const args = process.argv.slice(2);
const older = listOlder(readManifest());
if (args.includes("--check")) {
  for (const name of older) console.log(`${FOLDER}/${name}.webp is older than the screen it shows`);
  console.log(older.length ? "`npm run readme-pictures` takes them anew." : "All show today's screens.");
  process.exit(older.length ? 1 : 0);
}

const node = findNode();
if (!buildWhenStale(node)) process.exit(1);
const data = mkdtempSync(join(tmpdir(), "typecase-readme-"));
const site = await startSite(node, data);
const browser = await openChromium();
try {
  if (!(await untilPicturesAreMade(site.url))) throw new Error("Some templates have no picture yet.");
  const screens = listScreens({ type: "invoices", template: "/invoices/quarto", known: { origins: [] } });
  const manifest = readManifest();
  for (const [name, { screen, height, sources }] of Object.entries(README_PICTURES)) {
    if (args.length > 0 && !args.includes(name)) continue;
    const size = { width: WIDTH, height, theme: "light" };
    const page = await openScreen(browser, site.url, { ...screens[screen], whole: false }, size);
    const picture = await sharp(await page.screenshot())
      .resize(SHOWN_WIDTH)
      .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
      .toBuffer();
    writeFileSync(join(root, FOLDER, `${name}.webp`), picture);
    manifest[name] = hashSources(sources);
    writeFileSync(join(root, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    console.log(`${FOLDER}/${name}.webp: ${Math.round(picture.length / 1024)} KB`);
    await page.context().close();
  }
} finally {
  await browser.close();
  site.stop();
  rmSync(data, { recursive: true, force: true });
}
