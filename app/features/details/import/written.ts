import type { MeaningValues } from "../../../../contract/people/details.ts";
import { textFor } from "../../../../shared/filling/composed-values.ts";
import { detailLabel } from "../detail-labels.ts";

/** An exported file, and the labels of the values that the format has no field for. */
export type Written = { text: string; left: string[] };

/** The labels of the values that a format has no field for. */
export function nameLeft(given: Record<string, unknown>, written: readonly string[]): string[] {
  return Object.keys(given)
    .filter((name) => !written.includes(name))
    .map(detailLabel);
}

/** The parts of an address in formats that separate them. */
const ADDRESS_PARTS = ["sender.street", "sender.postcode", "sender.town", "sender.country"] as const;
export type AddressParts = Partial<Record<(typeof ADDRESS_PARTS)[number], string>>;

/**
 * The parts as entered, or read from the lines of an address; lines that can't be distinguished are the
 * street.
 */
export function addressParts(values: MeaningValues): AddressParts {
  const parts: AddressParts = {};
  for (const name of ADDRESS_PARTS) {
    const part = textFor(name, values);
    if (part) parts[name] = part;
  }
  const { "sender.address": lines } = values.texts;
  return Object.keys(parts).length > 0 || !lines ? parts : { "sender.street": lines };
}

/** The code of a country by its English name. */
export function countryCode(country: string | undefined): string | undefined {
  if (!country) return undefined;
  if (/^[A-Z]{2}$/.test(country)) return country;
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  for (const first of LETTERS)
    for (const second of LETTERS) if (names.of(first + second) === country) return first + second;
  return undefined;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
