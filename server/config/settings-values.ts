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

export function readInteger(least: number, most: number) {
  return (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new Error(`"${value.slice(0, 40)}" is not a whole number from ${least} to ${most}`);
    return number;
  };
}

const DAY_MS = 24 * 60 * 60_000;
const UNITS: Record<string, number> = { m: 60_000, h: 60 * 60_000, d: DAY_MS };

/** In milliseconds. */
export function readDuration(leastMs: number, mostMs: number) {
  return (value: string): number => {
    const [, count, unit = ""] = /^(\d+)\s*([mhd])$/.exec(value) ?? [];
    const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
    if (!(ms >= leastMs && ms <= mostMs))
      throw new Error(
        `"${value.slice(0, 40)}" is not a time such as 90m, 24h or 7d, from ${leastMs / 60_000} minutes to ${mostMs / DAY_MS} days`,
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
    const most = version === 6 ? 128 : 32;
    if (!version || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most)))
      throw new Error(`"${part.slice(0, 60)}" is neither an address nor a range such as 10.0.0.0/8`);
    return part;
  });
}
