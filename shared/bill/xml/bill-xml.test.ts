import { describe, expect, test } from "vitest";
import { BILL_LIMITS } from "../../../contract/bill.ts";
import { madeBills } from "../../../tests/support/made-bills.ts";
import { checkBill } from "../checks.ts";
import { readBill, writeBill } from "./bill-xml.ts";
import { UnreadableXml } from "./xml.ts";

const bills = madeBills();
const bytes = (text: string) => new TextEncoder().encode(text);
const [first] = bills;
const sample = new TextDecoder().decode(writeBill(first?.bill ?? ({} as never), "cii"));

test("there are sixty invoices", () => {
  expect(bills.length).toBe(60);
});

test.each(["cii", "ubl"] as const)("every invoice written as %s is read as the same", (syntax) => {
  for (const { name, bill } of bills) {
    const read = readBill(writeBill(bill, syntax));
    expect(read.problems, name).toEqual([]);
    expect(read.bill, name).toEqual(bill);
    expect(read.syntax).toBe(syntax);
  }
});

test("reads other prefixes, CDATA, comments and character references", () => {
  const other = sample
    .replaceAll("ram:", "x:")
    .replace("xmlns:ram", "xmlns:x")
    .replace("<x:ID>2026-1</x:ID>", "<!-- number --><x:ID><![CDATA[2026]]>&#45;&#x31;</x:ID>");
  expect(readBill(bytes(other)).bill).toEqual(first?.bill);
});

test("names values that aren't allowed and reads the rest", () => {
  const { bill, problems } = readBill(bytes(sample.replaceAll("20261118", "18.11.2026")));
  expect(bill.issued).toBeUndefined();
  expect(bill.number).toBe("2026-1");
  expect(problems.map(({ path }) => path)).toEqual(["issued"]);
});

test("finds wrong sums in a received invoice", () => {
  const total = first?.bill.totals.gross ?? "";
  const { bill } = readBill(bytes(sample.replace(`GrandTotalAmount>${total}`, "GrandTotalAmount>999.99")));
  expect(checkBill(bill, "en16931").map(({ rule, term }) => `${rule} ${term}`)).toEqual(["BR-CO-15 BT-112"]);
});

describe("refuses hostile or broken files in words", () => {
  const refused: [string, string, RegExp][] = [
    ["entities", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /Document types and entities aren’t allowed/],
    ["unknown entities", "<a>&xxe;</a>", /entity “xxe” isn’t allowed/],
    ["depth", "<a>".repeat(BILL_LIMITS.xmlDepth + 1), /nested more than 40 deep/],
    ["unclosed elements", "<a><b></a>", /closes nothing that is open/],
    ["missing ends", "<a>", /“a” isn’t closed/],
    ["half a tag", "<a b=", /tag “a” isn’t complete/],
    ["nothing", "", /no element/],
    ["two documents", "<a></a><b></b>", /more than one document/],
    ["other encodings", '<?xml version="1.0" encoding="utf-7"?><a/>', /encoding “utf-7” isn’t supported/],
    ["other documents", "<html></html>", /isn’t an e-invoice in CII or UBL/],
    ["characters that don't exist", "<a>&#x110000;</a>", /isn’t a character/],
  ];
  test.each(refused)("%s", (_, text, message) => {
    expect(() => readBill(bytes(text))).toThrow(message);
    expect(() => readBill(bytes(text))).toThrow(UnreadableXml);
  });

  test("size", () => {
    expect(() => readBill(new Uint8Array(BILL_LIMITS.xmlBytes + 1))).toThrow(/larger than 10 MB/);
  });

  test("the number of elements", () => {
    expect(() => readBill(bytes(`<a>${"<b/>".repeat(BILL_LIMITS.xmlElements)}</a>`))).toThrow(
      /more than 400,000 elements/,
    );
  });

  test("bytes that aren't text", () => {
    expect(() => readBill(Uint8Array.of(0x3c, 0xff, 0x3e))).toThrow(/isn’t valid UTF-8/);
  });
});
