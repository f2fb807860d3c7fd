import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { openValidator } from "../../cli/library/proof/verapdf.ts";
import type { Bill } from "../../contract/bill.ts";
import type { RenderedPages } from "../../contract/rendering/render.ts";
import { unpackRows } from "../../contract/rendering/row-pack.ts";
import { findAttachedXml } from "../../shared/bill/attached-xml.ts";
import { readBill } from "../../shared/bill/xml/bill-xml.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { invoices, openRenderSite, type RenderSite } from "../support/render-site.ts";

let site: RenderSite;
beforeAll(async () => {
  site = await openRenderSite();
});
afterAll(() => site?.close());

const seller = {
  vatId: "DE123456789",
  address: { street: "Lindenstraße 14", postcode: "10115", town: "Berlin", country: "DE" },
  electronicAddress: { id: "post@feldmann.example", scheme: "EM" },
  contact: { name: "Ada Feld", phone: "+49 30 5550162", email: "ada@feldmann.example" },
};
const buyer = {
  vatId: "FR11123456782",
  address: { postcode: "69001", town: "Lyon", country: "FR" },
  electronicAddress: { id: "123456782", scheme: "0225" },
};
const invoice = { seller, buyer, due: "2026-12-18", delivery: { date: "2026-11-11", country: "FR" } };
const data = {
  number: "2026-014",
  issued: "2026-11-18",
  from: { name: "Feldmann & Söhne" },
  to: { name: "Atelier Moreau" },
  currency: "EUR",
  unit: "Hours",
  items: [
    { description: "Signs", quantity: "3", price: "33.335" },
    { description: "Returned", price: "-20" },
  ],
  discount: "10",
  tax_rate: "19",
  payment: { account: "Bank of Brenholm\nDE02 1203 0000 0000 2020 51 BYLADEM1001", reference: "2026-014" },
};
const theme = { paper: "a4", language: "en" };
const ask = (format: string, more: object = {}, id = "quarto") =>
  site.render(format, { data, theme, invoice, profile: "en16931", ...more }, id);

async function billOf(answer: Response): Promise<Bill> {
  if (!answer.ok) throw new Error(await answer.text());
  const { bill, problems } = readBill(await answer.bytes());
  expect(problems).toEqual([]);
  return bill;
}

async function messagesOf(answer: Response): Promise<string> {
  const { errors } = (await answer.json()) as { errors: { message: string }[] };
  return errors.map(({ message }) => message).join("\n");
}

