import type { MeaningRow, MeaningValues } from "../../contract/people/details.ts";
import type { Language } from "../../contract/templates/theme.ts";

/**
 * Values that were not entered under a meaning but follow from others: an address from its parts, a part from the address,
 * payment details from the bank account. Only certain conclusions are drawn; the rest is left to the person.
 */
export function textFor(
  meaning: string,
  { texts, lists }: MeaningValues,
  language?: Language,
): string | undefined {
  const typed = texts[meaning];
  if (typed?.trim()) return typed;
  const [who = "", part = ""] = meaning.split(".");
  const textOf = (name: string) => texts[name]?.trim() ?? "";
  if (part === "address") return joined("\n", addressLines(who, textOf));
  if (ADDRESS_PARTS.some((each) => each === part)) return partsOf(textOf(`${who}.address`))?.[part];
  switch (meaning) {
    case "sender.contact":
      return joined(" · ", [textOf("sender.phone"), textOf("sender.email"), textOf("sender.website")]);
    case "sender.legal":
      return joined("\n", [textOf("sender.company_id"), textOf("sender.tax_id"), ...accountLines(textOf)]);
    case "invoice.payment":
      return joined("\n", accountLines(textOf));
    case "cv.skills":
      return joined(
        "\n",
        lists.skills?.map(({ name, keywords }) => joined(": ", [name, keywords])),
      );
    case "cv.education":
      return joined(
        "\n",
        lists.education?.map((row) =>
          joined(", ", [row.study, row.institution, rowTextFor("years", row, language)]),
        ),
      );
    case "cv.awards":
      return joined(
        "\n",
        lists.awards?.map(({ title, year }) => joined(", ", [title, year])),
      );
    default:
      return undefined;
  }
}

/** Other meanings that the text of a meaning is composed of. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  "sender.address": ["sender.street", "sender.postcode", "sender.town", "sender.country"],
  "sender.contact": ["sender.phone", "sender.email", "sender.website"],
  "sender.legal": ["sender.company_id", "sender.tax_id", "sender.iban", "sender.bic", "sender.bank"],
  "invoice.payment": ["sender.iban", "sender.bic", "sender.bank"],
};

/** Whether a value of a meaning appears in a field that means `wanted`. */
export function contributesTo(meaning: string, wanted: string): boolean {
  return meaning === wanted || MADE_OF[wanted]?.includes(meaning) === true;
}

/** How a CV writes the end of something that has not ended. */
const PRESENT: Readonly<Record<Language, string>> = {
  en: "present",
  "en-US": "present",
  de: "heute",
  "de-CH": "heute",
  fr: "aujourd’hui",
  es: "actualidad",
  it: "oggi",
  nl: "heden",
  pt: "presente",
  pl: "obecnie",
  sv: "nu",
  nb: "nå",
  da: "nu",
  fi: "nykyhetki",
  ar: "الآن",
  he: "היום",
  tr: "günümüz",
  cs: "současnost",
  uk: "дотепер",
  el: "σήμερα",
  hi: "वर्तमान",
};

/** The same for a row of a list: its years, from its beginning and end. A row without an end is ongoing. */
export function rowTextFor(key: string, row: MeaningRow, language: Language = "en"): string | undefined {
  const typed = row[key];
  if (typed?.trim()) return typed;
  if (key !== "years") return undefined;
  const [from, to] = [yearOf(row.from), yearOf(row.to)];
  // For a school often only the last year is known.
  return from === to || from === "" ? to || undefined : `${from}–${to || PRESENT[language]}`;
}

function yearOf(date = ""): string {
  return /^\d{4}(?=-|$)/.exec(date.trim())?.[0] ?? date.trim();
}

const ADDRESS_PARTS = ["street", "postcode", "town", "country"] as const;

function addressLines(who: string, partNamed: (name: string) => string): string[] {
  return [
    partNamed(`${who}.street`),
    `${partNamed(`${who}.postcode`)} ${partNamed(`${who}.town`)}`.trim(),
    partNamed(`${who}.country`),
  ];
}

/** "Lampengasse 12, 10437 Windisch": a street, a postcode in digits before the town, perhaps a country. */
function partsOf(address: string): Record<string, string> | undefined {
  const lines = address
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const at = lines.findIndex((line, index) => index > 0 && TOWN.test(line));
  const [, postcode, town] = TOWN.exec(lines[at] ?? "") ?? [];
  if (!postcode || !town || lines.length - at > 2) return undefined;
  const country = lines[at + 1];
  return { street: lines.slice(0, at).join(", "), postcode, town, ...(country ? { country } : {}) };
}

const TOWN = /^((?:[A-Z]{1,2}-)?\d{3,6}(?: \d{2})?) (\D+)$/;

function accountLines(partNamed: (name: string) => string): string[] {
  const [iban, bic] = [partNamed("sender.iban"), partNamed("sender.bic")];
  return iban === "" ? [] : [partNamed("sender.bank"), iban, bic && `BIC ${bic}`];
}

function joined(between: string, parts: readonly (string | undefined)[] = []): string | undefined {
  const filled = parts.filter((part) => part?.trim());
  return filled.length > 0 ? filled.join(between) : undefined;
}
