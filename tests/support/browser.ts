import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
/** Chromium without a window, which saves a third of the processor time. */
const SHELLS = ["chromium-headless-shell"];

function findChromium(programs: readonly string[]): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = programs
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find(existsSync);
  if (!found)
    throw new Error("No Chromium on this machine: install one (on Debian: apt-get install chromium).");
  return found;
}

// Its own name contains "headless", which is taken for a crawler.
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** The Chromium of this machine, as headless shell if there is one. */
export function openBrowser(): Promise<Browser> {
  return launch([...SHELLS, ...BROWSERS]);
}

/** With the PDF viewer, which the shell doesn't have. */
export function openWholeBrowser(): Promise<Browser> {
  return launch(BROWSERS);
}

/** Optimised script code never pays off in a test's page: an eighth of the processor time. */
const PLAIN_CODE = "--js-flags=--no-opt --no-maglev";

/** A container has neither sandbox rights nor much shared memory. */
function launch(programs: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(programs),
    args: ["--no-sandbox", "--disable-dev-shm-usage", `--user-agent=${USER_AGENT}`, PLAIN_CODE],
  });
}

/** Collects script errors, refused resources and policy violations of a page. */
export function gatherComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
