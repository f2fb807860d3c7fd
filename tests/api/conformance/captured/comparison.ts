import { COLLECTIONS, type CollectionName } from "../../../../contract/collections/collections.ts";
import { entriesOf, type Numbers, namedBy } from "./numbers.ts";

/** Fields of ours that a Directus with the specification's collections doesn't have. */
const OURS: Record<string, string[]> = {
  saved_templates: ["rev"],
  history: ["action", "title", "documents_id"],
  templates: [
    "description",
    "words",
    "fields",
    "sample",
    "page",
    "title",
    "theme",
    "used",
    "rating_count",
    "state",
    "version_number",
    "exported",
    "author_id",
    "date_created",
    "date_updated",
  ],
};

/** Values generated here: a template's path, its picture, the time of a write. */
const MADE = new Set(["url", "image", "date_created"]);

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where our response differs from the captured one; undefined if it doesn't. */
export function findDifference(
  numbers: Numbers,
  collection: string,
  expected: unknown,
  given: unknown,
  place = "data",
): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(given)) return `${place} is no list`;
    if (given.length !== expected.length)
      return `${place} has ${given.length} items instead of ${expected.length}`;
    return expected
      .map((each, index) => findDifference(numbers, collection, each, given[index], `${place}.${index}`))
      .find(Boolean);
  }
  if (isItem(expected)) return findInItem(numbers, collection, expected, given, place);
  if (typeof expected === "number" && typeof given === "number")
    return Math.abs(expected - given) < 1e-9 ? undefined : `${place} is ${given} instead of ${expected}`;
  return numbers.matches(collection, expected, given)
    ? undefined
    : `${place} is ${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`;
}

/** The captured keys in their order, limited to ours. */
function findInItem(
  numbers: Numbers,
  collection: string,
  expected: Item,
  given: unknown,
  place: string,
): string | undefined {
  if (!isItem(given)) return `${place} is no object`;
  const ours = OURS[collection] ?? [];
  const keys = Object.keys(given).filter((key) => key in expected || !ours.includes(key));
  if (keys.join() !== Object.keys(expected).join())
    return `${place} has ${keys.join()} instead of ${Object.keys(expected).join()}`;
  return Object.entries(expected)
    .map(([key, each]) => {
      const value = given[key];
      if (MADE.has(key)) return value === undefined ? `${place}.${key} is missing` : undefined;
      const isFollowed = isItem(each) && key === "templates_id";
      const below =
        key === "template_id" ? entriesOf(collection) : isFollowed ? "templates" : namedBy(key, collection);
      return findDifference(numbers, below ?? "", each, value, `${place}.${key}`);
    })
    .find(Boolean);
}

/** Where a body has other names or kinds of values than expected. What is null there has no kind; a list is empty or not. */
export function findShapeDifference(expected: unknown, given: unknown, place = "body"): string | undefined {
  if (expected === null) return undefined;
  if (Array.isArray(expected)) {
    if (!Array.isArray(given)) return `${place} is no list`;
    if ((given.length === 0) !== (expected.length === 0)) return `${place} has ${given.length} items`;
    return given
      .map((each, index) => findShapeDifference(expected[0], each, `${place}.${index}`))
      .find(Boolean);
  }
  if (!isItem(expected))
    return given !== null && typeof given === typeof expected
      ? undefined
      : `${place} is ${JSON.stringify(given)}`;
  if (!isItem(given)) return `${place} is no object`;
  const names = Object.keys(given).sort().join();
  const expectedNames = Object.keys(expected).sort().join();
  if (names !== expectedNames) return `${place} has ${names} instead of ${expectedNames}`;
  return Object.entries(expected)
    .map(([name, each]) => findShapeDifference(each, given[name], `${place}.${name}`))
    .find(Boolean);
}

/** Errors without their wording: of texts, only what is in quotation marks. `text` is ours; pages make the message in their language from it. */
export function errorFacts(body: unknown) {
  const { errors } = body as { errors: { message: string; extensions: Item }[] };
  return errors.map(({ message, extensions: { text: _, reason, ...extensions }, ...more }) => ({
    ...more,
    named: quotedIn(message),
    ...(reason === undefined ? {} : { reason: quotedIn(String(reason)) }),
    extensions,
  }));
}

const quotedIn = (text: string) => text.match(/"[^"]*"/g) ?? [];

/** File fields that a Directus has and we don't. */
export function missingFields(collection: CollectionName, captured: Item): string[] {
  return Object.keys(captured).filter((name) => !Object.hasOwn(COLLECTIONS[collection], name));
}
