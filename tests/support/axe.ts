import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };
type Rules = { only?: string[]; without?: string[] };
type Options = {
  resultTypes: string[];
  preload: { assets: string[] };
  runOnly?: string[];
  rules: Record<string, { enabled: boolean }>;
};
type WithAxe = { axe: { run(options: Options): Promise<{ violations: Violation[] }> } };

/** Rules that depend on the colour scheme; all others are the same in both. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** The current findings of axe, one per line. */
async function findViolations(page: Page, rules: Rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (options) => {
    // The passed rules double the size of the report.
    const { violations } = await (window as unknown as WithAxe).axe.run(options);
    return violations;
  }, options(rules));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

const options = ({ only, without = [] }: Rules): Options => ({
  resultTypes: ["violations"],
  // Without style sheets, which only an experimental rule reads: parsing them is a fifth of the work.
  preload: { assets: ["media"] },
  ...(only ? { runOnly: only } : {}),
  rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
});

/**
 * Each screen is checked in one colour scheme, half of them in dark; `npm test -- e2e --themes both` checks
 * both.
 */
const IN_BOTH = process.env.AXE_THEMES === "both";

export async function findViolationsInTheme(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  if (IN_BOTH) return findViolationsInBothThemes(page);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  return findViolations(page);
}

/** The same page in light and dark, loaded once. */
async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", RULES_OF_COLOUR],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(
      ...(await findViolations(page, rules ? { only: [...rules] } : {})).map(
        (line) => `${colorScheme}, ${line}`,
      ),
    );
  }
  return found;
}

/** Rules whose result depends on texts. */
const RULES_OF_TEXTS = [
  ...["document-title", "html-has-lang", "html-lang-valid", "valid-lang", "landmark-unique", "empty-heading"],
  ...["button-name", "link-name", "label", "select-name", "image-alt", "role-img-alt", "svg-img-alt"],
  ...["aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name"],
  ...["aria-progressbar-name", "aria-toggle-field-name", "aria-tooltip-name", "summary-name"],
  ...["frame-title", "input-button-name", "label-title-only"],
];

/** In another language: without colours, which take most of the time and are the same as in English. */
export function findViolationsInLanguage(page: Page): Promise<string[]> {
  return findViolations(page, { without: RULES_OF_COLOUR });
}

export function findViolationsOfTexts(page: Page): Promise<string[]> {
  return findViolations(page, { only: RULES_OF_TEXTS });
}