describe("POST /render/{templateId}.xml", () => {
  test("has the values of the page and the invoice details, with their sums", async () => {
    const answer = await ask("xml");
    expect(answer.headers.get("content-type")).toBe("application/xml");
    expect(answer.headers.get("content-disposition")).toContain('filename="Invoice 2026-014.xml"');
    const bill = await billOf(answer);
    expect(bill).toMatchObject({
      specification: "urn:cen.eu:en16931:2017",
      number: "2026-014",
      type: "380",
      currency: "EUR",
      seller: { name: "Feldmann & Söhne", ...seller },
      buyer: { name: "Atelier Moreau", ...buyer },
      payment: { means: "58", iban: "DE02120300000000202051", reference: "2026-014" },
      taxes: [{ category: "S", rate: "19", base: "72.01", amount: "13.68" }],
      totals: {
        lines: "80.01",
        allowances: "8.00",
        net: "72.01",
        tax: "13.68",
        gross: "85.69",
        due: "85.69",
      },
    });
    expect(bill.lines).toMatchObject([
      { name: "Signs", quantity: "3", unit: "HUR", price: "33.335", net: "100.01" },
      { name: "Returned", quantity: "-1", price: "20", net: "-20.00" },
    ]);
  });

  test("is UBL for Peppol, and in the requested syntax", async () => {
    const reference = { ...invoice, buyerReference: "PO 7" };
    const peppol = await (await ask("xml", { profile: "peppol", invoice: reference })).text();
    expect(peppol).toContain("urn:fdc:peppol.eu:2017:poacc:billing:3.0");
    expect(peppol).toContain("<Invoice xmlns=");
    const same = await billOf(await ask("xml", { syntax: "ubl" }));
    expect(same).toEqual(await billOf(await ask("xml", { syntax: "cii" })));
  });

  test("names what is missing with its business term and where to enter it", async () => {
    const answer = await ask("xml", {
      profile: "xrechnung",
      data: {
        ...data,
        issued: undefined,
        tax_rate: undefined,
        items: [{ description: "Signs", price: "1" }],
      },
      invoice: { seller: { contact: {} } },
    });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as {
      errors: {
        message: string;
        extensions: { code: string; term: string; field: string; path: string[] };
      }[];
    };
    const found = errors.map(({ extensions: { code, term, field } }) => `${code} ${term} ${field}`);
    for (const [term, field] of [
      ["BT-2", "data.issued"],
      ["BT-9", "data.due"],
      ["BT-10", "invoice.buyerReference"],
      ["BT-31", "invoice.seller.vatId"],
      ["BT-40", "invoice.seller.address.country"],
      ["BT-41", "invoice.seller.contact.name"],
      ["BT-49", "invoice.buyer.electronicAddress"],
      ["BT-151", "invoice.taxCase"],
    ])
      expect(found).toContain(`FAILED_VALIDATION ${term} ${field}`);
    expect(errors[0]?.extensions.path).toEqual(errors[0]?.extensions.field.split("."));
    expect(errors[0]?.message).toMatch(/\(BT-\d+\)$/);
  });

  test("takes the tax case of each line from the page", async () => {
    const items = [
      { description: "Goods", price: "10", treatment: "intra" },
      { description: "Work", price: "10", treatment: "reverse" },
      { description: "Books", price: "10", tax_rate: "7" },
    ];
    const bill = await billOf(
      await ask(
        "xml",
        { data: { ...data, unit: undefined, discount: undefined, tax_rate: undefined, items } },
        "frontier",
      ),
    );
    expect(bill.taxes.map(({ category, base, reasonCode }) => [category, base, reasonCode])).toEqual([
      ["K", "10.00", "VATEX-EU-IC"],
      ["AE", "10.00", "VATEX-EU-AE"],
      ["S", "10.00", undefined],
    ]);
  });

  test.each([
    ["svg", {}, /only for PDF and XML/],
    ["pdf", { profile: "peppol" }, /Peppol takes no PDF/],
    ["pdf", { syntax: "ubl" }, /"syntax" is only for XML/],
    ["pdf", { mode: "sample" }, /only made in the mode "final"/],
    ["pdf", { profile: undefined }, /"invoice" needs a "profile"/],
    ["pdf", { profile: "zugferd" }, /profile/],
    ["xml", { archive: true }, /"archive" is only for PDFs/],
    ["xml", { profile: "france", syntax: "ubl" }, /only written as CII/],
    ["xml", { invoice: { seller: { iban: "1" } } }, /iban/],
    ["xml", { invoice: { seller: { address: { country: "Germany" } } } }, /two capital letters/],
  ])("refuses %s with %o", async (format, more, message) => {
    const answer = await ask(format, more);
    expect(answer.status).toBe(400);
    expect(await messagesOf(answer)).toMatch(message);
  });

  test("refuses templates that aren't invoices, and amounts an invoice has no term for", async () => {
    expect(await (await site.render("xml", { data: { number: "1" } })).text()).toContain(
      "Only invoice templates",
    );
    const partial = { ...data, unit: undefined, discount: undefined, asked: "10" };
    const answer = await ask("xml", { data: partial }, "plank");
    expect(await answer.text()).toContain("data.asked");
  });

  test("takes off what was paid already, as the page does", async () => {
    const paid = [
      { label: "Deposit", amount: "10" },
      { label: "Timber", amount: "20.50" },
    ];
    const request = { data: { ...data, unit: undefined, discount: undefined, paid } };
    const { totals } = await billOf(await ask("xml", request, "plank"));
    expect(totals).toMatchObject({ gross: "95.21", prepaid: "30.50", due: "64.71" });
    expect(textOfPdf(await (await ask("pdf", request, "plank")).bytes())).toContain("€64.71");
  });
});

