import { describe, expect, test, vi } from "vitest";
import { BILL_LIMITS } from "../../../contract/bill.ts";
import { madeBills, sampleBills } from "../../../tests/support/made-bills.ts";
import { checkBill } from "../checks.ts";
import { readBill, writeBill } from "./bill-xml.ts";
import { NAMESPACES, parseXml, UnreadableXml, type XmlElement } from "./xml.ts";

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

test("a credit note with a due date says how it is paid in UBL, as that is where the date is", () => {
  const credit = sampleBills().find(({ bill }) => bill.type === "381")?.bill;
  expect(credit).toMatchObject({ due: "2026-12-18" });
  expect(credit?.payment).toBeUndefined();
  const xml = writeBill(credit ?? ({} as never), "ubl");
  expect(new TextDecoder().decode(xml)).toContain("<cbc:PaymentMeansCode>1</cbc:PaymentMeansCode>");
  expect(readBill(xml).bill).toEqual(credit);
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

test("looks up namespaces without copying them for each element", () => {
  const set = vi.spyOn(Map.prototype, "set");
  const declared = Array.from({ length: 100 }, (_, index) => ` xmlns:p${index}="urn:${index}"`).join("");
  const nested = Array.from({ length: 20 }, (_, index) => `<a${declared.replaceAll("p", `n${index}p`)}>`);
  const text = `${nested.join("")}${"<b xmlns=''/>".repeat(10_000)}${"</a>".repeat(20)}`;
  expect(parseXml(bytes(text)).name).toBe("other:a");
  expect(set.mock.calls.length).toBeLessThan(5_000);
  set.mockRestore();
});

test("a prefix means what the nearest element says", () => {
  const { cbc } = NAMESPACES;
  const text = `<a xmlns:x="${cbc}"><x:b/><c xmlns:x="urn:other"><x:b/></c><c xmlns:x="urn:other"/><x:b/></a>`;
  const names = (element: XmlElement): string[] => [element.name, ...element.children.flatMap(names)];
  expect(names(parseXml(bytes(text)))).toEqual([
    "other:a",
    "cbc:b",
    "other:c",
    "other:b",
    "other:c",
    "cbc:b",
  ]);
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
    ["attributes", `<a ${"b='c' ".repeat(BILL_LIMITS.xmlAttributes + 1)}/>`, /more than 100 attributes/],
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

  test.each([
    ["lines", BILL_LIMITS.lines, /more than 10,000 lines/],
    ["allowances", BILL_LIMITS.allowances, /more than 200 discounts or charges/],
    ["charges", BILL_LIMITS.allowances, /more than 200 discounts or charges/],
    ["taxes", BILL_LIMITS.rates, /more than 100 tax rates/],
    ["preceding", BILL_LIMITS.entries, /more than 1,000 entries/],
    ["notes", BILL_LIMITS.entries, /more than 1,000 entries/],
  ] as const)("the number of %s", (key, most, message) => {
    const entry = { text: "a", number: "1", amount: "1", category: "S" };
    for (const syntax of ["cii", "ubl"] as const) {
      const many = { ...first?.bill, [key]: Array(most + 1).fill(entry) } as never;
      expect(() => readBill(writeBill(many, syntax))).toThrow(message);
    }
  });

  test("the number of tax rates of the lines", () => {
    const lines = Array.from({ length: BILL_LIMITS.rates + 1 }, (_, index) => ({ rate: `${index}` }));
    expect(() => readBill(writeBill({ ...first?.bill, lines } as never, "cii"))).toThrow(
      /more than 100 tax rates/,
    );
  });

  test("bytes that aren't text", () => {
    expect(() => readBill(Uint8Array.of(0x3c, 0xff, 0x3e))).toThrow(/isn’t valid UTF-8/);
  });
});
