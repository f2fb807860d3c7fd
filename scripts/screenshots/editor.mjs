// Actions in the editor before its screenshots are taken.

const UNTIL_CURRENT = '[data-current="true"]';
const QUARTO = "/invoices/quarto/use";
const TABLE = `Invoice number;Client;Item;Quantity;Unit price;Region
2026-31;Solberg Kunsthall;Wayfinding;48;1150;North
2026-32;Hafenbad Nord;Wooden letters;12;40,50;South
2026-33;Wexcombe Ferry;Timetable;1;a lot;South
2026-34;Halden Bindery;Paper samples;3;75;North`;

export const EDITOR_SCREENS = inWindows({
  editor: fillIn,
  "editor-page": showPage,
  "editor-look": showLook,
  "editor-export": showExports,
  "editor-unfinished": downloadTooEarly,
  "editor-link": copyLink,
  "editor-fault": typeWrongly,
  "editor-second-tab": openElsewhere,
  "editor-offline": goOffline,
  "editor-batch": openBatch,
  "editor-batch-plan": planBatch,
  "editor-batch-running": runBatch,
  "editor-batch-made": finishBatch,
});
EDITOR_SCREENS["editor-pages"] = { path: "/reports/bunting/use", act: showLaterPage, whole: false };

function inWindows(acts) {
  const screens = Object.entries(acts).map(([name, act]) => [name, { path: QUARTO, act, whole: false }]);
  return Object.fromEntries(screens);
}

const field = (page, name) =>
  page.getByRole("textbox", { name }).or(page.getByRole("combobox", { name })).first();

async function untilCurrent(page) {
  await page.locator(UNTIL_CURRENT).waitFor();
  await page.waitForLoadState("networkidle");
}

async function fillIn(page) {
  await field(page, "Invoice number").fill("2026-31");
  await field(page, "Name or company").fill("Ode & Daughter");
  await field(page, "Item").fill("Wooden letters");
  await field(page, "Unit price").fill("40");
  await field(page, "Client").fill("Hafenbad Nord");
  await untilCurrent(page);
}

/** A long document: the current field is highlighted in the form and on the page. */
export async function editClient(page) {
  await field(page, "Client").focus();
  await untilCurrent(page);
}

async function showPage(page) {
  await fillIn(page);
  const tap = page.getByRole("button", { name: "Preview", exact: true });
  if (await tap.isVisible()) await tap.click();
  else await page.getByRole("button", { name: /show the full width/ }).click();
}

async function showLook(page) {
  await page.getByRole("tab", { name: "Design" }).click();
  await page.getByRole("radio", { name: "#0f766e" }).check();
  await page.getByRole("radio", { name: /^Warm/ }).check();
  await untilCurrent(page);
}

async function showLaterPage(page) {
  await field(page, "Thanks").fill("Everybody who carried chairs.");
  await untilCurrent(page);
}

async function showExports(page) {
  await fillIn(page);
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("menu").waitFor();
}

async function downloadTooEarly(page) {
  await untilCurrent(page);
  await page.getByRole("button", { name: "Download PDF" }).click();
  await page.getByRole("dialog").waitFor();
}

async function copyLink(page) {
  await showExports(page);
  await page.getByRole("menuitem", { name: "Copy link with data" }).click();
  await page.locator("[role=dialog], [role=alertdialog]").first().waitFor();
}

async function typeWrongly(page) {
  await fillIn(page);
  await field(page, "Invoice number").fill("");
  await field(page, "Unit price").fill("a lot");
  await field(page, "Unit price").blur();
  await page.locator('[aria-invalid="true"]').first().scrollIntoViewIfNeeded();
}

/** Another tab takes over the draft; this one shows it. */
async function openElsewhere(page) {
  await fillIn(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator("[data-save-state]").getByRole("button", { name: "Work here instead" }).click();
  await page.bringToFront();
  await page.locator("[data-save-state]").getByText("Already open in another tab").waitFor();
}

async function goOffline(page) {
  await fillIn(page);
  await page.context().setOffline(true);
  await field(page, "Client").fill("Hafenbad Nord, Becken 2");
  await page
    .locator("[data-current]")
    .getByText(/offline|connection/i)
    .first()
    .waitFor();
}

async function openBatch(page) {
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("tabpanel", { name: "Batch" }).waitFor();
}

async function planBatch(page) {
  await openBatch(page);
  await page.getByLabel("Or paste rows from a spreadsheet").fill(TABLE);
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.getByAltText("Row 2, first page").waitFor();
  await page.waitForLoadState("networkidle");
}

async function runBatch(page) {
  await planBatch(page);
  let requests = 0;
  await page.route("**/render/*/rows", (route) => (++requests > 2 ? undefined : route.continue()));
  await page.getByRole("button", { name: "Create 4 PDFs" }).click();
  await page.getByText("2 of 4").waitFor();
}

async function finishBatch(page) {
  await planBatch(page);
  await page.getByRole("button", { name: "Create 4 PDFs" }).click();
  await page.getByText(/of 4 made/).waitFor();
}
