import { domainToASCII } from "node:url";

const LONGEST = 254; // what SMTP can carry
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling under which an address is stored and looked up, or undefined when it is none.
 * Only the letters A to Z change case: a character that merely resembles one never becomes it, so that no
 * look-alike can stand for another person's address. International domains are kept in their ASCII form.
 */
export function normaliseEmail(given: string): string | undefined {
  const trimmed = given.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1) return undefined;
  const local = trimmed.slice(0, at).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const domain = domainToASCII(trimmed.slice(at + 1));
  if (local.length > 64 || local.length + domain.length + 1 > LONGEST) return undefined;
  return LOCAL_PART.test(local) && DOMAIN.test(domain) ? `${local}@${domain}` : undefined;
}
