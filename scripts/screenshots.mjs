// `npm run screenshots`: every screen at three widths, light and dark, into screenshots/. `-- home type`
// takes only those screens, `-- --light` one theme. `-- --url http://localhost:3000` uses a running server,
// without an operator.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePeople } from "./screenshots/people.mjs";
import { listScreens } from "./screenshots/screens.mjs";
import { openChromium, openScreen, startSite, untilPicturesAreMade } from "./screenshots/site.mjs";
import { buildWhenStale } from "./setup/build.mjs";
import { root } from "./setup/root.mjs";
import { findNode } from "./setup/runtime.mjs";

const WIDTHS = [390, 820, 1440];
const THEMES = ["light", "dark"];

const args = process.argv.slice(2);
const at = args.indexOf("--url");
const given = at < 0 ? undefined : args.splice(at, 2)[1];
const themes = args.includes("--light") ? ["light"] : THEMES;
const wanted = args.filter((arg) => !arg.startsWith("--"));

const missed = [];

const node = findNode();
if (!given && !buildWhenStale(node)) process.exit(1);
const data = mkdtempSync(join(tmpdir(), "typecase-screenshots-"));
const server = given ? undefined : await startSite(node, data);
const url = given ?? server.url;
const browser = await openChromium();

try {
  if (!given && !(await untilPicturesAreMade(url)))
    console.log("Some pictures of templates are not made yet; their sheets are shown empty.");
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

async function shoot(name, screen, width, theme) {
  const page = await openScreen(browser, url, screen, { width, theme });
  const file = `${name}-${width}${theme === "dark" ? "-dark" : ""}.png`;
  await page.screenshot({ path: join(root, "screenshots", file), fullPage: screen.whole ?? true });
  console.log(file);
  await page.context().close();
}

async function ask(path) {
  return (await fetch(`${url}/${path}`)).json();
}

/** As an operator does it; a given server's database is not accessible. */
function promote(email) {
  if (given) return;
  const env = { PATH: process.env.PATH, DATA_DIR: data };
  execFileSync(node, ["build/program/cli/main.js", "user", "promote", email, "--yes"], { cwd: root, env });
}
