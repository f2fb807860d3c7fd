import { isObject } from "../content/query/parameters.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem, invalidPayload } from "../errors/errors.ts";

/** An entry as stored, and one that is to be made. */
export type Entry = { id: string; templates_id: string };
export type NewEntry = { id?: undefined; templates_id: string };

/** The list as sent: complete, or as changes to it. */
export type SentEntries =
  | { kind: "list"; entries: SentEntry[] }
  | { kind: "difference"; create: SentEntry[]; update: SentEntry[]; remove: SentEntry[] };
type SentEntry = { id?: string | undefined; templates_id?: string };

/**
 * A bare list can't tell "I removed X" from "I never saw X". With the list it started from, a change is the
 * difference between the two; without, it replaces what is there; an addition removes nothing.
 */
export type MergeMode = { kind: "replacement" } | { kind: "addition" } | { kind: "change"; since: Entry[] };

export function readSentEntries(value: unknown): SentEntries {
  if (value === null) return { kind: "list", entries: [] };
  if (Array.isArray(value)) return { kind: "list", entries: value.map(readEntry) };
  if (!isObject(value))
    throw invalidPayload(
      '"template_id" has to be a list of entries, or an object of create, update and delete lists',
    );
  for (const key of Object.keys(value))
    if (key !== "create" && key !== "update" && key !== "delete")
      throw invalidPayload(`"template_id" takes create, update and delete lists, not "${key.slice(0, 40)}"`);
  return {
    kind: "difference",
    create: readList(value.create, "create").map(readEntry),
    update: readList(value.update, "update").map(readEntry),
    remove: readList(value.delete, "delete").map(readEntry),
  };
}

function readList(value: unknown, name: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalidPayload(`"template_id.${name}" has to be a list`);
  return value;
}

/** A bare id names an entry; an object names an entry, a template or both. */
function readEntry(value: unknown): SentEntry {
  if (typeof value === "string") return { id: requireId(value, "id") };
  if (!isObject(value))
    throw invalidPayload('an entry of "template_id" has to be an id or an object with templates_id');
  const entry: SentEntry = {};
  if (value.id !== undefined && value.id !== null) entry.id = requireId(value.id, "id");
  const template = isObject(value.templates_id) ? value.templates_id.id : value.templates_id;
  if (template !== undefined) entry.templates_id = requireId(template, "templates_id");
  if (!entry.id && !entry.templates_id)
    throw invalidPayload('an entry of "template_id" has to name a template: { "templates_id": "…" }');
  return entry;
}

function requireId(value: unknown, name: string): string {
  if (!isId(value)) throw invalidPayload(`"${name}" of an entry of "template_id" has to be an id (UUID)`);
  return value;
}

/** Applies what was sent to the current list. A template appears in it once. */
export function mergeEntries(
  current: Entry[],
  sent: SentEntries,
  mode: MergeMode,
): { entries: (Entry | NewEntry)[] } {
  const since = mode.kind === "change" ? mode.since : [];
  const templateOf = new Map([...since, ...current].map((entry) => [entry.id, entry.templates_id]));
  const resolve = (entry: SentEntry): string => {
    if (entry.templates_id && !entry.id) return entry.templates_id;
    const stored = entry.id && templateOf.get(entry.id);
    // Neither taken from another list nor made up.
    if (!stored) throw forbiddenItem();
    return entry.templates_id ?? stored;
  };

  const wanted = new Set(current.map((entry) => entry.templates_id));
  if (sent.kind === "difference") {
    for (const { id } of [...sent.remove, ...sent.update]) wanted.delete(resolve({ id }));
    for (const entry of [...sent.update, ...sent.create]) wanted.add(resolve(entry));
  } else {
    const listed = new Set(sent.entries.map(resolve));
    const before = new Set(mode.kind === "change" ? since.map((entry) => entry.templates_id) : wanted);
    if (mode.kind !== "addition")
      for (const template of before) if (!listed.has(template)) wanted.delete(template);
    for (const template of listed) if (mode.kind !== "change" || !before.has(template)) wanted.add(template);
  }

  const startedFrom = new Map([...current, ...since].map((entry) => [entry.id, entry.templates_id]));
  const moved = movedEntries(sent.kind === "list" ? sent.entries : sent.update, startedFrom, wanted);
  return { entries: placeTemplates(current, wanted, moved) };
}

/** The entries that get another template, by id. If several get the same one, the first does. */
function movedEntries(
  sent: SentEntry[],
  startedFrom: ReadonlyMap<string, string>,
  wanted: ReadonlySet<string>,
): Map<string, string> {
  const moved = new Map<string, string>();
  const given = new Set<string>();
  for (const { id, templates_id } of sent) {
    if (!id || !templates_id || templates_id === startedFrom.get(id)) continue;
    if (!wanted.has(templates_id) || given.has(templates_id)) continue;
    moved.set(id, templates_id);
    given.add(templates_id);
  }
  return moved;
}

/** Existing entries retain their id and position, with another template if they were given one; new entries follow. */
function placeTemplates(
  current: Entry[],
  wanted: ReadonlySet<string>,
  moved: ReadonlyMap<string, string>,
): (Entry | NewEntry)[] {
  const missing = new Set(wanted);
  const there = current.filter(({ id }) => moved.has(id));
  const taken = new Set(there.map(({ id }) => moved.get(id)));
  const entries: (Entry | NewEntry)[] = [];
  for (const { id, templates_id } of current) {
    const template = moved.get(id) ?? templates_id;
    if (!missing.has(template) || (!moved.has(id) && taken.has(template))) continue;
    missing.delete(template);
    entries.push({ id, templates_id: template });
  }
  for (const templates_id of missing) entries.push({ templates_id });
  return entries;
}
