import type { Text } from "../../contract/texts/text.ts";
import { textFor } from "../../contract/texts/text.ts";
import { isIban } from "./checks.ts";
import { compare, decimalOf, formatDecimal, round } from "./decimal.ts";
import { drawCode } from "./payment-code.ts";
import { addressIn } from "./proposals.ts";

/** The payment part of a Swiss QR-bill (SIX Implementation Guidelines 2.3), from the values of a page. */

/** What the payment part prints; the kit places it. */
export type SwissBill = {
  /** The Swiss QR Code as SVG. */
  code: string;
  account: string;
  creditor: string[];
  /** Empty if the client's address on the page can't be taken apart; banks leave room to write it. */
  debtor: string[];
  reference: string;
  message: string;
  currency: string;
  amount: string;
};

/** Something of the page that the QR-bill can't use, by the meaning of its field. */
export type SwissProblem = { means: string; problem: Text };

type Read = (means: string) => string | undefined;

const CURRENCIES = ["CHF", "EUR"];
const LEAST = decimalOf("0.01");
const MOST = decimalOf("999999999.99");
const MAX_NAME = 70;
const MAX_TOWN = 35;
const MAX_NUMBER = 16; // of a building, and of a postcode
const MAX_MESSAGE = 140;
const MAX_VERSION = 25;
/** Basic Latin, Latin-1, Latin Extended-A, four Romanian letters and the euro. */
const LATIN = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;

/** `total`: undefined while no line is typed. */
export function swissBillOf(
  read: Read,
  total: string | undefined,
): { bill?: SwissBill; problems: SwissProblem[] } {
  const problems: SwissProblem[] = [];
  const report = (means: string, problem: Text) => {
    problems.push({ means, problem });
  };
  const account = readAccount(read, report);
  const currency = read("invoice.currency") ?? "";
  if (!CURRENCIES.includes(currency)) report("invoice.currency", textFor("swiss_currency"));
  const reference = readReference(read("invoice.payment_reference"), account, report);
  const creditor = readCreditor(read, report);
  const amount = total === undefined ? undefined : round(decimalOf(total), 2);
  if (amount && (compare(amount, LEAST) < 0 || compare(amount, MOST) > 0))
    report("invoice.lines[]", textFor("swiss_amount"));
  if (problems.length > 0 || !account || !creditor || !reference || !amount) return { problems };

  const debtor = partyOf(read, "recipient");
  const message = latin(reference.message ?? read("invoice.number") ?? "").slice(0, MAX_MESSAGE);
  const sum = formatDecimal(amount);
  const text = [
    "SPC",
    "0200",
    "1", // UTF-8
    account,
    ...partyLines(creditor),
    ...partyLines(undefined), // the final creditor, which isn't in use yet
    sum,
    currency,
    ...partyLines(debtor),
    reference.kind,
    reference.id,
    message,
    "EPD",
  ].join("\n");
  const bill: SwissBill = {
    code: drawCode(text, { border: 0, maxVersion: MAX_VERSION, mark: swissCross }),
    account: inGroups(account, 4),
    creditor: printedParty(creditor),
    debtor: debtor ? printedParty(debtor) : [],
    reference: reference.kind === "QRR" ? qrGroups(reference.id) : inGroups(reference.id, 4),
    message,
    currency,
    amount: sum.replace(/\B(?=(\d{3})+\.)/g, " "),
  };
  return { bill, problems };
}

type Report = (means: string, problem: Text) => void;

function readAccount(read: Read, report: Report): string | undefined {
  const typed = [read("sender.iban"), read("invoice.payment")].filter(Boolean).join("\n");
  const [found] = /\b(?:CH|LI)\d{2}(?: ?[A-Z\d]){17}/.exec(typed.toUpperCase()) ?? [];
  const account = found?.replaceAll(" ", "");
  if (!account) report("invoice.payment", textFor("swiss_account_missing"));
  else if (!isIban(account)) report("invoice.payment", textFor("swiss_account_wrong"));
  return account;
}

type Reference = { kind: "QRR" | "SCOR" | "NON"; id: string; message?: string };

