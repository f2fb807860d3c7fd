import type { DraftFiles, TemplateDraft } from "../../../../contract/templates/drafts.ts";
import { createStore, type Store } from "../../../lib/browser/store.ts";
import type { FieldRow } from "./fields/schema-rows.ts";
import { readSchema } from "./fields/schema-rows.ts";
import { type FieldUse, fieldUses } from "./source/field-uses.ts";

/** The content edited in the four panes: the files of a template, its name and its address. */
export type DraftContent = DraftFiles &
  Pick<TemplateDraft, "type" | "category" | "slug" | "description" | "words">;

/** All changes of the draft go through here, so everything is rendered and saved. */
export type ContentStore = Store<DraftContent> & { change(part: Partial<DraftContent>): void };

export function createContentStore(initial: DraftContent): ContentStore {
  const store = createStore(initial);
  return { ...store, change: (part) => store.set({ ...store.get(), ...part }) };
}

const FILES = ["content", "fields", "sample", "page", "theme", "title", "template_name"] as const;
const PARTS = [...FILES, "type", "category", "slug", "description", "words"] as const;

function pick<Part extends keyof DraftContent>(from: Pick<DraftContent, Part>, parts: readonly Part[]) {
  return Object.fromEntries(parts.map((part) => [part, from[part]])) as Pick<DraftContent, Part>;
}

export const contentOf = (draft: DraftContent): DraftContent => pick(draft, PARTS);

/** The parts that are sent to be rendered or checked. */
export const filesOf = (content: DraftContent): DraftFiles => pick(content, FILES);

/** The parts that differ; all of them without a base. */
export function changesOf(base: DraftContent | undefined, content: DraftContent): Partial<DraftContent> {
  const changed = PARTS.filter((part) => !base || !isSamePart(base[part], content[part]));
  return pick(content, changed);
}

export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return one === other || PARTS.every((part) => isSamePart(one[part], other[part]));
}

const isSamePart = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export type KnownFields = { rows: readonly FieldRow[]; uses: readonly FieldUse[] };

/** Remembers its last answer: several panes ask it for the same text. While the schema can't be read, its last rows stay. */
export function createFieldReader(): (work: Pick<DraftContent, "fields" | "content">) => KnownFields {
  let fields: string | undefined;
  let content: string | undefined;
  let known: KnownFields = { rows: [], uses: [] };
  return (work) => {
    if (work.fields === fields && work.content === content) return known;
    const read = work.fields === fields ? known : readSchema(work.fields);
    const rows = "rows" in read ? read.rows : known.rows;
    ({ fields, content } = work);
    const lists = rows.filter(({ kind }) => kind === "list").map(({ path }) => path);
    const paths = rows.map(({ path }) => path);
    known = { rows, uses: fieldUses(work.content, paths, lists) };
    return known;
  };
}

/** The field that is lit in all panes, and in which pane that was decided: the others bring it into view. */
export type SelectedField =
  | {
      path: string;
      from: "fields" | "source" | "sheet" | "checks";
      /** On the page, with row numbers, where that is known: "items.2.price". */
      place?: string;
    }
  | undefined;

/** "items.0.price" on a page is "items.price" among the fields. */
export function schemaPath(path: string): string {
  return path
    .split(".")
    .filter((step) => !/^\d+$/.test(step))
    .join(".");
}

/** What other panes may do in the source. */
export type SourceHandle = {
  /** A call, at the cursor. */
  insert(call: string): void;
  /** Inserts characters; between a pair, the cursor is placed in the middle. */
  type(signs: string): void;
  goTo(line: number, column: number): void;
  replaceAll(source: string): void;
};
