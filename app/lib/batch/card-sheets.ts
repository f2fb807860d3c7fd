import { unzlibSync, zlibSync } from "fflate";
import {
  describeBoxes,
  drawCuts,
  type Placement,
  shownArea,
} from "../../../contract/rendering/print-sheets.ts";
import {
  lettersOfBytes,
  type PdfObjects,
  readKey,
  readPdfObjects,
  readReference,
} from "../../../shared/reading/pdf-objects.ts";

/**
 * Puts a table's cards on sheets to cut, with backs on the following sheet. Each card is tagged as a figure
 * with its name. Made in the browser, because the server never has more than a few rows of a table.
 */
export type MadeCard = { name: string; bytes: Uint8Array };

export function joinCards(
  cards: readonly MadeCard[],
  placement: Placement,
  { title, language }: { title: string; language: string },
): Uint8Array {
  const pdf = createPdf();
  const [catalog, tree, root, whole, info] = [
    pdf.reserve(),
    pdf.reserve(),
    pdf.reserve(),
    pdf.reserve(),
    pdf.reserve(),
  ];
  const sides = cards.map(({ name, bytes }) => ({ name, pages: drawingsOf(bytes, pdf, placement) }));
  const pages: number[] = [];
  const figures: number[] = [];
  const parents: string[] = [];
  const count = placement.places.length;
  const size = formatLength(placement.scale);
  for (let from = 0; from < sides.length; from += count) {
    const some = sides.slice(from, from + count);
    const max = Math.max(...some.map((card) => card.pages.length));
    for (let side = 0; side < max; side++) {
      const page = pdf.reserve();
      const drawn: number[] = [];
      const shown = some.flatMap(({ name, pages: [...own] }, index) => {
        const drawing = own[side];
        const place = placement.places[index];
        if (!drawing || !place) return [];
        const figure = pdf.add(
          `<<\n  /Type /StructElem\n  /S /Figure\n  /P ${whole} 0 R\n  /Pg ${page} 0 R\n  /K ${drawn.length}\n  /Alt ${textOf(name)}\n>>`,
        );
        drawn.push(figure);
        const { x, y } = side % 2 === 0 ? place : turned(place, placement, drawing);
        return [
          {
            entry: `/x${index} ${drawing.number} 0 R`,
            draw: `/Figure <<\n  /MCID ${drawn.length - 1}\n>> BDC\nq\n${size} 0 0 ${size} ${formatLength(x)} ${formatLength(y)} cm\n/x${index} Do\nQ\nEMC`,
          },
        ];
      });
      const content = pdf.add(
        ...streamOf([...shown.map(({ draw }) => draw), ...drawCuts(placement)].join("\n")),
      );
      const entries = shown.map(({ entry }) => `      ${entry}`).join("\n");
      pdf.set(
        page,
        `<<\n  /Type /Page\n  /Resources <<\n    /XObject <<\n${entries}\n    >>\n  >>\n  ${describeBoxes(placement)}\n  /StructParents ${pages.length}\n  /Parent ${tree} 0 R\n  /Contents ${content} 0 R\n>>`,
      );
      parents.push(`${pages.length} ${pdf.add(`[${refs(drawn)}]`)} 0 R`);
      pages.push(page);
      figures.push(...drawn);
    }
  }
  const metadata = pdf.add(...streamOf(packetOf(title), "  /Type /Metadata\n  /Subtype /XML\n", "plain"));
  pdf.set(tree, `<<\n  /Type /Pages\n  /Count ${pages.length}\n  /Kids [${refs(pages)}]\n>>`);
  pdf.set(whole, `<<\n  /Type /StructElem\n  /S /Document\n  /P ${root} 0 R\n  /K [${refs(figures)}]\n>>`);
  pdf.set(
    root,
    `<<\n  /Type /StructTreeRoot\n  /K [${whole} 0 R]\n  /ParentTree <<\n    /Nums [${parents.join(" ")}]\n  >>\n  /ParentTreeNextKey ${pages.length}\n>>`,
  );
  pdf.set(info, `<<\n  /Title ${textOf(title)}\n>>`);
  pdf.set(
    catalog,
    `<<\n  /Type /Catalog\n  /Pages ${tree} 0 R\n  /Metadata ${metadata} 0 R\n  /Lang (${language})\n  /StructTreeRoot ${root} 0 R\n  /MarkInfo <<\n    /Marked true\n  >>\n  /ViewerPreferences <<\n    /DisplayDocTitle true\n  >>\n>>`,
  );
  return pdf.write(catalog, info);
}

/** The position of a card's back when the sheet is turned over its long edge. */
function turned(
  { x, y }: { x: number; y: number },
  { width, height, scale }: Placement,
  card: { width: number; height: number },
): { x: number; y: number } {
  return width < height
    ? { x: width - x - card.width * scale, y }
    : { x, y: height - y - card.height * scale };
}

type Drawing = { number: number; width: number; height: number };

