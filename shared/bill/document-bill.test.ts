import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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

describe("the delivery date on the page", () => {
  const { fields, sample } = read("invoices/shops-and-food/frontier");
  const made = (delivered: string, details = {}) =>
    billOfDocument(fields, { ...sample, delivered }, details, "en16931");
  const missing = ({ problems }: ReturnType<typeof made>) =>
    problems.filter(({ term }) => term === "BT-72").map(({ rule, path }) => `${rule} ${path}`);

  test("is that of the e-invoice", () => {
    expect(made("28 October 2026").bill.delivery).toEqual({ date: "2026-10-28" });
    expect(missing(made("28 October 2026"))).toEqual([]);
    const details = { delivery: { date: "2026-10-29" } };
    expect(made("28 October 2026", details).bill.delivery).toEqual({ date: "2026-10-29" });
  });

  test("is asked for if it is no date", () => {
    expect(missing(made("1 to 31 October 2026"))).toEqual(["delivered invoice.delivery.date"]);
    const period = { from: "2026-10-01", to: "2026-10-31" };
    const { bill, problems } = made("1 to 31 October 2026", { period });
    expect(bill).toMatchObject({ period });
    expect(bill.delivery).toBeUndefined();
    expect(problems.filter(({ rule }) => rule === "delivered")).toEqual([]);
  });
});

describe("payments on the page of Plank", () => {
  const { fields, sample } = read("invoices/trades/plank");

  test("are the amount paid in advance", () => {
    const { bill, problems } = billOfDocument(fields, sample, {}, "en16931");
    const { prepaid, gross, due } = bill.totals;
    expect({ prepaid, gross, due }).toEqual({ prepaid: "100000.00", gross: "129762.50", due: "29762.50" });
    expect(problems.map(({ rule }) => rule)).not.toContain("amounts");
  });

  test("are refused together with a partial amount", () => {
    const { problems } = billOfDocument(fields, { ...sample, asked: "100" }, {}, "en16931");
    expect(problems.filter(({ rule }) => rule === "amounts").map(({ path }) => path)).toEqual(["data.asked"]);
  });
});
