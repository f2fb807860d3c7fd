import { createHash } from "node:crypto";
import { bytesOfLetters, joinBytes } from "../../engine/bytes.ts";
import { type PdfFile, readKey, readPdf, readReference } from "../../engine/pdf-file.ts";
import { lettersOfBytes } from "../../shared/reading/pdf-objects.ts";
import { nextTurn } from "../process/loop-turns.ts";

/** One of the files that become one; its name becomes its bookmark. */
type JoinedFile = { name: string; bytes: Uint8Array };

const PDF_UA = "pdfuaid:part";
const XREF_LINES = 4_000;

// Reserved for the objects that are written last.
const CATALOG = 1;
const PAGES = 2;
const STRUCTURE = 3;
const DOCUMENT = 4;
const OUTLINES = 5;
const INFO = 6;
const METADATA = 7;
const FIRST = 8;

/**
 * Writes the pages of many PDFs of the compiler into one, file by file, with their tags: each file becomes a part of one document. Only
 * places of objects are held until the end. What several files have in common, such as a logo, is written once. The whole is PDF/UA-1
 * if each file is.
 */
export async function* joinPdfs(files: AsyncIterable<JoinedFile>, title: string): AsyncGenerator<Uint8Array> {
  const writer = createWriter();
  const trees: number[] = [];
  const parts: number[] = [];
  const parents: number[] = [];
  const ids: number[] = [];
  const bookmarks: { title: string; page: number }[] = [];
  const roles = new Map<string, string>();
  let pages = 0;
  let nextParent = 0;
  let isUniversal = true;
  let catalogKeys: string | undefined;

  yield writer.header();
  for await (const { name, bytes } of files) {
    await nextTurn();
    const file = readPdf(bytes);
    const root = file.dictionary(file.root);
    const structure = file.dictionary(readReference(root, "StructTreeRoot"));
    isUniversal &&= lettersOfBytes(file.stream(readReference(root, "Metadata"))).includes(PDF_UA);
    catalogKeys ??= keysOf(root, ["Lang", "ViewerPreferences"]);
    const copied = copyFile(file, writer, { parentOffset: nextParent, prefix: prefixOf(trees.length) });
    trees.push(copied.tree);
    parts.push(...copied.parts);
    bookmarks.push({ title: name, page: copied.firstPage });
    pages += Number(readKey(file.dictionary(readReference(root, "Pages")), "Count"));
    if (copied.parents) parents.push(copied.parents);
    if (copied.ids) ids.push(copied.ids);
    nextParent += Number(readKey(structure, "ParentTreeNextKey") ?? 0);
    for (const [, role = "", standard = ""] of (readKey(structure, "RoleMap") ?? "").matchAll(
      /\/(\S+) \/(\S+)/g,
    ))
      roles.set(role, standard);
    yield* writer.take();
  }

  writer.set(PAGES, `<<\n  /Type /Pages\n  /Count ${pages}\n  /Kids [${refs(trees)}]\n>>`);
  writer.set(
    DOCUMENT,
    `<<\n  /Type /StructElem\n  /S /Document\n  /P ${STRUCTURE} 0 R\n  /K [${refs(parts)}]\n>>`,
  );
  const idTree = ids.length > 0 ? `\n  /IDTree <<\n    /Kids [${refs(ids)}]\n  >>` : "";
  const roleMap = [...roles].map(([role, standard]) => `    /${role} /${standard}`).join("\n");
  writer.set(
    STRUCTURE,
    `<<\n  /Type /StructTreeRoot\n  /RoleMap <<\n${roleMap}\n  >>\n  /K [${DOCUMENT} 0 R]\n  /ParentTree <<\n    /Kids [${refs(parents)}]\n  >>${idTree}\n  /ParentTreeNextKey ${nextParent}\n>>`,
  );
  const first = writer.reserve(bookmarks.length);
  for (const [index, bookmark] of bookmarks.entries()) {
    const siblings = [
      index > 0 ? `\n  /Prev ${first + index - 1} 0 R` : "",
      index < bookmarks.length - 1 ? `\n  /Next ${first + index + 1} 0 R` : "",
    ].join("");
    writer.set(
      first + index,
      `<<\n  /Parent ${OUTLINES} 0 R${siblings}\n  /Title ${textOf(bookmark.title)}\n  /Dest [${bookmark.page} 0 R /Fit]\n>>`,
    );
  }
  writer.set(
    OUTLINES,
    `<<\n  /Type /Outlines\n  /First ${first} 0 R\n  /Last ${first + bookmarks.length - 1} 0 R\n  /Count ${bookmarks.length}\n>>`,
  );
  writer.set(INFO, `<<\n  /Title ${textOf(title)}\n>>`);
  const packet = new TextEncoder().encode(packetOf(title, isUniversal));
  writer.set(
    METADATA,
    `<<\n  /Length ${packet.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${lettersOfBytes(packet)}\nendstream`,
  );
  writer.set(
    CATALOG,
    `<<\n  /Type /Catalog\n  /Pages ${PAGES} 0 R\n  /Metadata ${METADATA} 0 R\n${catalogKeys ?? ""}  /StructTreeRoot ${STRUCTURE} 0 R\n  /MarkInfo <<\n    /Marked true\n    /Suspects false\n  >>\n  /Outlines ${OUTLINES} 0 R\n>>`,
  );
  yield* writer.take();
  yield* writer.end();
}

