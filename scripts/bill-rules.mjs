// `npm test -- bill-rules --rules DIR`: writes the invoices of tests/support/made-bills.ts, and those of the library's samples, as CII
// and UBL and runs the official rules in DIR over them. Before that, each set of rules has to refuse a broken invoice. docs/testing.md
// says what is in DIR.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { writeBill } from "../shared/bill/xml/bill-xml.ts";
import { madeBills, sampleBills } from "../tests/support/made-bills.ts";

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
const NAMES = ["en16931-cii", "en16931-ubl", "xrechnung-cii", "xrechnung-ubl", "france-cii"];
const stylesheets = new Map(NAMES.map((name) => [name, readStylesheet(name)]));

function readStylesheet(name) {
  const file = [`${name}.sef.json.gz`, `${name}.sef.json`]
    .map((each) => join(folder, each))
    .find((each) => existsSync(each));
  if (!file) {
    console.error(`${name}.sef.json is missing in ${folder}`);
    process.exit(1);
  }
  const bytes = readFileSync(file);
  return JSON.parse(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}

function findFailures(name, xml) {
  const { principalResult } = SaxonJS.transform(
    { stylesheetInternal: stylesheets.get(name), sourceText: xml, destination: "serialized" },
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
printVersions();
await refuseBroken();
let passed = 0;
let failed = 0;
for (const { name, profile, bill } of [...madeBills(), ...sampleBills()])
  for (const syntax of ["cii", "ubl"]) {
    const xml = xmlOf(bill, syntax);
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

function xmlOf(bill, syntax) {
  return new TextDecoder().decode(writeBill(bill, syntax));
}

/** Compiled rules don't say their version: it is in versions.json, next to what can be compared. */
function printVersions() {
  const file = join(folder, "versions.json");
  const versions = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const [name, { buildDateTime = "" }] of stylesheets)
    console.log(
      `${name}: ${versions[name] ?? "no version in versions.json"}, compiled ${buildDateTime.slice(0, 10)}, SHA-256 ${hashOf(JSON.stringify(stylesheets.get(name)))}`,
    );
  for (const name of ["saxon-js", "xmllint-wasm"]) {
    const file = join(folder, "node_modules", name, "package.json");
    if (existsSync(file)) console.log(`${name}: ${JSON.parse(readFileSync(file, "utf8")).version}`);
  }
  if (!checkSchema) return;
  const files = globSync("xsd/*.xsd", { cwd: folder }).sort();
  const contents = files.map((each) => readFileSync(join(folder, each), "utf8")).join("");
  console.log(
    `xsd: ${versions.xsd ?? "no version in versions.json"}, ${files.length} files, SHA-256 ${hashOf(contents)}`,
  );
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Rules that accept everything would pass unnoticed. */
async function refuseBroken() {
  const made = (profile) => {
    const { bill } = madeBills().find((each) => each.profile === profile);
    return structuredClone(bill);
  };
  const without = (profile, key) => ({
    ...made(profile),
    [key]: Array.isArray(made(profile)[key]) ? [] : undefined,
  });
  const cii = (bill) => xmlOf(bill, "cii");
  const ubl = (bill) => xmlOf(bill, "ubl");
  const controls = [
    ["en16931-cii", "BR-02", cii(without("en16931", "number"))],
    ["en16931-ubl", "BR-02", ubl(without("en16931", "number"))],
    ["xrechnung-cii", "BR-DE-15", cii(without("xrechnung", "buyerReference"))],
    ["xrechnung-ubl", "BR-DE-15", ubl(without("xrechnung", "buyerReference"))],
    ["france-cii", "BR-FR-05", cii(without("france", "notes"))],
  ];
  const accepted = controls
    .filter(([name, rule, xml]) => !findFailures(name, xml).some((failure) => failure.startsWith(rule)))
    .map(([name, rule]) => `${name} (${rule})`);
  const misplaced = cii(made("en16931")).replace("<ram:TypeCode>", "<ram:Other>x</ram:Other><ram:TypeCode>");
  if (checkSchema && (await checkSchema(misplaced)).length === 0) accepted.push("xsd");
  if (accepted.length > 0) {
    console.error(`a broken invoice is accepted by ${accepted.join(", ")}`);
    process.exit(1);
  }
  console.log(
    `a broken invoice is refused by ${[...stylesheets.keys(), ...(checkSchema ? ["xsd"] : [])].join(", ")}`,
  );
}
