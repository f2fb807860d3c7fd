import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { aPerson, postJson } from "../support/people.ts";
import { startServerHere } from "../support/server-here.ts";

const folder = mkdtempSync(join(tmpdir(), "typecase-unpublished-"));
const library = join(folder, "library");
const environment = { LIBRARY_DIR: library, DATA_DIR: join(folder, "data"), RENDER_PROCESSES: "1" };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fillLibrary(...templates: string[]): void {
  rmSync(library, { recursive: true, force: true });
  mkdirSync(library);
  cpSync("library/types.json", join(library, "types.json"));
  for (const template of templates)
    cpSync(`library/invoices/studio/${template}`, join(library, "invoices/studio", template), {
      recursive: true,
    });
}

test("people can keep using a removed template they have documents of", {
  tags: ["long"],
  timeout: 180_000,
}, async () => {
  fillLibrary("quarto", "primary", "nightshift");
  const before = await startServerHere({ environment });
  const person = await aPerson(before.fetch);
  const list = await before.fetch("/items/templates?fields=id,url");
  const { data: templates } = (await list.json()) as { data: { id: string; url: string }[] };
  const idOf = (url: string) => templates.find((template) => template.url === url)?.id ?? "";
  const made = await postJson(
    before.fetch,
    "/items/documents",
    { templates_id: idOf("/invoices/quarto"), title: "Mine", data: { number: "7" }, theme: {} },
    { cookie: person.cookie },
  );
  expect(made.status).toBe(200);
  for (const collection of ["saved_templates", "history"])
    await postJson(
      before.fetch,
      `/items/${collection}`,
      { template_id: [{ templates_id: idOf("/invoices/quarto") }] },
      { cookie: person.cookie },
    );
  await before.stop();

  fillLibrary("nightshift");
  const after = await startServerHere({ environment });
  const status = async (path: string) => (await after.fetch(path)).status;
  const render = async (url: string) =>
    (await postJson(after.fetch, `/render/${idOf(url)}.svg`, { data: { number: "7" } })).status;
  expect(await status("/invoices/quarto/use")).toBe(200);
  expect(await render("/invoices/quarto")).toBe(200);
  expect(await status("/invoices/quarto")).toBe(404);
  expect(await (await after.fetch("/invoices")).text()).not.toContain("/invoices/quarto");
  expect(await status("/invoices/primary/use")).toBe(404);

  // It is in no list; its id and people's saved templates and documents still lead to it.
  const read = async (path: string, headers = {}) =>
    (await (await after.fetch(path, { headers })).json()).data;
  expect(await read("/items/templates?fields=url")).toEqual([{ url: "/invoices/nightshift" }]);
  expect(await read(`/items/templates/${idOf("/invoices/quarto")}?fields=url`)).toEqual({
    url: "/invoices/quarto",
  });
  const owner = { cookie: person.cookie };
  const quarto = { url: "/invoices/quarto" };
  for (const collection of ["saved_templates", "history"])
    for (const filter of ["", "&filter[template_id][templates_id][url][_eq]=/invoices/quarto"])
      expect(await read(`/items/${collection}?fields=template_id.templates_id.url${filter}`, owner)).toEqual([
        { template_id: [{ templates_id: quarto }] },
      ]);
  expect(await read("/items/documents?fields=templates_id.url", owner)).toEqual([{ templates_id: quarto }]);
  expect(await render("/invoices/primary")).toBe(403);
  await after.stop();
});
