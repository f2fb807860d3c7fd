import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { countPlaces, orderSheets, pathsFor, type SheetTemplate } from "./template-places.ts";

const library = globSync("library/*/*/*/template.json").map((file): SheetTemplate => {
  const { fields, page, name } = JSON.parse(readFileSync(file, "utf8"));
  const [, type = ""] = file.split("/");
  return { id: file, template_name: name, type, page, image: null, fields: groupField.parse(fields) };
});

test("counts templates that use a value", () => {
  const counted = countPlaces(library, ["sender.name", "sender.iban", "sender.street", "sender.address"]);
  const asks = (means: string) =>
    library.filter(({ fields }) => JSON.stringify(fields).includes(`"x-means":"${means}"`)).length;
  expect(counted["sender.name"]).toBeGreaterThan(asks("sender.name"));
  expect(counted["sender.iban"]).toBeGreaterThanOrEqual(asks("invoice.payment"));
  expect(counted["sender.street"]).toBe(counted["sender.address"]);
});

test("alternates sheets by type and finds fields on them", () => {
  const sheets = orderSheets(library, ["sender.name", "sender.street", "sender.email", "sender.iban"]);
  const first = sheets.slice(0, 4).map(({ type }) => type);
  expect(new Set(first).size).toBe(4);
  const without = sheets.filter(({ fields }) => !JSON.stringify(fields).includes('"x-means":"sender.'));
  expect(without).toEqual([]);
  const counsel = library.find(({ template_name }) => template_name === "Counsel");
  expect(counsel && pathsFor(counsel.fields, "sender.iban")).toEqual(["payment"]);
});
