import { lettersOfBytes } from "../shared/reading/pdf-objects.ts";
import { bytesOfLetters, joinBytes, packedStream } from "./bytes.ts";
import type { Archive, Attachment } from "./job.ts";
import { type PdfFile, readKey, readPdf, readReference, rewritePdf } from "./pdf-file.ts";

/**
 * Declares a finished PDF as PDF/A-2a or, with an e-invoice attached, PDF/A-3a. What these standards ask of fonts, colours and tags, the
 * compiler does anyway; what is added here is the declaration, the colour profile of the output and the attachment.
 */
export function archivePdf(bytes: Uint8Array, archive: Archive): Uint8Array {
  const file = readPdf(bytes);
  const replacements = new Map<number, Uint8Array>();
  let next = file.offsets.length;
  const add = (content: Uint8Array) => {
    const number = next++;
    replacements.set(number, content);
    return number;
  };
  const root = file.dictionary(file.root);
  let catalogue = root.slice(root.indexOf("<<"), root.lastIndexOf("endobj")).trimEnd();
  const profile = findColourProfile(file);
  if (profile) catalogue = withKey(catalogue, outputIntent(profile));
  if (archive.attachment) catalogue = attach(catalogue, archive.attachment, add);
  replacements.set(file.root, bytesOfLetters(catalogue));
  const metadata = readReference(root, "Metadata");
  replacements.set(metadata, packetStream(file.stream(metadata), archive));
  // The table of objects has one entry for each number, so what was added has to follow what was there.
  return rewritePdf(file, new Map([...replacements].sort(([a], [b]) => a - b)));
}

/** The profile of the page's colours (sRGB), or of its greys if it has no others. */
function findColourProfile(file: PdfFile): number | undefined {
  const profiles = file.offsets.flatMap((_, number) => {
    const dictionary = number > 0 ? file.dictionary(number) : "";
    const channels = /\n {2}\/N (\d)\n/.exec(dictionary)?.[1];
    return channels && readKey(dictionary, "Range") ? [{ number, channels }] : [];
  });
  return (profiles.find(({ channels }) => channels === "3") ?? profiles[0])?.number;
}

function outputIntent(profile: number): string {
  return `  /OutputIntents [<<\n    /Type /OutputIntent\n    /S /GTS_PDFA1\n    /OutputConditionIdentifier (sRGB)\n    /Info (sRGB IEC61966-2.1)\n    /DestOutputProfile ${profile} 0 R\n  >>]`;
}

function withKey(dictionary: string, key: string): string {
  return dictionary.replace(/\n>>$/, () => `\n${key}\n>>`);
}

/** The file is an alternative to the page, not a supplement: both say the same. Readers of e-invoices look it up by its name. */
function attach(
  catalogue: string,
  { name, type, bytes, modified, description }: Attachment,
  add: (content: Uint8Array) => number,
): string {
  const date = modified.replace(/\D/g, "").padEnd(14, "0");
  const keys = `  /Type /EmbeddedFile\n  /Subtype /${type.replace("/", "#2F")}\n  /Params <<\n    /ModDate (D:${date}Z)\n    /Size ${bytes.length}\n  >>\n`;
  const stream = add(packedStream(lettersOfBytes(bytes), keys));
  const specification = add(
    bytesOfLetters(
      `<<\n  /Type /Filespec\n  /F (${name})\n  /UF (${name})\n  /Desc (${description})\n  /AFRelationship /Alternative\n  /EF <<\n    /F ${stream} 0 R\n    /UF ${stream} 0 R\n  >>\n>>`,
    ),
  );
  const files = `    /EmbeddedFiles <<\n      /Names [(${name}) ${specification} 0 R]\n    >>`;
  const named = readKey(catalogue, "Names")
    ? catalogue.replace("\n  /Names <<", () => `\n  /Names <<\n${files}`)
    : withKey(catalogue, `  /Names <<\n${files}\n  >>`);
  return withKey(named, `  /AF [${specification} 0 R]`);
}

function packetStream(packet: Uint8Array, archive: Archive): Uint8Array {
  const declared = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(packet)
    .replace("</rdf:RDF>", () => `${declaration(archive)}</rdf:RDF>`);
  const bytes = new TextEncoder().encode(declared);
  return joinBytes([
    bytesOfLetters(`<<\n  /Length ${bytes.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n`),
    bytes,
    bytesOfLetters("\nendstream"),
  ]);
}

const FACTUR_X = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

function declaration({ attachment }: Archive): string {
  const properties = attachment
    ? description(`xmlns:fx="${FACTUR_X}"`, [
        "<fx:DocumentType>INVOICE</fx:DocumentType>",
        `<fx:DocumentFileName>${attachment.name}</fx:DocumentFileName>`,
        `<fx:Version>${attachment.version}</fx:Version>`,
        `<fx:ConformanceLevel>${attachment.level}</fx:ConformanceLevel>`,
      ])
    : "";
  return [
    description('xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"', [
      `<pdfaid:part>${attachment ? 3 : 2}</pdfaid:part>`,
      "<pdfaid:conformance>A</pdfaid:conformance>",
    ]),
    properties,
    description(
      'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
      [
        "<pdfaExtension:schemas><rdf:Bag>",
        schema("PDF/UA identification", "http://www.aiim.org/pdfua/ns/id/", "pdfuaid", [
          ["part", "Integer", "internal", "The part of ISO 14289 that the file conforms to"],
        ]),
        attachment
          ? schema("Factur-X PDFA Extension Schema", FACTUR_X, "fx", [
              ["DocumentFileName", "Text", "external", "The name of the embedded XML document"],
              ["DocumentType", "Text", "external", "The type of the hybrid document in capital letters"],
              ["Version", "Text", "external", "The version of the standard of the embedded XML document"],
              ["ConformanceLevel", "Text", "external", "The conformance level of the embedded XML document"],
            ])
          : "",
        "</rdf:Bag></pdfaExtension:schemas>",
      ],
    ),
  ].join("");
}

function description(namespaces: string, content: string[]): string {
  return `<rdf:Description rdf:about="" ${namespaces}>${content.join("")}</rdf:Description>`;
}

type Property = [name: string, type: string, category: string, description: string];

/** PDF/A accepts properties that XMP doesn't define only with their description. */
function schema(title: string, namespace: string, prefix: string, properties: Property[]): string {
  const entries = properties.map(
    ([name, type, category, about]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${about}</pdfaProperty:description></rdf:li>`,
  );
  return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${title}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${entries.join("")}</rdf:Seq></pdfaSchema:property></rdf:li>`;
}
