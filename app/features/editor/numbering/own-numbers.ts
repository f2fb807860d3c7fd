import {
  type GroupField,
  isRecord,
  orderedProperties,
} from "../../../../contract/templates/template-file.ts";
import { readAt } from "../../../../shared/switching/field-pairs.ts";
import { deviceStorage } from "../../../lib/browser/local-storage.ts";
import { readRecentData } from "../../documents/index.ts";
import type { FieldPath } from "../draft.ts";
import { pathInside } from "../form/field-path.ts";
import { nextNumber } from "./next-number.ts";

/** The numbers used so far in a template's numbered fields (`x-counts`), newest first. */
export type OwnNumbers = ReadonlyMap<FieldPath, readonly string[]>;

function countingFields(group: GroupField, path: FieldPath = ""): FieldPath[] {
  return orderedProperties(group).flatMap(([name, field]) => {
    const here = pathInside(path, name);
    if (field.type === "object") return countingFields(field, here);
    return field.type === "string" && field["x-counts"] ? [here] : [];
  });
}

function numbersIn(fields: GroupField, documents: readonly unknown[]): OwnNumbers {
  return new Map(
    countingFields(fields).map((path) => [path, documents.flatMap((data) => textAt(data, path) ?? [])]),
  );
}

export function nextNumbers(numbers: OwnNumbers, year: number): Map<FieldPath, string> {
  return new Map(
    [...numbers].flatMap(([path, used]): [FieldPath, string][] => {
      const next = nextNumber(used, year);
      return next ? [[path, next]] : [];
    }),
  );
}

function textAt(data: unknown, path: FieldPath): string | undefined {
  const found = readAt(data, path);
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}

type Counted = { id: string; fields: GroupField };

/** Reads them from a person's documents. A visitor has one draft per template, so earlier numbers are stored on the device. */
export async function readOwnNumbers({ id, fields }: Counted, isPerson: boolean): Promise<OwnNumbers> {
  if (countingFields(fields).length === 0) return new Map();
  if (!isPerson) return numbersIn(fields, read()[id] ?? []);
  try {
    return numbersIn(fields, await readRecentData(id));
  } catch (error) {
    console.error("Number fetch failed", error);
    return new Map();
  }
}

const STORED_AS = "own-numbers";
const MAX_TEMPLATES = 40;
const MAX_DOCUMENTS = 5; // per template; the highest of the last few is enough to continue from

/** By template, newest first: documents reduced to their numbers. */
const read = () => deviceStorage.readJson<Record<string, unknown[]>>(STORED_AS) ?? {};

export function rememberOwnNumbers({ id, fields }: Counted, data: unknown): void {
  const used = countingFields(fields).flatMap((path): [FieldPath, string][] => {
    const text = textAt(data, path);
    return text ? [[path, text]] : [];
  });
  if (used.length === 0) return;
  const { [id]: before = [], ...others } = read();
  const now = used.reduce<Record<string, unknown>>(
    (all, [path, text]) => nest(all, path.split("."), text),
    {},
  );
  const stored = [now, ...before.filter((each) => JSON.stringify(each) !== JSON.stringify(now))];
  const templates = [[id, stored.slice(0, MAX_DOCUMENTS)], ...Object.entries(others)].slice(0, MAX_TEMPLATES);
  deviceStorage.writeJson(STORED_AS, Object.fromEntries(templates));
}

function nest(
  into: Record<string, unknown>,
  [step = "", ...rest]: string[],
  text: string,
): Record<string, unknown> {
  if (rest.length === 0) return { ...into, [step]: text };
  const inner = into[step];
  return { ...into, [step]: nest(isRecord(inner) ? inner : {}, rest, text) };
}