describe("a PDF with a profile", () => {
  test("has the XML attached as an alternative, and says so in its metadata", async () => {
    const xml = await (await ask("xml")).bytes();
    const first = await (await ask("pdf")).bytes();
    const folder = temporaryFolder();
    const file = join(folder, "file.pdf");
    writeFileSync(file, first);
    execFileSync("pdfdetach", ["-save", "1", "-o", join(folder, "out.xml"), file]);
    expect(readFileSync(join(folder, "out.xml")).equals(xml)).toBe(true);
    const listed = execFileSync("pdfdetach", ["-list", file], { encoding: "utf8" });
    expect(listed).toMatch(/^1 embedded files\n1: factur-x\.xml/);

    const text = Buffer.from(first).toString("latin1");
    const [, specification] = /\n {2}\/AF \[(\d+) 0 R\]/.exec(text) ?? [];
    const object = text.slice(text.indexOf(`\n${specification} 0 obj`)).split("endobj")[0];
    expect(object).toContain("/AFRelationship /Alternative");
    expect(object).toContain("/UF (factur-x.xml)");
    expect(text).toContain("/Subtype /text#2Fxml");
    expect(text).toContain(`/ModDate (D:20261118000000Z)\n    /Size ${xml.length}\n`);
    expect(text).toMatch(/\/OutputIntents \[<<[^>]*\/GTS_PDFA1/);
    const metadata = execFileSync("pdfinfo", ["-meta", file], { encoding: "utf8" });
    for (const property of [
      "<pdfaid:part>3</pdfaid:part>",
      "<pdfaid:conformance>A</pdfaid:conformance>",
      ">1</pdfuaid:part>",
      "<fx:DocumentType>INVOICE</fx:DocumentType>",
      "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
      "<fx:Version>1.0</fx:Version>",
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
      "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>",
    ])
      expect(metadata).toContain(property);
  });

  test("is PDF/UA-1 and PDF/A-3a", { tags: ["long"] }, async () => {
    const folder = temporaryFolder();
    const file = join(folder, "file.pdf");
    writeFileSync(file, await (await ask("pdf")).bytes());
    const archived = join(folder, "archive.pdf");
    writeFileSync(
      archived,
      await (await ask("pdf", { profile: undefined, invoice: undefined, archive: true })).bytes(),
    );
    const validator = openValidator();
    onTestFinished(() => validator.close());
    for (const [path, standard] of [
      [file, "PDF/UA-1"],
      [file, "PDF/A-3a"],
      [archived, "PDF/UA-1"],
      [archived, "PDF/A-2a"],
    ] as const)
      expect((await validator.validate(path, standard)).failures, `${path} ${standard}`).toEqual([]);
    // The validator tells the standards apart.
    expect((await validator.validate(archived, "PDF/A-3a")).isConforming).toBe(false);
  });

  test("names the XML of an XRechnung as its readers expect", async () => {
    const answer = await ask("pdf", {
      profile: "xrechnung",
      invoice: { ...invoice, buyerReference: "04011000-12345-34" },
    });
    const text = Buffer.from(await answer.bytes()).toString("latin1");
    expect(text).toContain("/UF (xrechnung.xml)");
    expect(text).toContain("<fx:ConformanceLevel>XRECHNUNG</fx:ConformanceLevel>");
  });

  test("is refused if no font has a character", async () => {
    const answer = await ask("pdf", { data: { ...data, notes: "株" } });
    expect(answer.status).toBe(400);
    expect(await messagesOf(answer)).toMatch(/can't be PDF\/A.*U\+682A/);
  });
});

describe("the sums on the page and in the XML are the same", () => {
  const printed = (amount = "") => {
    const [whole = "", cents = ""] = amount.replace("-", "").split(".");
    return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
  };

  test.each(invoices.map(({ slug, sample }) => [slug, sample]))(
    "of the sample of %s",
    async (slug, sample) => {
      const { asked: _, ...values } = sample;
      const request = {
        ...invoice,
        unit: "C62",
        issued: "2026-11-18",
        taxCase: "E",
        taxReason: "Small business",
      };
      const shown = { ...values, currency: "EUR" };
      const bill = await billOf(await ask("xml", { data: shown, invoice: request }, slug));
      const text = textOfPdf(await (await ask("pdf", { data: shown, invoice: request }, slug)).bytes());
      expect(text.replace(/\s/g, "")).toContain(printed(bill.totals.due));
      for (const { amount } of bill.taxes) if (Number(amount) !== 0) expect(text).toContain(printed(amount));
    },
  );

  test.each(invoices.map(({ slug }) => slug))("with two rates in %s", { tags: ["long"] }, async (slug) => {
    const items = [
      { description: "Shelf", price: "100.00", tax_rate: "19" },
      { description: "Book", price: "10.05", tax_rate: "7" },
      { description: "Map", price: "20.10", tax_rate: "7" },
    ];
    const values = { number: "1", currency: "EUR", items };
    const details = {
      ...invoice,
      issued: "2026-11-18",
      unit: "C62",
      seller: { ...seller, name: "Feldmann" },
      buyer: { ...buyer, name: "Moreau" },
    };
    const { totals, taxes } = await billOf(await ask("xml", { data: values, invoice: details }, slug));
    const pdf = await ask("pdf", { data: values, invoice: details }, slug);
    const text = textOfPdf(await pdf.bytes()).replace(/\s/g, "");
    expect(taxes).toMatchObject([
      { rate: "19", base: "100.00", amount: "19.00" },
      { rate: "7", base: "30.15", amount: "2.11" },
    ]);
    for (const part of ["19%", "7%", "30.15", "2.11", printed(totals.due)]) expect(text).toContain(part);
  });
});

beforeAll(() => {
  const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});

test("rows of a table are made as e-invoices, with what each lacks", async () => {
  const ask = (body: object) =>
    fetch(`${site.url}/render/quarto/rows`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ theme, ...body }),
    });
  const bills = [
    { profile: "en16931", invoice },
    { profile: "en16931", invoice: { ...invoice, buyer: {} } },
  ];
  const [good, bad] = unpackRows(await (await ask({ rows: [data, data], bills })).bytes());
  const xml = good && "bytes" in good ? findAttachedXml(good.bytes) : "none";
  expect(readBill(xml as Uint8Array).bill.totals.due).toBe("85.69");
  expect(bad).toMatchObject({ errors: [{ extensions: { field: "invoice.buyer.address.country" } }] });
  expect((await ask({ rows: [data, data], bills: [bills[0]] })).status).toBe(400);
  expect((await ask({ rows: [data], bills: [{ profile: "peppol" }] })).status).toBe(400);
});

