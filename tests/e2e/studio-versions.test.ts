import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aKnownPage, callOf, someTemplates } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, postJson } from "../support/people.ts";
import { openOwnSite } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  site = await openOwnSite();
});
afterAll(() => site.close());

/** Contrast of the text inside against what is painted behind it, also outside of its shadow root. */
function lowestContrast(inside: Locator): Promise<number> {
  return inside.evaluate((content) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    const paint = (colours: readonly string[]) => {
      context.clearRect(0, 0, 1, 1);
      for (const colour of colours) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      const linear = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
    };
    const contrasts = [...content.querySelectorAll("*")].flatMap((element) => {
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())) return [];
      const grounds: string[] = [];
      for (let around: Element | null = element; around; ) {
        grounds.unshift(getComputedStyle(around).backgroundColor);
        const root = around.getRootNode();
        around = around.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
      }
      const [dark = 0, light = 0] = [
        paint(grounds),
        paint([...grounds, getComputedStyle(element).color]),
      ].sort((one, other) => one - other);
      return [(light + 0.05) / (dark + 0.05)];
    });
    if (contrasts.length === 0) throw new Error("no words");
    return Math.min(...contrasts);
  });
}

test("publishes, compares and restores versions; documents stay pinned", {
  tags: ["long"],
}, async () => {
  const call = callOf(site);
  const keeper = await anOperator(call, { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
  const person = await aPerson(call);
  const kiln = (await someTemplates(site)).find(({ url }) => url === "/invoices/kiln");
  const made = await postJson(
    call,
    "/items/documents",
    { templates_id: kiln?.id, title: "Spring order", data: { number: "73" } },
    { cookie: person.cookie },
  );
  const { data: document } = (await made.json()) as { data: { id: string } };

  // Changed and published in the studio: version 2, shown next to version 1.
  const { page: studio } = await aKnownPage(site, `/studio/templates/${kiln?.id}`, { person: keeper });
  await studio.getByRole("button", { name: "Edit" }).press("Enter");
  await studio.waitForURL("**/studio/drafts/*");
  const fields = studio.getByRole("region", { name: "Fields" });
  await fields.getByRole("button", { name: /^Production note/ }).press("Enter");
  await fields.getByLabel("Required").press("Space");
  await studio.getByRole("textbox", { name: "Source code" }).focus();
  await studio.keyboard.press("Control+End");
  await studio.keyboard.type("\nA line of the newer version");
  const publish = studio.getByRole("button", { name: "Publish…" });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press("Enter");
  const publishing = studio.getByRole("dialog", { name: "Publish version 2" });
  await publishing.getByLabel("What changed").fill("Says more");
  await publishing.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await studio.waitForURL(`**/studio/templates/${kiln?.id}`);
  await studio.getByRole("heading", { name: "Version 1 to 2" }).waitFor();
  await studio.getByText("is now required").waitFor();
  await studio
    .getByRole("textbox", { name: "Source of version 2" })
    .getByText("A line of the newer version")
    .waitFor();
  await studio.emulateMedia({ colorScheme: "dark" });
  for (const side of ["Source of version 1", "Source of version 2"])
    expect(await lowestContrast(studio.getByRole("textbox", { name: side })), side).toBeGreaterThan(4.5);
  await studio.emulateMedia({ colorScheme: "light" });
  await studio.getByRole("button", { name: "Changed pixels" }).press("Enter");
  await studio.getByRole("img", { name: "Changed pixels" }).waitFor();

  const { page } = await aKnownPage(site, `/invoices/kiln/use?document=${document.id}`, { person });
  await page.getByRole("button", { name: "Compare versions" }).click();
  const dialog = page.getByRole("dialog", { name: "New version of Kiln" });
  await dialog.getByRole("img", { name: "New version (2), page 1" }).waitFor();
  await dialog.getByText("is now required").waitFor();
  await dialog.getByRole("button", { name: "Update" }).click();
  await page.getByText("Updated to version 2 of Kiln").waitFor();
  await page.getByRole("button", { name: "Compare versions" }).waitFor({ state: "hidden" });

  await studio.getByRole("button", { name: "Restore version 1" }).click();
  await studio.getByRole("alertdialog").getByRole("button", { name: "Restore version 1" }).click();
  await studio.getByRole("heading", { name: "Version 2 to 3" }).waitFor();
});
