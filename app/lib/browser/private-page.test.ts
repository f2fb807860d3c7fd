import { afterEach, expect, test, vi } from "vitest";

const ORIGIN = "https://typecase.example";

afterEach(() => vi.unstubAllGlobals());

/** The module on a page that was loaded at this address. */
async function loadedAt(path: string) {
  vi.stubGlobal("location", new URL(ORIGIN + path));
  vi.resetModules(); // it reads the address once
  const { fullLoadFor, ...page } = await import("./private-page.ts");
  return { ...page, fullLoadFor: (next: string) => fullLoadFor(new URL(ORIGIN + next)) };
}

test("a private editor loads every other page in full, privately where that is possible", async () => {
  const { isPrivatePage, mayRequest, fullLoadFor } = await loadedAt("/de/invoices/quarto/use?private=1");
  expect([isPrivatePage(), mayRequest("/items/templates"), mayRequest("/engine/index.json")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(fullLoadFor("/de/invoices/quarto/use?tab=batch")).toBeUndefined();
  expect(fullLoadFor("/de/invoices/primary/use")).toBe("/de/invoices/primary/use?private=1");
  expect(fullLoadFor("/de/invoices/quarto/use/data")).toBe("/de/invoices/quarto/use/data");
  expect(fullLoadFor("/de/templates?type=invoices")).toBe("/de/templates?type=invoices&private=1");
  expect(fullLoadFor("/de/invoices")).toBe("/de/invoices");
});

test("a document of an account is not opened privately", async () => {
  const { fullLoadFor } = await loadedAt("/invoices/quarto/use?private=1");
  const address = "/invoices/primary/use?document=1";
  expect(fullLoadFor(address)).toBe(address);
});

test("a private gallery stays private and sends no search", async () => {
  const { isPrivateGallery, fullLoadFor } = await loadedAt("/templates?private=1");
  expect(isPrivateGallery()).toBe(true);
  expect(fullLoadFor("/templates?q=Hafenbad&sort=name")).toBe("/templates?sort=name&private=1");
});

test("only the editor and the gallery can be private", async () => {
  for (const path of ["/invoices?private=1", "/login?private=1", "/templates?private=0", "/templates"]) {
    const { isPrivatePage, mayRequest, fullLoadFor } = await loadedAt(path);
    expect([isPrivatePage(), mayRequest("/items/templates"), fullLoadFor("/")], path).toEqual([
      false,
      true,
      undefined,
    ]);
  }
});
