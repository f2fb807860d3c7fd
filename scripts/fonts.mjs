// `npm run fonts`: cuts the faces of the interface out of their packages into app/ui/fonts.
// Headings use two cuts of Bricolage Grotesque and no axis between them, so two small static files do the work
// of one variable file of 128 KB, and two more, loaded when they are needed, have the letters of other languages (Ł, Ő); the digits of the error page are a third, of ten glyphs.
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const at = (path) => new URL(`../${path}`, import.meta.url);
const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŠšŽžŸ–—‘’“”„•…‹›€™−×·↵↑↓`;

const LATIN_EXT = `${range(0x100, 0x17f)}${range(0x218, 0x21b)}`;

const bricolage =
  "node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2";
const bricolageExt = bricolage.replace("-latin-", "-latin-ext-");
const inter = "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

const plexMono = (cut) => `node_modules/@expo-google-fonts/ibm-plex-mono/${cut}/IBMPlexMono_${cut}.ttf`;
const INTERFACE = "app/ui/fonts";
/** Sources of templates, which only the studio shows. */
const SOURCES = "app/features/studio/editor/source/fonts";

const cuts = [
  { name: "bricolage-display", source: bricolage, text: LATIN, axes: { wght: 680, wdth: 75, opsz: 96 } },
  { name: "bricolage-head", source: bricolage, text: LATIN, axes: { wght: 650, wdth: 82, opsz: 28 } },
  {
    name: "bricolage-display-ext",
    source: bricolageExt,
    text: LATIN_EXT,
    axes: { wght: 680, wdth: 75, opsz: 96 },
  },
  {
    name: "bricolage-head-ext",
    source: bricolageExt,
    text: LATIN_EXT,
    axes: { wght: 650, wdth: 82, opsz: 28 },
  },
  {
    name: "bricolage-digits",
    source: bricolage,
    text: range(0x30, 0x39),
    axes: { wght: 800, wdth: 75, opsz: 96 },
  },
  { name: "inter", source: inter, text: LATIN, axes: { wght: { min: 400, max: 700 } } },
  { name: "plex-mono", source: plexMono("400Regular"), text: LATIN + LATIN_EXT, folder: SOURCES },
  { name: "plex-mono-bold", source: plexMono("600SemiBold"), text: LATIN, folder: SOURCES },
];

for (const { name, source, text, axes, folder = INTERFACE } of cuts) {
  const bytes = await subsetFont(readFileSync(at(source)), text, {
    targetFormat: "woff2",
    ...(axes ? { variationAxes: axes } : {}),
  });
  writeFileSync(at(`${folder}/${name}.woff2`), bytes);
  console.log(`${name}.woff2: ${(bytes.length / 1024).toFixed(1)} KB`);
}