describe("the payment code on a page", () => {
  const account = "DE02 1203 0000 0000 2020 51";
  const codesOn = async (slug: string, more: object) => {
    const values = {
      number: "2026-014",
      from: { name: "Feldmann & Söhne" },
      currency: "EUR",
      items: [{ description: "Signs", price: "33.335" }],
      tax_rate: "19",
      payment: { account, reference: "RF18 5390 0754 7034", code: true },
      ...more,
    };
    const answer = await site.render("png", { data: values, theme, dpi: 150 }, slug);
    expect(answer.status).toBe(200);
    const read = await readBarcodes(await answer.bytes(), { formats: ["QRCode"] });
    return read.map(({ text }) => text);
  };

  test.each(["quarto", "stint", "jar"])("of %s has account and sum", async (slug) => {
    expect(await codesOn(slug, {})).toEqual([
      "BCD\n002\n1\nSCT\n\nFeldmann & Söhne\nDE02120300000000202051\nEUR39.67\n\nRF18539007547034",
    ]);
  });

  test("has a text alternative", async () => {
    const items = [{ description: "Signs", price: "33.335" }];
    const textsWith = async (code: boolean) => {
      const values = { ...data, discount: undefined, items, payment: { account, code } };
      return stringsOf(await (await site.render("pdf", { data: values, theme }, "quarto")).bytes());
    };
    expect(await textsWith(true)).toContain("/Alt (Code for banking apps)");
    expect(await textsWith(false)).not.toContain("Code for banking apps");
  });

  test("is left out for other currencies, without an IBAN, and unless it is wanted", async () => {
    expect(await codesOn("quarto", { currency: "CHF" })).toEqual([]);
    expect(await codesOn("quarto", { payment: { account: "1503 44 20917", code: true } })).toEqual([]);
    expect(await codesOn("quarto", { payment: { account } })).toEqual([]);
  });
});