/** Row by row in order, as a tree of names has to be. */
const prefixOf = (place: number) => `r${String(place).padStart(6, "0")}-`;

function copyFile(
  file: PdfFile,
  writer: Writer,
  { parentOffset, prefix }: { parentOffset: number; prefix: string },
) {
  const root = file.dictionary(file.root);
  const tree = readReference(root, "Pages");
  const structureNumber = readReference(root, "StructTreeRoot");
  const structure = file.dictionary(structureNumber);
  const tops = referencesIn(readKey(structure, "K"));
  const names = namesOf(file, root);
  const numbers = new Map<number, number>([[structureNumber, STRUCTURE]]);
  const waiting: number[] = [];

  /** Its number in the whole. A dictionary is copied later: it may refer back to what is being copied. */
  function numberOf(old: number): number {
    const known = numbers.get(old);
    if (known !== undefined) return known;
    const object = file.dictionary(old);
    const body = object.slice(object.indexOf("obj") + 3).trim();
    if (body.startsWith("<<") && body.endsWith("endobj")) {
      const number = writer.reserve();
      numbers.set(old, number);
      waiting.push(old);
      return number;
    }
    const stream = body.endsWith("endobj") ? undefined : file.stream(old);
    const text = adapt(stream ? body : withoutEnd(body));
    const number = stream ? writer.addStream(text, stream) : writer.addOnce(text);
    numbers.set(old, number);
    return number;
  }

  function adapt(text: string): string {
    const shifted = text
      .replace(
        /^(\s*\/StructParents? )(\d+)/gm,
        (_, key: string, number: string) => key + (Number(number) + parentOffset),
      )
      .replace(/^( {2}\/ID )\(/gm, `$1(${prefix}`)
      .replace(
        /^(\s*\/Headers )(\[.*\])$/gm,
        (_, key: string, list: string) => key + list.replaceAll("(", `(${prefix}`),
      )
      .replace(/^(\s*\/(?:Dest|D) )(\(.*\))$/gm, (whole, key: string, name: string) => {
        const place = names.get(name);
        return place === undefined ? whole : key + place;
      });
    return withReferences(shifted, numberOf);
  }

  const pages = numberOf(tree);
  const parts = tops.map(numberOf);
  for (let old = waiting.shift(); old !== undefined; old = waiting.shift()) {
    const object = file.dictionary(old);
    let body = adapt(withoutEnd(object.slice(object.indexOf("obj") + 3).trim()));
    if (old === tree) body = body.replace(/\n>>$/, `\n  /Parent ${PAGES} 0 R\n>>`);
    if (tops.includes(old))
      body = body
        .replace(/^ {2}\/P \d+ 0 R$/m, `  /P ${DOCUMENT} 0 R`)
        .replace(/^ {2}\/S \/Document$/m, "  /S /Part");
    writer.set(numbers.get(old) ?? 0, body);
  }

  const nums = [
    ...(/\/Nums \[([\s\S]*?)\]/.exec(readKey(structure, "ParentTree") ?? "")?.[1] ?? "").matchAll(
      /(\d+) (\d+) 0 R/g,
    ),
  ];
  const entries = nums.map(([, key, old]) => [Number(key) + parentOffset, numberOf(Number(old))] as const);
  const keys = entries.map(([key]) => key);
  const named = [...(readKey(structure, "IDTree") ?? "").matchAll(/\(([^()\\]*)\) (\d+) 0 R/g)].map(
    ([, id, old]) => ({ id: prefix + id, number: numberOf(Number(old)) }),
  );
  const [firstName] = named;
  const lastName = named.at(-1);
  return {
    tree: pages,
    parts,
    firstPage: numberOf(firstPageOf(file, tree)),
    parents:
      entries.length > 0
        ? writer.add(
            `<<\n  /Limits [${Math.min(...keys)} ${Math.max(...keys)}]\n  /Nums [${entries.map(([key, number]) => `${key} ${number} 0 R`).join(" ")}]\n>>`,
          )
        : undefined,
    ids:
      firstName && lastName
        ? writer.add(
            `<<\n  /Limits [(${firstName.id}) (${lastName.id})]\n  /Names [${named.map(({ id, number }) => `(${id}) ${number} 0 R`).join(" ")}]\n>>`,
          )
        : undefined,
  };
}

function firstPageOf(file: PdfFile, tree: number): number {
  const [kid] = referencesIn(readKey(file.dictionary(tree), "Kids"));
  if (kid === undefined) return tree;
  return readKey(file.dictionary(kid), "Type") === "/Pages" ? firstPageOf(file, kid) : kid;
}

/** The places that links name, by name. A link of the whole leads to its place directly, as two files may have the same name. */
function namesOf(file: PdfFile, root: string): Map<string, string> {
  const tree = readKey(root, "Names") ?? "";
  return new Map(
    [...tree.matchAll(/(\([^()\\]*\)) (\d+ 0 R)/g)].map(([, name = "", place = ""]) => {
      const object = file.dictionary(Number.parseInt(place, 10));
      return [name, readKey(object, "D") ?? place];
    }),
  );
}

const withoutEnd = (body: string) => body.slice(0, body.lastIndexOf("endobj")).trimEnd();

function keysOf(dictionary: string, keys: string[]): string {
  return keys
    .map((key) => {
      const value = readKey(dictionary, key);
      return value === undefined ? "" : `  /${key} ${value}\n`;
    })
    .join("");
}

const REFERENCE_OR_STRING = /\(|\b\d+ 0 R\b/g;

/** Renumbers references, but not what looks like one inside a string. */
function withReferences(text: string, numberOf: (old: number) => number): string {
  let result = "";
  let from = 0;
  for (;;) {
    REFERENCE_OR_STRING.lastIndex = from; // `numberOf` uses the pattern, too
    const found = REFERENCE_OR_STRING.exec(text);
    if (!found) return result + text.slice(from);
    if (found[0] === "(") {
      const end = endOfString(text, found.index);
      result += text.slice(from, end);
      from = end;
    } else {
      result += `${text.slice(from, found.index)}${numberOf(Number.parseInt(found[0], 10))} 0 R`;
      from = found.index + found[0].length;
    }
  }
}

function endOfString(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") open++;
    else if (text[at] === ")" && --open === 0) return at + 1;
  }
  return text.length;
}

type Writer = ReturnType<typeof createWriter>;

function createWriter() {
  /** Of each object, from 1; 0: none yet. */
  const offsets: number[] = Array(FIRST).fill(0);
  const known = new Map<string, number>();
  let pieces: Uint8Array[] = [];
  let length = 0;

  function push(piece: Uint8Array): void {
    pieces.push(piece);
    length += piece.length;
  }
  function reserve(count = 1): number {
    const number = offsets.length;
    for (let each = 0; each < count; each++) offsets.push(0);
    return number;
  }
  function set(number: number, ...body: (string | Uint8Array)[]): void {
    offsets[number] = length;
    push(bytesOfLetters(`${number} 0 obj\n`));
    for (const part of body) push(typeof part === "string" ? bytesOfLetters(part) : part);
    push(bytesOfLetters("\nendobj\n\n"));
  }
  function once(body: (string | Uint8Array)[]): number {
    const hash = createHash("sha1");
    for (const part of body) hash.update(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    const key = hash.digest("base64");
    const found = known.get(key);
    if (found !== undefined) return found;
    const number = reserve();
    set(number, ...body);
    known.set(key, number);
    return number;
  }

  return {
    reserve,
    set,
    add(body: string): number {
      const number = reserve();
      set(number, body);
      return number;
    },
    addOnce: (body: string) => once([body]),
    addStream: (dictionary: string, stream: Uint8Array) =>
      once([`${dictionary}\nstream\n`, stream, "\nendstream"]),
    header: () => {
      const header = bytesOfLetters("%PDF-1.7\n%\x80\x80\x80\x80\n\n");
      length += header.length;
      return header;
    },
    /** What has been written since. */
    *take(): Generator<Uint8Array> {
      const taken = pieces;
      pieces = [];
      if (taken.length > 0) yield joinBytes(taken);
    },
    *end(): Generator<Uint8Array> {
      const start = length;
      yield bytesOfLetters(`xref\n0 ${offsets.length}\n0000000000 65535 f\r\n`);
      for (let from = 1; from < offsets.length; from += XREF_LINES)
        yield bytesOfLetters(
          offsets
            .slice(from, from + XREF_LINES)
            .map((offset) => `${String(offset).padStart(10, "0")} 00000 n\r\n`)
            .join(""),
        );
      const id = `<${length.toString(16).padStart(32, "0")}>`;
      yield bytesOfLetters(
        `trailer\n<<\n  /Size ${offsets.length}\n  /Root ${CATALOG} 0 R\n  /Info ${INFO} 0 R\n  /ID [${id} ${id}]\n>>\nstartxref\n${start}\n%%EOF`,
      );
    },
  };
}

/** A Unicode text as a PDF hex string. */
function textOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `<FEFF${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

function packetOf(title: string, isUniversal: boolean): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
  const safe = title.replace(/[\u0000-\u001f]/g, " ").replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const claim = isUniversal ? "<pdfuaid:part>1</pdfuaid:part>" : "";
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${safe}</rdf:li></rdf:Alt></dc:title>${claim}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
}

const referencesIn = (text = "") => [...text.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number));
const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(" ");
