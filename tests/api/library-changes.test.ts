import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeOnDatabases } from "../support/databases.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Type = { slug: string; description: string };
type Template = { id: string; url: string };

const folder = mkdtempSync(join(tmpdir(), "typecase-kept-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function changeJson<T>(file: string, change: (content: T) => void): void {
  const content = JSON.parse(readFileSync(file, "utf8")) as T;
  change(content);
  writeFileSync(file, JSON.stringify(content));
}

describeOnDatabases("importing a library that an operator changed, on $name", ({ name, place }) => {
  it("keeps the operator's changes", async () => {
    const data = await place();
    const library = join(folder, name);
    const environment = { ...data.environment, LIBRARY_DIR: library, OPERATOR_TOKEN };
    mkdirSync(library);
    cpSync("library/types.json", join(library, "types.json"));
    for (const template of ["quarto", "primary", "nightshift"])
      cpSync(`library/invoices/studio/${template}`, join(library, "invoices/studio", template), {
        recursive: true,
      });
    const send = (server: TestServer, method: string, path: string, body: object = {}) =>
      server.fetch(path, {
        method,
        headers: { "content-type": "application/json", ...asOperator },
        body: JSON.stringify(body),
      });

    const first = await startServerHere({ environment });
    const listed = await first.fetch("/items/templates?fields=id,url");
    const { data: templates } = (await listed.json()) as { data: Template[] };
    const idOf = (slug: string) => templates.find(({ url }) => url === `/invoices/${slug}`)?.id;
    const answers = [
      await send(first, "PATCH", "/items/types/invoices", { plural: "Bills" }),
      await send(first, "PATCH", "/items/types/letters", { sort: 1 }),
      await send(first, "DELETE", "/items/types/posters"),
      await send(first, "PATCH", `/items/templates/${idOf("quarto")}`, { category: "trades" }),
      await send(first, "PATCH", `/items/templates/${idOf("primary")}`, { state: "hidden" }),
      await send(first, "DELETE", `/items/templates/${idOf("nightshift")}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 200, 200, 204]);
    await first.stop();

    changeJson<Type[]>(join(library, "types.json"), (types) => {
      for (const type of types) type.description = "From the files.";
    });
    for (const template of ["quarto", "primary", "nightshift"])
      changeJson<Type>(join(library, "invoices/studio", template, "template.json"), (file) => {
        file.description = "From the files.";
      });
    const second = await startServerHere({ environment });
    const read = async (path: string) => ((await (await second.fetch(path)).json()) as { data: object }).data;
    expect(await read("/items/types/invoices")).toMatchObject({
      plural: "Bills",
      description: expect.not.stringContaining("files"),
    });
    expect(await read("/items/types/letters")).toMatchObject({ sort: 1, description: "From the files." });
    expect((await second.fetch("/items/types/posters")).status).toBe(403);
    const fields = "?fields=category,state,description";
    const description = "From the files.";
    expect(await read(`/items/templates/${idOf("quarto")}${fields}`)).toEqual({
      category: "trades",
      state: "published",
      description,
    });
    expect(await read(`/items/templates/${idOf("primary")}${fields}`)).toEqual({
      category: "studio",
      state: "hidden",
      description,
    });
    expect((await second.fetch(`/items/templates/${idOf("nightshift")}`)).status).toBe(403);
    const said = second.log().map(({ msg, type }) => `${type}: ${msg}`);
    expect(said).toContain("invoices: type of the library not changed: an operator maintains it");
    expect(said).toContain("posters: type of the library left out: an operator has dropped it");
    await second.stop();
    await data.remove();
  });
});
