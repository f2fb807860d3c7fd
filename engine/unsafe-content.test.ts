import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPdf } from "./pdf-file.ts";
import { findUnsafeContent, type UnsafeContent } from "./unsafe-content.ts";

/** A PDF of these objects, as the compiler writes one. */
function pdfOf(...objects: string[]) {
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n\r\n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n${entries}`;
  const trailer = `trailer\n<<\n  /Root 1 0 R\n  /Info 1 0 R\n>>\nstartxref\n${text.length}\n%%EOF`;
  return readPdf(Buffer.from(text + table + trailer, "latin1"));
}

const stream = (keys: string, bytes: string) =>
  `<<\n  /Length ${bytes.length}\n  ${keys}\n>>\nstream\n${bytes}\nendstream`;
const linkTo = (address: string) =>
  `<<\n  /Subtype /Link\n  /A <<\n    /S /URI\n    /URI ${address}\n  >>\n>>`;
const found = (...objects: string[]) => findUnsafeContent(pdfOf(...objects)).map(describeContent);
const describeContent = (content: UnsafeContent) =>
  content.kind === "link" ? `link ${content.address}` : `${content.kind} ${content.name}`;

test.each([
  ["(https://a.example)"],
  ["(HTTP://a.example)"],
  ["(mailto:a@example.org)"],
  ["(tel:+4512345678)"],
  ["<68747470733A2F2F61>"],
])("allows a link to %s", (address) => {
  expect(found(linkTo(address))).toEqual([]);
});

test.each([
  ["plain", "(javascript:alert(1))", "link javascript:alert(1)"],
  ["in mixed case", "(JaVaScript:x)", "link JaVaScript:x"],
  ["with an escaped line break", "(java\\nscript:x)", "link java\nscript:x"],
  ["with octal escapes", "(\\152avascript\\072x)", "link javascript:x"],
  ["with a blank before it", "( javascript:x)", "link  javascript:x"],
  ["in hexadecimal", "<6A 6176617363726970743A7>", "link javascript:p"],
  ["in UTF-16", "<FEFF006A006100760061007300630072006900700074003A0078>", "link javascript:x"],
  ["that is a file", "(file:///etc/passwd)", "link file:///etc/passwd"],
  ["without a scheme", "(invoice.exe)", "link invoice.exe"],
  ["with a safe scheme inside", "(javascript:https://a.example)", "link javascript:https://a.example"],
  ["kept elsewhere", "7 0 R", "link "],
])("finds an unsafe link %s", (_, address, expected) => {
  expect(found(linkTo(address))).toEqual([expected]);
});

test("finds a name with escapes, and an action that follows another", () => {
  const escaped = "<<\n  /A <<\n    /S /U#52I\n    /U#52I (vbscript:x)\n  >>\n>>";
  const chained = "<<\n  /A <<\n    /S /GoTo\n    /Next [<< /S /Launch /F (x.exe) >>]\n  >>\n>>";
  expect(found(escaped, chained)).toEqual(["link vbscript:x", "action Launch"]);
});

test.each(["Launch", "JavaScript", "GoToR", "SubmitForm", "ImportData"])("finds the action %s", (name) => {
  expect(found(`<<\n  /A <<\n    /S /${name}\n  >>\n>>`)).toEqual([`action ${name}`]);
});

test.each(["OpenAction", "AA", "AcroForm"])("finds %s of the document", (key) => {
  expect(found(`<<\n  /Type /Catalog\n  /${key} << >>\n>>`)).toEqual([`action ${key}`]);
});

test("finds what is in a compressed object stream", () => {
  const inside = "3 0 4 40 << /S /URI /URI (javascript:x) >> << /S /P >>";
  const bytes = deflateSync(Buffer.from(inside, "latin1")).toString("latin1");
  expect(found(stream("/Type /ObjStm\n  /Filter /FlateDecode", bytes))).toEqual(["link javascript:x"]);
});

test("finds an attached file, unless we attached it: same name and same bytes", () => {
  const spec = "<<\n  /Type /Filespec\n  /F (order.xml)\n  /EF <<\n    /F 2 0 R\n  >>\n>>";
  const pdf = pdfOf(spec, stream("/Type /EmbeddedFile", "<order/>"));
  expect(findUnsafeContent(pdf)).toEqual([{ kind: "file", name: "order.xml" }]);
  const own = (bytes: string) => ({ ownFiles: [{ name: "order.xml", bytes: Buffer.from(bytes) }] });
  expect(findUnsafeContent(pdf, own("<order/>"))).toEqual([]);
  expect(findUnsafeContent(pdf, own("<other/>"))).toEqual([{ kind: "file", name: "order.xml" }]);
});

test("ignores text that only looks like a link", () => {
  expect(found("<<\n  /Title (<< /S /URI /URI \\(javascript:x\\) >> # /EF)\n>>")).toEqual([]);
});
