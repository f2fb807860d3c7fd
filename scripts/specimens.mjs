// `npm run specimens`: subsets each document typeface to the letters of its own name, so that a list can show
// each typeface in itself. Writes app/features/editor/look/specimens and their style sheet.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const at = (path) => new URL(`../${path}`, import.meta.url);
const FOLDER = "app/features/editor/look/specimens";
const PACKAGES = "node_modules/@expo-google-fonts";
const UNNAMED = /^noto-/; // fallbacks for letters that a chosen typeface lacks
const OWN = "Template default";
const ACRONYMS = { dm: "DM", eb: "EB", ibm: "IBM" };

const nameOf = (folder) =>
  folder
    .split("-")
    .map((word) => ACRONYMS[word] ?? word[0].toUpperCase() + word.slice(1))
    .join(" ");

/** `warm: ["Fraunces", "Work Sans"]`: the pairing's name, Warm, is set in the first. */
const pairings = [
  ...readFileSync(at("contract/templates/looks.ts"), "utf8").matchAll(/^ {2}(\w+): \["([^"]+)"/gm),
].map(([, pairing, display]) => ({ display, label: pairing[0].toUpperCase() + pairing.slice(1) }));

const rules = [];
rmSync(at(FOLDER), { recursive: true, force: true });
mkdirSync(at(FOLDER), { recursive: true });
for (const folder of readdirSync(at(PACKAGES)).filter((folder) => !UNNAMED.test(folder))) {
  const name = nameOf(folder);
  const family = name.replace(/ \d+$/, "");
  const labels = pairings.filter(({ display }) => display === family).map(({ label }) => label);
  const letters = [...new Set([OWN, name, ", ", ...labels].join(""))].sort();
  const [file] = readdirSync(at(`${PACKAGES}/${folder}`), { recursive: true }).filter((each) =>
    each.endsWith("_400Regular.ttf"),
  );
  const bytes = await subsetFont(readFileSync(at(`${PACKAGES}/${folder}/${file}`)), letters.join(""), {
    targetFormat: "woff2",
    noHinting: true,
    noLayoutClosure: true,
  });
  writeFileSync(at(`${FOLDER}/${folder}.woff2`), bytes);
  const range = letters.map((letter) => `U+${letter.codePointAt(0).toString(16).toUpperCase()}`);
  rules.push(`@font-face {
  font-family: "Specimen ${family}";
  src: url("./specimens/${folder}.woff2") format("woff2");
  font-display: swap;
  unicode-range: ${range.join(", ")};
}
`);
  console.log(`${folder}.woff2: ${(bytes.length / 1024).toFixed(1)} KB`);
}
writeFileSync(
  at(`${FOLDER}.css`),
  `/* Made by \`npm run specimens\`. A face is loaded when a word in it is shown. */\n${rules.join("")}`,
);
