/** Repeatable random choices: the same seed gives the same requests. */
export type Random = {
  /** From 0 to below 1. */
  number(): number;
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  times<T>(from: number, to: number, make: () => T): T[];
  text(longest: number): string;
};

const CHARACTERS = [..."abcXYZ019 _-.,%'\"\\/<>{}[]()*?:;&=+#@!\t\n\r\0é߀İ\u0131\u202e\ufeff\ud83d\ude00"];

/** Mulberry32: small, and good enough to choose requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function number() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const integer = (from: number, to: number) => from + Math.floor(number() * (to - from + 1));
  function pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError("nothing to choose from");
    return from[integer(0, from.length - 1)] as T; // checked above
  }
  const times = <T>(from: number, to: number, make: () => T) =>
    Array.from({ length: integer(from, to) }, make);
  return {
    number,
    integer,
    chance: (probability) => number() < probability,
    pick,
    times,
    text: (longest) => times(0, longest, () => pick(CHARACTERS)).join(""),
  };
}