describe("the Swiss QR-bill on a page", () => {
  const values = {
    number: "2026-014",
    from: { name: "Käserei Feldmann & Söhne", address: "Lindenstrasse 14a\n3011 Bern" },
    to: { name: "Atelier Moreau", address: "3 rue des Lilas\n69001 Lyon\nFrance" },
    currency: "CHF",
    items: [{ description: "Signs", price: "1810.335" }],
    tax_rate: "8.1",
    payment: {
      account: "Bank of Brenholm\nCH44 3199 9123 0008 8901 2",
      reference: "21 00000 00003 13947 14300 09017",
      qr_bill: true,
    },
  };
  const ask = (format: string, more: object = {}, slug = "jar", look: object = theme, page = 1) =>
    site.render(format, { data: { ...values, ...more }, theme: look, dpi: 150, page }, slug);

  /** The lines of the code on the last page. */
  const codeOn = async (...asked: Parameters<typeof ask>) => {
    let answer = await ask(...asked);
    for (let page = 2; answer.ok; page++) {
      const read = await readBarcodes(await answer.bytes(), { formats: ["QRCode"] });
      if (read.length > 0) return read.map(({ text }) => text.split("\n"));
      const [format, more, slug, look] = asked;
      answer = await ask(format, more, slug, look, page);
    }
    return [];
  };

  test.each([
    ["jar", "a4", "de"],
    ["stint", "us-letter", "fr"],
    ["quarto", "a4", "it"],
  ])("of %s on %s has account, addresses, sum and QR reference", async (slug, paper, language) => {
    expect(await codeOn("png", {}, slug, { paper, language })).toEqual([
      [
        ...["SPC", "0200", "1", "CH4431999123000889012"],
        ...["S", "Käserei Feldmann & Söhne", "Lindenstrasse", "14a", "3011", "Bern", "CH"],
        ...["", "", "", "", "", "", "", "1956.98", "CHF"],
        ...["S", "Atelier Moreau", "3 rue des Lilas", "", "69001", "Lyon", "FR"],
        ...["QRR", "210000000003139471430009017", "2026-014", "EPD"],
      ],
    ]);
  });

  test.each([
    ["a creditor reference", "RF18 5390 0754 7034", ["SCOR", "RF18539007547034", "2026-014", "EPD"]],
    ["any other reference", "March, signs", ["NON", "", "March, signs", "EPD"]],
  ])("takes %s with other accounts, in euros", async (_, reference, end) => {
    const payment = { account: "CH58 0079 1123 0008 8901 2", reference, qr_bill: true };
    const [lines] = await codeOn("png", { payment, currency: "EUR", to: { name: "Moreau" } });
    expect(lines?.slice(18)).toEqual(["1956.98", "EUR", "", "", "", "", "", "", "", ...end]);
  });

  test("says the same in words, in the languages of Switzerland", async () => {
    const text = textOfPdf(await (await ask("pdf", {}, "jar", { paper: "a4", language: "de" })).bytes());
    for (const part of [
      "Empfangsschein",
      "Zahlteil",
      "Konto / Zahlbar an",
      "CH44 3199 9123 0008 8901 2",
      "21 00000 00003 13947 14300 09017",
      "FR-69001 Lyon",
      "1 956.98",
      "Annahmestelle",
    ])
      expect(text).toContain(part);
  });

  test("has a text alternative", async () => {
    expect(stringsOf(await (await ask("pdf")).bytes())).toContain("/Alt (Code for banking apps)");
  });

  test.each([
    ["payment.account", { account: "DE02 1203 0000 0000 2020 51" }, /begins with CH or LI/],
    ["payment.account", { account: "CH45 3199 9123 0008 8901 2" }, /typing error/],
    ["payment.reference", { reference: "21 00000 00003 13947 14300 09018" }, /last digit/],
    ["payment.reference", { reference: "March" }, /27 digits/],
    ["payment.reference", { account: "CH58 0079 1123 0008 8901 2" }, /needs a QR-IBAN/],
    ["payment.reference", { account: "CH58 0079 1123 0008 8901 2", reference: "RF19 5390" }, /\(RF\)/],
  ])("is refused at %s with %o", async (field, payment, message) => {
    const answer = await ask("pdf", { payment: { ...values.payment, ...payment } });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as {
      errors: { message: string; extensions: { field: string } }[];
    };
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions.field).toBe(field);
    expect(errors[0]?.message).toMatch(message);
  });

  test.each([
    ["currency", { currency: "USD" }, /CHF and EUR/],
    ["from.address", { from: { name: "Feldmann", address: "Bern" } }, /street, postcode and town/],
    ["from.name", { from: { address: "Lindenstrasse 14a\n3011 Bern" } }, /name of the account holder/],
    ["items", { items: [{ description: "Returned", price: "-20" }] }, /total between/],
  ])("is refused at %s with %o", async (field, more, message) => {
    const text = await (await ask("pdf", more)).text();
    expect(text).toContain(`"field":"${field}"`);
    expect(text).toMatch(message);
  });

  test("is not on a page whose person doesn't want one, and named while typing", async () => {
    const { qr_bill: _, ...payment } = values.payment;
    expect(await codeOn("png", { payment })).toEqual([]);
    const data = { ...values, currency: "USD" };
    const pages = (await (await site.render("svg", { data, theme }, "jar")).json()) as RenderedPages;
    expect(pages.ignored.map(({ field }) => field)).toEqual(["currency"]);
  });
});

/** Everything in a PDF, unpacked. */
function stringsOf(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString("latin1");
  const packed = text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const unpacked = [...packed].map(([, content = ""]) => {
    try {
      return inflateSync(Buffer.from(content, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...unpacked].join("\n");
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "typecase-einvoice-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
