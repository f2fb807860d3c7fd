import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };
type Options = { resultTypes: string[]; preload: { assets: string[] }; runOnly?: string[] };
type WithAxe = { axe: { run(options: Options): Promise<{ violations: Violation[] }> } };

/** What the colours of a theme decide; everything else is the same in the light and in the dark. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page as it is now, a line each. */
async function findViolations(page: Page, runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (options) => {
    // What passed is as much again as the page, and would be sent over for nothing.
    const { violations } = await (window as unknown as WithAxe).axe.run(options);
    return violations;
  }, options(runOnly));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

const options = (runOnly?: string[]): Options => ({
  resultTypes: ["violations"],
  // Not the style sheets, which only an experimental rule reads that is not run: loading and parsing them is a fifth of the work.
  preload: { assets: ["media"] },
  ...(runOnly ? { runOnly } : {}),
});

/** Each screen is looked at in one theme, half of them in the dark; `npm test -- e2e --themes both` looks at all of them in both. */
const IN_BOTH = process.env.AXE_THEMES === "both";

export async function findViolationsInTheme(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  if (IN_BOTH) return findViolationsInBothThemes(page);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  return findViolations(page);
}

/** The same page in the light and in the dark: nothing has to be loaded twice for that. */
async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", RULES_OF_COLOUR],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(...(await findViolations(page, rules && [...rules])).map((line) => `${colorScheme}, ${line}`));
  }
  return found;
}