/** Accounts for QR references have a bank number of their own range (QR-IBAN), and take nothing else. */
function readReference(
  typed: string | undefined,
  account: string | undefined,
  report: Report,
): Reference | undefined {
  const wrong = (problem: Text) => {
    report("invoice.payment_reference", problem);
    return undefined;
  };
  const compact = (typed ?? "").replace(/\s/g, "");
  const bank = Number(account?.slice(4, 9));
  const isQrAccount = bank >= 30_000 && bank <= 31_999;
  if (/^\d{27}$/.test(compact)) {
    if (!hasCheckDigit(compact)) return wrong(textFor("swiss_reference_wrong"));
    if (account && !isQrAccount) return wrong(textFor("swiss_reference_account"));
    return { kind: "QRR", id: compact };
  }
  if (isQrAccount) return wrong(textFor("swiss_reference_needed"));
  if (/^RF\d\d/i.test(compact)) {
    const id = compact.toUpperCase();
    if (!/^RF\d\d[A-Z\d]{1,21}$/.test(id) || !hasCheckDigits(id))
      return wrong(textFor("swiss_creditor_reference_wrong"));
    return { kind: "SCOR", id };
  }
  return { kind: "NON", id: "", ...(typed ? { message: typed.replace(/\s+/g, " ") } : {}) };
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** The last digit of a QR reference, by the recursive modulo 10. */
export function hasCheckDigit(digits: string): boolean {
  let carry = 0;
  for (const digit of digits.slice(0, -1)) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10 === Number(digits.at(-1));
}

/** ISO 11649, computed as of an IBAN. */
function hasCheckDigits(reference: string): boolean {
  const moved = `${reference.slice(4)}${reference.slice(0, 4)}`;
  return BigInt(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n === 1n;
}

type Party = {
  name: string;
  street: string;
  number: string;
  postcode: string;
  town: string;
  country: string;
};

function readCreditor(read: Read, report: Report): Party | undefined {
  const name = read("sender.legal_name") ?? read("sender.name");
  if (!name) {
    report("sender.name", textFor("swiss_name_missing"));
    return undefined;
  }
  if (!LATIN.test(name.replace(/\s+/g, " "))) {
    report("sender.name", textFor("swiss_letters"));
    return undefined;
  }
  const party = partyOf(read, "sender");
  if (!party) report("sender.address", textFor("swiss_address"));
  return party;
}

/** Name and address in parts; undefined if the page's address can't be taken apart with certainty. */
function partyOf(read: Read, who: "sender" | "recipient"): Party | undefined {
  const name = (who === "sender" ? read("sender.legal_name") : undefined) ?? read(`${who}.name`);
  const block = addressIn(read(`${who}.address`) ?? "");
  const part = (key: "street" | "postcode" | "town" | "country") =>
    (read(`${who}.${key}`) ?? block[key] ?? "").split("\n")[0] ?? "";
  const postcode = part("postcode");
  const town = part("town");
  const country = block.country ?? swissCountry(postcode);
  const [, street = part("street"), number = ""] = HOUSE_NUMBER.exec(part("street")) ?? [];
  if (!name || !postcode || !town || !country) return undefined;
  const party = {
    name: name.replace(/\s+/g, " ").slice(0, MAX_NAME),
    street: street.slice(0, MAX_NAME),
    number: number.slice(0, MAX_NUMBER),
    postcode: postcode.slice(0, MAX_NUMBER),
    town: town.slice(0, MAX_TOWN),
    country,
  };
  return Object.values(party).every((text) => LATIN.test(text)) ? party : undefined;
}

const HOUSE_NUMBER = /^(.*\D)\s+(\d+\s?[A-Za-z]?(?:[-/]\d+\s?[A-Za-z]?)?)$/;

/** Of an address without a country: those of Liechtenstein begin with 948 and 949. */
function swissCountry(postcode: string): string | undefined {
  if (!/^\d{4}$/.test(postcode)) return undefined;
  return Number(postcode) >= 9485 && Number(postcode) <= 9498 ? "LI" : "CH";
}

/** Structured (S), which is the only kind of address since November 2025. */
function partyLines(party: Party | undefined): string[] {
  if (!party) return Array(7).fill("");
  const { name, street, number, postcode, town, country } = party;
  return ["S", name, street, number, postcode, town, country];
}

function printedParty({ name, street, number, postcode, town, country }: Party): string[] {
  const place = `${postcode} ${town}`;
  const isLocal = country === "CH" || country === "LI";
  return [name, [street, number].filter(Boolean).join(" "), isLocal ? place : `${country}-${place}`].filter(
    Boolean,
  );
}

function latin(text: string): string {
  return [...text.replace(/\s+/g, " ")].filter((letter) => LATIN.test(letter)).join("");
}

function inGroups(text: string, length: number): string {
  return text.match(new RegExp(`.{1,${length}}`, "g"))?.join(" ") ?? "";
}

/** Two digits, then groups of five. */
function qrGroups(digits: string): string {
  return `${digits.slice(0, 2)} ${inGroups(digits.slice(2), 5)}`;
}

const CODE_MM = 46;
const CROSS_MM = 7;
const CROSS_UNITS = 19.8; // of the official drawing

/** The cross in the middle of the code, whose error correction allows for it. */
function swissCross(size: number): string {
  const scale = ((CROSS_MM / CODE_MM) * size) / CROSS_UNITS;
  const start = (size - CROSS_UNITS * scale) / 2;
  return `<g transform="translate(${start.toFixed(4)} ${start.toFixed(4)}) scale(${scale.toFixed(5)})"><path fill="#fff" d="M0 0h19.8v19.8H0z"/><path d="M.7.7h18.4v18.4H.7z"/><path fill="#fff" d="M8.3 4h3.3v11H8.3zM4.4 7.9h11v3.3h-11z"/></g>`;
}
