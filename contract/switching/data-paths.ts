import { isRecord } from "../template-file.ts";

/** The value at a dotted path of names. */
export function readAt(data: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), data);
}

/** Makes the groups on the way. */
export function writeAt(data: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let group = data;
  for (const name of names) {
    const inner = group[name];
    const next: Record<string, unknown> = isRecord(inner) ? inner : {};
    group[name] = next;
    group = next;
  }
  group[last] = value;
}

/** Every text in a value, by which a row is found again. */
export function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  return isRecord(value) ? Object.values(value).flatMap(wordsOf) : [];
}
