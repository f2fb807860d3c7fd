import { zlibSync } from "fflate";
import { expect, test } from "vitest";
import { BILL_LIMITS } from "../../contract/bill.ts";
import { findAttachedXml, isPdf } from "./attached-xml.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const lettersOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const XML = '<?xml version="1.0"?><rsm:CrossIndustryInvoice/>';
const pdf = (...objects: string[]) => bytesOf(`%PDF-1.7\n${objects.join("\n")}\ntrailer << /Root 1 0 R >>`);
const stream = (keys: string, content: Uint8Array | string, line = "\n") =>
  `5 0 obj\n<< ${keys} >>\nstream${line}${typeof content === "string" ? content : lettersOf(content)}\nendstream\nendobj`;
const textOf = (found: ReturnType<typeof findAttachedXml>) =>
  typeof found === "string" ? found : lettersOf(found);

test.each([
  ["packed", stream("/Type /EmbeddedFile /Filter /FlateDecode", zlibSync(bytesOf(XML)))],
  [
    "packed, with a list of filters",
    stream("/Type/EmbeddedFile/Filter[/FlateDecode]", zlibSync(bytesOf(XML)), "\r\n"),
  ],
  ["plain", stream("/Subtype /text#2Fxml /Length 9 0 R", XML)],
  ["without a type", stream("/Length 48", XML)],
])("finds an attachment that is %s", (_, object) => {
  const others = [
    stream("/Type /XObject /Filter /FlateDecode", zlibSync(bytesOf(XML))),
    stream("/Length 1", "x"),
  ];
  expect(textOf(findAttachedXml(pdf(...others, object)))).toBe(XML);
});

test("finds none in other files", () => {
  expect(findAttachedXml(pdf(stream("/Type /EmbeddedFile", "a,b\n1,2")))).toBe("none");
  expect(findAttachedXml(pdf(stream("/Type /EmbeddedFile /Filter /FlateDecode", "broken")))).toBe("none");
  expect(findAttachedXml(pdf("trailer << /Encrypt 3 0 R >>"))).toBe("encrypted");
  expect(isPdf(bytesOf("%PDF-1.4"))).toBe(true);
  expect(isPdf(bytesOf(XML))).toBe(false);
});

test("doesn't unpack more than an invoice may have", () => {
  const huge = new Uint8Array(BILL_LIMITS.xmlBytes + 1).fill(32);
  huge.set(bytesOf(XML));
  const packed = zlibSync(huge, { level: 9 });
  expect(findAttachedXml(pdf(stream("/Type /EmbeddedFile /Filter /FlateDecode", packed)))).toBe("none");
});
