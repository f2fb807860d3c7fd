// `npm test -- bill-rules --rules DIR`: writes the invoices of tests/support/made-bills.ts as CII and UBL and runs the official rules in
// DIR over them. docs/testing.md says what is in DIR.
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { writeBill } from "../shared/bill/xml/bill-xml.ts";
import { madeBills } from "../tests/support/made-bills.ts";

const folder = resolve(process.argv[2] ?? ".");
const require = createRequire(join(folder, "rules.js"));
const SaxonJS = requireFrom("saxon-js");

function requireFrom(name) {
  try {
    return require(name);
  } catch (error) {
    console.error(
      `${name} is missing in ${folder}: docs/testing.md says what has to be there (${error.code})`,
    );
    process.exit(1);
  }
}

/** Rules of a country come on top of those of EN 16931. */
const RULES = {
  cii: { en16931: [], xrechnung: ["xrechnung-cii"], france: ["france-cii"], peppol: [] },
  ubl: { en16931: [], xrechnung: ["xrechnung-ubl"], france: [], peppol: [] },
};
const stylesheets = new Map();

function stylesheet(name) {
  if (!stylesheets.has(name)) {
    const file = [`${name}.sef.json.gz`, `${name}.sef.json`]
      .map((each) => join(folder, each))
      .find((each) => existsSync(each));
    if (!file) throw new Error(`${name}.sef.json is missing in ${folder}`);
    const bytes = readFileSync(file);
    stylesheets.set(name, JSON.parse(file.endsWith(".gz") ? gunzipSync(bytes) : bytes));
  }
  return stylesheets.get(name);
}

function findFailures(name, xml) {
  const { principalResult } = SaxonJS.transform(
    { stylesheetInternal: stylesheet(name), sourceText: xml, destination: "serialized" },
    "sync",
  );
  const asserts = principalResult.matchAll(
    /<svrl:failed-assert([^>]*)>[\s\S]*?<svrl:text[^>]*>([\s\S]*?)<\/svrl:text>/g,
  );
  return [...asserts].map(
    ([, attributes, text]) => `${/id="([^"]+)"/.exec(attributes)?.[1]}: ${text.trim()}`,
  );
}

/** The XSD of CII is checked if DIR has it in xsd/, with xmllint-wasm in DIR. */
async function schemaCheck() {
  const files = globSync("xsd/*.xsd", { cwd: folder }).map((file) => ({
    fileName: basename(file),
    contents: readFileSync(join(folder, file), "utf8"),
  }));
  const main = files.find(({ contents }) => /element name="CrossIndustryInvoice"/.test(contents));
  if (!main) return undefined;
  const { validateXML } = require("xmllint-wasm");
  const preload = files.filter((file) => file !== main);
  return async (xml) => {
    const file = { fileName: "bill.xml", contents: xml };
    const { valid, errors } = await validateXML({ xml: file, schema: [main], preload });
    return valid ? [] : errors.map(({ message }) => `XSD: ${message}`);
  };
}

const checkSchema = await schemaCheck();
let passed = 0;
let failed = 0;
for (const { name, profile, bill } of madeBills())
  for (const syntax of ["cii", "ubl"]) {
    const xml = new TextDecoder().decode(writeBill(bill, syntax));
    const rules = [`en16931-${syntax}`, ...RULES[syntax][profile]];
    const failures = rules.flatMap((each) => findFailures(each, xml));
    if (syntax === "cii" && checkSchema) failures.push(...(await checkSchema(xml)));
    if (failures.length === 0) passed += 1;
    else {
      failed += 1;
      console.log(`${name} (${syntax}, ${profile})\n  ${failures.join("\n  ")}`);
    }
  }
console.log(
  `${passed} files pass, ${failed} fail${checkSchema ? "" : "; there is no XSD of CII in the folder"}`,
);
process.exit(failed === 0 ? 0 : 1);
