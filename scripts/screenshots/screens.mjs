// All screens: their path, who sees them, and what has to be done first.
import { join } from "node:path";
import { root } from "../setup/root.mjs";
import { EDITOR_SCREENS, editClient } from "./editor.mjs";

const MISSPELT = "invioce";

/** `whole`: the full page; otherwise the visible window. */
export function listScreens({ type, template, long, known, fresh, document }) {
  return {
    home: { path: "/" },
    templates: { path: "/templates" },
    search: { path: "/templates?q=poster" },
    nothing: { path: "/templates?q=zzzzzz", whole: false },
    type: { path: `/${type}` },
    category: { path: `/${type}?category=studio` },
    detail: { path: template },
    "detail-long": { path: long },
    ...EDITOR_SCREENS,
    "editor-document": { path: document, who: known, act: editClient, whole: false },
    palette: { path: "/", act: searchInPalette(MISSPELT), whole: false },
    "palette-nothing": { path: "/", act: searchInPalette("zzzzzz"), whole: false },
    menu: { path: "/", act: openMenu, whole: false },
    filters: { path: `/${type}`, act: openFilters, whole: false },
    404: { path: `${template.slice(0, -2)}ot`, whole: false },
    500: { path: "/", act: breakPage, whole: false },
    "plain-error": { path: "//", whole: false },
    signup: { path: "/signup", act: typeName },
    "signup-faults": { path: "/signup", act: sendNothing },
    "offer-account": { path: `/${type}`, act: pressHeart, whole: false },
    login: { path: "/login" },
    "forgot-password": { path: "/forgot-password" },
    "reset-password": { path: "/reset-password?token=none" },
    "verify-email": { path: "/verify-email?token=none" },
    contact: { path: "/contact" },
    privacy: { path: "/privacy" },
    terms: { path: "/terms" },
    "setup-used": { path: "/setup?token=none" },
    "api-docs": { path: "/docs/api", whole: false },
    "home-known": { path: "/", who: known },
    "which-person": { path: "/", who: differing(known), whole: false },
    "home-known-empty": { path: "/", who: fresh },
    dashboard: { path: "/dashboard", who: known },
    "dashboard-empty": { path: "/dashboard", who: fresh },
    saved: { path: "/dashboard/saved", who: known },
    "saved-empty": { path: "/dashboard/saved", who: fresh },
    documents: { path: "/dashboard/documents", who: known },
    "documents-empty": { path: "/dashboard/documents", who: fresh },
    history: { path: "/dashboard/history", who: known },
    "history-empty": { path: "/dashboard/history", who: fresh },
    "history-clear": { path: "/dashboard/history", who: known, act: press("Clear history"), whole: false },
    profile: { path: "/dashboard/profile", who: known },
    "profile-edit": { path: "/dashboard/profile?edit", who: known, act: typeProfession },
    crop: { path: "/dashboard/profile?edit", who: known, act: choosePhoto, whole: false },
    account: { path: "/dashboard/account", who: known },
    messages: { path: "/dashboard/messages", who: known },
    people: { path: "/dashboard/people", who: known },
    "operators-only": { path: "/dashboard/people", who: fresh, whole: false },
  };
}

function searchInPalette(words) {
  return async (page) => {
    await page.keyboard.press("/");
    const input = page.getByRole("combobox");
    await input.waitFor();
    await input.pressSequentially(words);
    await page.getByText(/^Nothing found|^Showing results/).waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
  };
}

function press(name) {
  return (page) => page.getByRole("button", { name, exact: true }).click();
}

async function typeName(page) {
  await page.getByLabel("Name").pressSequentially("Mira Oke");
  await page.locator("[data-highlight]").waitFor();
}

async function sendNothing(page) {
  await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function pressHeart(page) {
  await page.locator('main [aria-label^="Save "]').first().click();
  await page.getByRole("dialog").waitFor();
}

async function openMenu(page) {
  await page
    .getByRole("button", { name: /^(Types|Menu)$/ })
    .filter({ visible: true })
    .click();
  await page.waitForLoadState("networkidle");
}

async function openFilters(page) {
  const button = page.getByRole("button", { name: /paper|Category/ }).filter({ visible: true });
  if ((await button.count()) > 0) await button.first().click();
  else await page.getByRole("button", { name: /Order/ }).click();
}

/** A value that is not text can't be rendered, and React gives up on the page. */
async function breakPage(page) {
  await page.route("**/items/templates?filter*template_name*", async (route) => {
    const { data } = await (await route.fetch()).json();
    await route.fulfill({ json: { data: data.map((item) => ({ ...item, template_name: { a: 1 } })) } });
  });
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Letters/ })
    .click();
  await page.getByRole("heading", { name: "Internal Server Error" }).waitFor();
}

async function typeProfession(page) {
  await page.getByLabel("Profession").focus();
  await page.waitForLoadState("networkidle");
}

async function choosePhoto(page) {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /the photo|a photo/ }).click(),
  ]);
  await chooser.setFiles(join(root, "public/icon-512.png"));
  await page.getByRole("button", { name: "Use this photo", disabled: false }).waitFor();
}

/** The same session in a browser that remembers another person. */
function differing(who) {
  const origins = who.origins.map((origin) => ({
    ...origin,
    localStorage: [{ name: "user_email", value: "mira@halvorsen.example" }],
  }));
  return { ...who, origins };
}
