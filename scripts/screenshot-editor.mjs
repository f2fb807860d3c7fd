// What is done in the editor before its pictures are taken.

const UNTIL_CURRENT = '.ed-stage[data-current="true"]';

export const EDITOR_SCREENS = {
  editor: { path: "/invoices/quarto/use", act: fillIn, whole: false },
  "editor-page": { path: "/invoices/quarto/use", act: showPage, whole: false },
  "editor-look": { path: "/invoices/quarto/use", act: showLook, whole: false },
  "editor-pages": { path: "/reports/bunting/use", act: showLaterPage, whole: false },
};

async function fillIn(page) {
  const type = (label, words) => page.getByRole("textbox", { name: label }).first().fill(words);
  await type("Invoice number", "2026-31");
  await type("Name or company", "Ode & Daughter");
  await type("Item", "Wooden letters");
  await type("Price each", "40");
  await type("Client", "Hafenbad Nord");
  await page.locator(UNTIL_CURRENT).waitFor();
  await page.waitForLoadState("networkidle");
}

async function showPage(page) {
  await fillIn(page);
  const tap = page.getByRole("button", { name: "Page", exact: true });
  if (await tap.isVisible()) await tap.click();
  else await page.getByRole("button", { name: /show the full width/ }).click();
}

async function showLook(page) {
  await page.getByRole("tab", { name: "Look" }).click();
  await page.getByRole("radio", { name: "#0f766e" }).check();
  await page.getByRole("radio", { name: /^Warm/ }).check();
  await page.locator(UNTIL_CURRENT).waitFor();
}

async function showLaterPage(page) {
  await page.getByRole("textbox", { name: "Thanks" }).first().fill("Everybody who carried chairs.");
  await page.locator(UNTIL_CURRENT).waitFor();
  await page.waitForLoadState("networkidle");
}
