import { expect, test } from "vitest";
import { readPdfText } from "./pdf-text.ts";

/** A file as the compiler writes it: one key a line, two bytes a glyph. */
function aPdf(content: string): Uint8Array {
  const widths = "<<\n  /Type /Font\n  /W [1 2 500]\n>>";
  const table = `beginbfchar\n<0001> <0041>\n<0002> <00E9>\n<0028> <0066>\n<0029> <0069>\nendbfchar`;
  const stream = (text: string) => `<<\n  /Length ${text.length}\n>>\nstream\n${text}\nendstream`;
  const objects = [
    "<<\n  /Type /Catalog\n  /Pages 2 0 R\n>>",
    "<<\n  /Type /Pages\n  /Kids [3 0 R]\n  /Count 1\n>>",
    "<<\n  /Type /Page\n  /Resources <<\n    /Font <<\n      /f0 4 0 R\n    >>\n  >>\n  /Contents 6 0 R\n>>",
    "<<\n  /Type /Font\n  /DescendantFonts [7 0 R]\n  /ToUnicode 5 0 R\n>>",
    stream(table),
    stream(content),
    widths,
  ];
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n\r\n`).join("");
  const xref = `xref\n0 8\n0000000000 65535 f\r\n${entries}trailer\n<<\n  /Root 1 0 R\n>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + xref, "latin1");
}

test("maps glyphs through the font's table, with brackets in text", () => {
  const shown = "/f0 9 Tf\n[(\\000\\001) 10 (\\000(\\000)\\000\\002)] TJ";
  expect(readPdfText(aPdf(`/P <<\n  /MCID 0\n>> BDC\nBT\n${shown}\nET\nEMC`)).trim()).toBe("Afié");
});

test("skips decoration and reads replacement text", () => {
  const artifact = "/Artifact <<\n  /Type /Page\n>> BDC\nBT\n/f0 9 Tf\n(\\000\\001) Tj\nET\nEMC\n";
  const actual = "/Span <<\n  /ActualText <FEFF00540065>\n>> BDC\nBT\n/f0 9 Tf\n(\\000\\002) Tj\nET\nEMC";
  expect(readPdfText(aPdf(artifact + actual)).trim()).toBe("Te");
});

test("joins pieces of one line and separates lines", () => {
  const at = (x: number, y: number) =>
    `q\n1 0 0 -1 ${x} ${y} cm\nBT\n/f0 10 Tf\n1 0 0 -1 0 0 Tm\n[(\\000\\001\\000\\002)] TJ\nET\nQ\n`;
  // Two glyphs of half the size are 10 points wide.
  const content = at(50, 100) + at(60, 100) + at(75, 100) + at(50, 86);
  expect(readPdfText(aPdf(content)).trim()).toBe("AéAé Aé\nAé");
});