/** The pages of a file as form objects with their resources, without tags. */
function drawingsOf(bytes: Uint8Array, pdf: NewPdf, placement: Placement): Drawing[] {
  const text = lettersOfBytes(bytes);
  const file = readPdfObjects(text);
  const tree = file.dictionary(readReference(file.dictionary(file.root), "Pages"));
  const copy = copier(text, file, pdf);
  return referencesIn(readKey(tree, "Kids") ?? "").map((page) => {
    const dictionary = file.dictionary(page);
    const [, , width = 0, height = 0] =
      (readKey(dictionary, "MediaBox") ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
    const { begin: start, end } = file.streamAt(readReference(dictionary, "Contents"));
    const drawn = lettersOfBytes(unzlibSync(bytes.subarray(start, end)));
    const untagged = drawn.replace(/^\/\w+ (?:<<\n(?: {2}.*\n)*>> BDC|BMC)$|^EMC$/gm, "");
    const resources = copy.references(readKey(dictionary, "Resources") ?? "<<\n  >>");
    const [x, y, shownWidth, shownHeight] = shownArea(placement, { width, height });
    const box = [x, y, x + shownWidth, y + shownHeight].map(formatLength).join(" ");
    const keys = `  /Type /XObject\n  /Subtype /Form\n  /BBox [${box}]\n  /Resources ${resources}\n`;
    return { number: pdf.add(...streamOf(untagged, keys)), width, height };
  });
}

/** Copies objects with everything they refer to. Objects that several files share are written once. */
function copier(text: string, file: PdfObjects, pdf: NewPdf) {
  const known = new Map<number, number>();
  const references = (text: string): string =>
    text.replace(/(\d+) 0 R/g, (_, number: string) => `${copyObject(Number(number))} 0 R`);
  function copyObject(number: number): number {
    const found = known.get(number);
    if (found !== undefined) return found;
    const object = file.dictionary(number);
    const hasStream = text.startsWith("\nstream\n", (file.offsets[number] ?? 0) + object.length);
    const body = object
      .slice(object.indexOf("obj") + 3, hasStream ? undefined : object.lastIndexOf("endobj"))
      .trim();
    const { begin: start, end } = hasStream ? file.streamAt(number) : { begin: 0, end: 0 };
    const stream = hasStream ? `\nstream\n${text.slice(start, end)}\nendstream` : "";
    const copied = pdf.addOnce(`${references(body)}${stream}`);
    known.set(number, copied);
    return copied;
  }
  return { references };
}

type NewPdf = ReturnType<typeof createPdf>;

/** Builds a PDF from objects as strings of one character per byte. */
function createPdf() {
  const objects: string[] = [];
  const numbers = new Map<string, number>();
  const add = (...parts: string[]) => objects.push(parts.join(""));
  return {
    add,
    addOnce(object: string): number {
      const number = numbers.get(object) ?? add(object);
      numbers.set(object, number);
      return number;
    },
    reserve: () => objects.push(""),
    set(number: number, object: string) {
      objects[number - 1] = object;
    },
    write(catalog: number, info: number): Uint8Array {
      let file = "%PDF-1.7\n%\x80\x80\x80\x80\n\n";
      const pieces = [file];
      let length = file.length;
      const offsets = objects.map((object, index) => {
        const at = length;
        file = `${index + 1} 0 obj\n${object}\nendobj\n\n`;
        pieces.push(file);
        length += file.length;
        return at;
      });
      const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n\r\n`).join("");
      const id = `<${length.toString(16).padStart(32, "0")}>`;
      const trailer = `trailer\n<<\n  /Size ${objects.length + 1}\n  /Root ${catalog} 0 R\n  /Info ${info} 0 R\n  /ID [${id} ${id}]\n>>\n`;
      pieces.push(
        `xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n${entries}${trailer}startxref\n${length}\n%%EOF`,
      );
      return bytesOf(pieces.join(""));
    },
  };
}

function bytesOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function streamOf(content: string, keys = "", how: "packed" | "plain" = "packed"): string[] {
  const bytes = how === "packed" ? zlibSync(bytesOf(content)) : new TextEncoder().encode(content);
  const filter = how === "packed" ? "  /Filter /FlateDecode\n" : "";
  return [
    `<<\n${keys}  /Length ${bytes.length}\n${filter}>>\nstream\n`,
    lettersOfBytes(bytes),
    "\nendstream",
  ];
}

/** A Unicode text as a PDF hex string. */
function textOf(text: string): string {
  const units = [...text].flatMap((letter) =>
    Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at)),
  );
  return `<FEFF${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

function packetOf(title: string): string {
  const safe = title.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${safe}</rdf:li></rdf:Alt></dc:title><pdfuaid:part>1</pdfuaid:part></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
}

const referencesIn = (text: string) => [...text.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(" ");
const formatLength = (length: number) => String(Math.round(length * 10_000) / 10_000);
