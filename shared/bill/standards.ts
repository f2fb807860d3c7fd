import type { Bill, BillProfile } from "../../contract/bill.ts";
import { FRENCH_PROCESSES } from "./codes.ts";

/** Which rules a received invoice follows, by what it says of itself (BT-24, BT-23). */

/** The levels of Factur-X apart from EN 16931. The lower two have no lines and are no whole invoice. */
export type BillLevel = "MINIMUM" | "BASIC WL" | "BASIC" | "EXTENDED";

const LEVELS: [RegExp, BillLevel][] = [
  [/:minimum$/i, "MINIMUM"],
  [/:basicwl$/i, "BASIC WL"],
  [/:basic$/i, "BASIC"],
  [/:extended(?:-ctc-fr)?$/i, "EXTENDED"],
];

export function standardOf({ specification = "", process = "", seller }: Bill): {
  profile: BillProfile;
  level: BillLevel | undefined;
} {
  const text = specification.trim();
  const level = LEVELS.find(([pattern]) => pattern.test(text))?.[1];
  if (/xrechnung/i.test(text)) return { profile: "xrechnung", level };
  if (/peppol/i.test(text)) return { profile: "peppol", level };
  // Invoices by the French rules name EN 16931, and say in their process what is invoiced and how far it is paid.
  const isFrench = FRENCH_PROCESSES.has(process) && seller.address?.country === "FR";
  return { profile: isFrench || /ctc-fr/i.test(text) ? "france" : "en16931", level };
}

/** Whether an invoice of this level has lines. */
export function hasLines(level: BillLevel | undefined): boolean {
  return level !== "MINIMUM" && level !== "BASIC WL";
}
