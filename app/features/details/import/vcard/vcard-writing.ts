import { CONTACT_MEANINGS, type MeaningValues } from "../../../../../contract/people/details.ts";
import { addressParts, nameLeft, type Written } from "../written.ts";

const MAX_OCTETS = 75; // of one line, as the format asks
const WRITTEN = [...CONTACT_MEANINGS, "sender.organisation", "sender.about", "sender.photo", "sender.logo"];

/** Version 3.0, which every address book takes. */
export function writeVcard(values: MeaningValues): Written {
  const { texts, lists } = values;
  const { "sender.name": name = "", "sender.organisation": organisation = "" } = texts;
  const address = addressParts(values);
  const parts = [
    address["sender.street"],
    address["sender.town"],
    "",
    address["sender.postcode"],
    address["sender.country"],
  ];
  const lineOf = (key: string, value: string | undefined) => (value ? [`${key}:${escapeValue(value)}`] : []);
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${writeName(name)}`,
    `FN:${escapeValue(name || organisation)}`,
    ...lineOf("ORG", organisation),
    ...lineOf("TITLE", texts["sender.profession"]),
    ...lineOf("EMAIL;TYPE=INTERNET", texts["sender.email"]),
    ...lineOf("TEL;TYPE=VOICE", texts["sender.phone"]),
    ...lineOf("URL", texts["sender.website"]),
    ...(parts.some((part) => part)
      ? [`ADR:;;${parts.map((part) => escapeValue(part ?? "")).join(";")}`]
      : []),
    ...lineOf("NOTE", texts["sender.about"]),
    ...writePicture("PHOTO", texts["sender.photo"]),
    ...writePicture("LOGO", texts["sender.logo"]),
    "END:VCARD",
  ];
  return {
    text: lines.map((line) => `${fold(line)}\r\n`).join(""),
    left: nameLeft({ ...texts, ...lists }, WRITTEN),
  };
}

/** The last word is taken for the family name, which is right for most people. */
function writeName(name: string): string {
  const words = name.trim().split(/\s+/);
  const family = words.length > 1 ? (words.pop() ?? "") : "";
  return `${escapeValue(family)};${escapeValue(words.join(" "))};;;`;
}

function writePicture(key: string, address: string | undefined): string[] {
  const [, kind, letters] =
    /^data:image\/(jpeg|png|gif|webp|svg\+xml);base64,(.*)$/.exec(address ?? "") ?? [];
  return kind && letters ? [`${key};ENCODING=b;TYPE=${kind.toUpperCase()}:${letters}`] : [];
}

function escapeValue(value: string): string {
  return value.replace(/[\\;,]/g, (letter) => `\\${letter}`).replaceAll("\n", "\\n");
}

/** No line is longer than the format allows, and no letter is cut. */
function fold(line: string): string {
  const parts: string[] = [""];
  let octets = 0;
  const encoder = new TextEncoder();
  for (const letter of line) {
    const more = letter < "\u0080" ? 1 : encoder.encode(letter).length;
    if (octets + more > MAX_OCTETS) {
      parts.push(" ");
      octets = 1;
    }
    parts[parts.length - 1] += letter;
    octets += more;
  }
  return parts.join("\r\n");
}
