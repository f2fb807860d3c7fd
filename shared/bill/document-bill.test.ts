import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { templateFile } from "../../contract/templates/template-file.ts";
import { billOfDocument } from "./document-bill.ts";

const read = (folder: string) =>
  templateFile.parse(
    JSON.parse(readFileSync(new URL(`../../library/${folder}/template.json`, import.meta.url), "utf8")),
  );

test("makes a credit note of a page that names the invoice it corrects", () => {
  const { fields, sample } = read("invoices/shops-and-food/boomerang");
  const { bill } = billOfDocument(fields, sample, {}, "en16931");
  expect(bill).toMatchObject({
    type: "381",
    preceding: [{ number: "2026-0388", issued: "2026-11-06" }],
    totals: { due: "471.00" },
  });
  const details = { type: "384" as const, preceding: [{ number: "2026-7" }] };
  expect(billOfDocument(fields, sample, details, "en16931").bill).toMatchObject({
    type: "384",
    preceding: [{ number: "2026-7", issued: "2026-11-06" }],
  });
});

test("makes an invoice of a page without a corrected invoice", () => {
  const { fields, sample } = read("invoices/studio/quarto");
  const { bill } = billOfDocument(fields, sample, {}, "en16931");
  expect(bill).toMatchObject({ type: "380", preceding: [] });
});
