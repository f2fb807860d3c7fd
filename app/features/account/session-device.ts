import { t } from "@lingui/core/macro";

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

/** "Chrome on Linux", from the user agent: enough for people to recognise their own devices. */
export function nameDevice(userAgent: string | null | undefined): string {
  const find = (names: [RegExp, string][]) => names.find(([mark]) => mark.test(userAgent ?? ""))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return t`${browser} on ${system}`;
  return browser ?? system ?? t`Unknown device`;
}

export const isPhone = (userAgent: string | null | undefined): boolean =>
  /iPhone|Android.*Mobile/.test(userAgent ?? "");

/**
 * An address as people write it. The server stores only the network of an IPv6 address, with all its zeros;
 * they are left out here, and a network is labelled as one.
 */
export function formatAddress(address: string | null | undefined): string {
  if (!address?.includes(":")) return address ?? "";
  const short = shorten(address);
  if (short === "::" || short === "::1") return t`this computer`;
  if (!short.endsWith("::")) return leftToRight(short);
  const network = leftToRight(short.slice(0, -2));
  return t`network ${network}`;
}

/** Isolated: in a line of Arabic the groups of digits would change places. */
const leftToRight = (text: string) => `\u2066${text}\u2069`;

/** Browsers know how to shorten an IPv6 address; it is part of reading a URL. */
function shorten(address: string): string {
  try {
    return new URL(`http://[${address}]`).hostname.slice(1, -1);
  } catch {
    return address;
  }
}
