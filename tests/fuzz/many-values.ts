import type { Api, Operation } from "./description.ts";
import type { Random } from "./random.ts";

const repeat = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));
const number = (size: number, make: (at: number) => string) =>
  Array.from({ length: Math.ceil(size / make(10_000).length) }, (_, at) => make(at)).join("");

/** Bodies of tiny values with about this many characters: small to send, expensive to parse and walk. */
const SHAPES: ((size: number) => string)[] = [
  (size) => `[${repeat("5,", size)}5]`,
  (size) => `[${repeat("[],", size)}5]`,
  (size) => `[${repeat('{"a":1},', size)}5]`,
  (size) => `[${repeat('"",', size)}""]`,
  (size) => `{${number(size, (at) => `"k${at}":1,`)}"k":1}`,
  (size) => `[${number(size, (at) => `{"k${at}":1},`)}5]`,
  (size) => `${repeat("[", size / 2)}${repeat("]", size / 2)}`,
  (size) => `[${repeat(`${'{"a":'.repeat(12)}1${"}".repeat(12)},`, size)}5]`,
  (size) => `"${repeat('\\"', size)}"`,
  (size) => `5${repeat(" ", size)}`,
];
const FORMS: ((size: number) => string)[] = [
  (size) => `${repeat('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n', size)}--x--\r\n`,
  (size) => `--x\r\ncontent-disposition: form-data; name="${repeat("%22", size)}"\r\n\r\n\r\n--x--\r\n`,
  (size) => `--x\r\n${repeat("a: b\r\n", size)}\r\n\r\n--x--\r\n`,
  (size) => `--x\r\n${repeat("a: b\r\n", size)}`,
  (size) => `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${repeat("\r\n", size)}--x--\r\n`,
];

/** Almost the size limit of most paths, and of those that accept pictures. */
const SIZE = 900_000;
const LARGE = 7_000_000;
const isLarge = ({ path, collection }: Operation) =>
  path.startsWith("/render/") || collection === "documents";

/** The maximum number of values, so that they are validated and not only counted. */
const MAX_TAKEN = 19_900;
const TAKEN: ((count: number) => string)[] = [
  (count) => JSON.stringify(Array(count).fill(5)),
  (count) => JSON.stringify(keys(count)),
  (count) => JSON.stringify([keys(count)]),
  (count) => JSON.stringify(Array.from({ length: count / 2 }, (_, at) => ({ [`k${at}`]: "" }))),
];
function keys(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
}

/** Each shape for an operation with a body: on its own, or as the value of a property. */
export function manyValues(api: Api, random: Random, operation: Operation): (() => string)[] {
  const { body } = operation;
  if (!body) return [];
  const size = isLarge(operation) ? LARGE : SIZE;
  if (body.type === "multipart/form-data") return FORMS.map((make) => () => make(LARGE));
  const { properties = {}, anyOf, oneOf } = api.resolve(body.schema);
  const names = Object.keys(properties);
  const first = api.resolve((anyOf ?? oneOf)?.[0] ?? {}).properties ?? {};
  const name = () => random.pick([...names, ...Object.keys(first), "data"]);
  const inside = (shape: string) =>
    random.pick([shape, `{"${name()}":${shape}}`, `{"${name()}":{"items":${shape}}}`]);
  return [
    ...SHAPES.map((make) => () => inside(make(size))),
    ...TAKEN.flatMap((make) => [
      () => inside(make(MAX_TAKEN)),
      ...(isLarge(operation)
        ? [() => `{"data":${make(MAX_TAKEN)}}`, () => `{"data":{"items":${make(MAX_TAKEN)}}}`]
        : []),
    ]),
  ];
}
