import { plural, t } from "@lingui/core/macro";

/** The length of an IBAN by country; of other countries only the check digits are tested. */
const LENGTHS: Record<string, number> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
};
const SHORTEST = 15;

/** Whether an IBAN is valid, with a message; undefined while it is incomplete, or if it isn't an IBAN. */
export function judgeIban(typed: string): { isRight: boolean; message: string } | undefined {
  const number = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(number) || number.length < SHORTEST) return undefined;
  const length = LENGTHS[number.slice(0, 2)];
  if (length !== undefined && number.length < length) return undefined;
  if (length !== undefined && number.length > length)
    return {
      isRight: false,
      message: formatTooLong(number.slice(0, 2), length),
    };
  return remainder(number) === 1
    ? { isRight: true, message: t`This IBAN is valid.` }
    : { isRight: false, message: t`This IBAN isn’t valid. Check it for typos.` };
}

function formatTooLong(country: string, length: number): string {
  return plural(length, {
    one: `This IBAN is too long. IBANs starting with ${country} have # character.`,
    other: `This IBAN is too long. IBANs starting with ${country} have # characters.`,
  });
}

/** Modulo 97, digit by digit: an IBAN is longer than a number can be. */
function remainder(number: string): number {
  let left = 0;
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    left = (left * (value > 9 ? 100 : 10) + value) % 97;
  }
  return left;
}

/** In groups of four, as it is printed. */
export function groupIban(typed: string): string {
  const number = typed.replaceAll(/\s/g, "").toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(number) ? (number.match(/.{1,4}/g) ?? []).join(" ") : typed;
}
