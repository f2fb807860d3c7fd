import type { ContentStore, SourceHandle } from "../draft-content.ts";
import type { FieldRow } from "../fields/schema-rows.ts";

/** The kit call that shows a field, without the `#` that markup needs before it. */
export function callFor(row: FieldRow, rows: readonly FieldRow[]): string {
  const list = rows.find(({ kind, path }) => kind === "list" && row.path.startsWith(`${path}.`));
  const place = list ? `row, "${row.path.slice(list.path.length + 1)}"` : `"${row.path}"`;
  switch (row.kind) {
    case "long":
      return `prose(${place})`;
    case "date":
      return `field(${place}, format: date)`;
    case "money":
      return `field(${place}, format: money)`;
    case "number":
      return `field(${place}, format: quantity)`;
    case "time":
      return `field(${place}, format: time)`;
    case "email":
    case "phone":
    case "website":
      return `field(${place}, link: true)`;
    case "picture":
      return `picture(${place}, alt: "${row.label.replaceAll('"', "")}", width: 40mm, height: 40mm)`;
    case "yes-no":
      return `if value(${place}) == true []`;
    case "group": {
      const names = rows.filter(({ parent }) => parent === row.path).map(({ name }) => `"${name}"`);
      return names.length > 0
        ? `lines-of(${names.join(", ")}, prefix: "${row.path}")`
        : `section(${place})[]`;
    }
    case "list": {
      const first = rows.find(({ parent }) => parent === row.path);
      return `bullets(each(${place}), row => field(row${first ? `, "${first.name}"` : ""}))`;
    }
    default:
      return `field(${place})`;
  }
}

/** Whether an offset is in markup, where code starts with `#`. */
function isInMarkup(source: string, at: number): boolean {
  const open: string[] = [];
  const before = source.slice(0, at).replace(/"(?:[^"\\\n]|\\.)*"|(?<!:)\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "");
  for (const [bracket] of before.matchAll(/[()[\]{}]/g)) {
    if ("([{".includes(bracket)) open.push(bracket);
    else open.pop();
  }
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const innermost = open.at(-1);
  if (innermost !== undefined) return innermost === "[";
  // "#let total = " goes on as code to the end of its line.
  return !/#(let|set|show|if|for|while|return)\b[^[\]]*$/.test(line) && !/#$/.test(line);
}

/** Inserts a call at the cursor, or at the end while the source editor isn't open, as on a phone. */
export function insertCall(
  { store, source }: { store: ContentStore; source: { current: SourceHandle | undefined } },
  call: string,
): void {
  if (source.current) {
    source.current.insert(call);
    return;
  }
  const { content } = store.get();
  const before = content === "" || content.endsWith("\n") ? content : `${content}\n`;
  store.change({ content: before + insertion(before, before.length, call) });
}

/** The call as written at this offset. */
export function insertion(source: string, at: number, call: string): string {
  return isInMarkup(source, at) ? `#${call}` : call;
}
