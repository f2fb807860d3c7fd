import { isIP } from "node:net";

// Readers of setting values. Each throws a message that follows "PORT is invalid:".
// A value that may be secret is never repeated in the message.

export function readText(longest: number) {
  return (value: string): string => {
    if (value.length > longest) throw new Error(`it is longer than ${longest} characters`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(value)) throw new Error("it holds control characters");
    return value;
  };
}

export function readOptional<Value>(read: (value: string) => Value) {
  return (value: string): Value | undefined => (value === "" ? undefined : read(value));
}

export function readInteger(min: number, max: number) {
  return (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max))
      throw new Error(`"${value.slice(0, 40)}" is not a whole number from ${min} to ${max}`);
    return number;
  };
}

const DAY_MS = 24 * 60 * 60_000;
const UNITS: Record<string, number> = { m: 60_000, h: 60 * 60_000, d: DAY_MS };

/** In milliseconds. */
export function readDuration(minMs: number, maxMs: number) {
  return (value: string): number => {
    const [, count, unit = ""] = /^(\d+)\s*([mhd])$/.exec(value) ?? [];
    const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
    if (!(ms >= minMs && ms <= maxMs))
      throw new Error(
        `"${value.slice(0, 40)}" is not a time such as 90m, 24h or 7d, from ${minMs / 60_000} minutes to ${maxMs / DAY_MS} days`,
      );
    return ms;
  };
}

export function readChoice<const Choice extends string>(...choices: Choice[]) {
  return (value: string): Choice => {
    const found = choices.find((choice) => choice === value);
    if (!found) throw new Error(`"${value.slice(0, 40)}" is not one of ${choices.join(", ")}`);
    return found;
  };
}

export function readSecret(shortest: number) {
  return (value: string): string => {
    if (value.length < shortest) throw new Error(`it has fewer than ${shortest} characters`);
    if (!/^[\x21-\x7e]+$/.test(value)) throw new Error("it holds spaces or characters outside ASCII");
    return value;
  };
}

export function readUrl(...protocols: string[]) {
  return (value: string): string => {
    const url = URL.parse(value);
    if (!url || !protocols.includes(url.protocol) || !url.hostname)
      throw new Error(`it is not an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
    return value;
  };
}

export function readOrigin(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error("it is not an address that begins with https:// or http://");
  if (url.pathname !== "/" || url.search || url.hash || url.username)
    throw new Error("it must be an origin, without a path, such as https://templates.example.org");
  return url.origin;
}

/** Tokens travel to it, so only a provider on this machine may do without TLS. */
export function readIssuer(value: string): string {
  const url = URL.parse(value);
  const isLocal = url?.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (!url || !(url.protocol === "https:" || isLocal))
    throw new Error("it is not an address that begins with https://");
  if (url.search || url.hash || url.username) throw new Error("it must have no query and no user name");
  return value;
}

function listOf(value: string): string[] {
  return value.split(/[\s,]+/).filter((part) => part !== "");
}

export function readOrigins(value: string): string[] {
  return listOf(value).map(readOrigin);
}

export function readAddresses(value: string): string[] {
  return listOf(value).map((part) => {
    const [address = "", bits] = part.split("/");
    const version = isIP(address);
    const max = version === 6 ? 128 : 32;
    if (!version || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= max)))
      throw new Error(`"${part.slice(0, 60)}" is neither an address nor a range such as 10.0.0.0/8`);
    return part;
  });
}

/** Names and addresses without port. */
export function readHosts(value: string): string[] {
  return listOf(value).map((part) => {
    const url = URL.parse(`http://${isIP(part) === 6 ? `[${part}]` : part}`);
    const host = url?.hostname.replace(/^\[|\]$/g, "");
    if (!host || host !== part.toLowerCase())
      throw new Error(`"${part.slice(0, 60)}" is neither a host name nor an address`);
    return host;
  });
}
