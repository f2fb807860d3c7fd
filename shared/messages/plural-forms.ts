/** A message that is one plural as a whole: the text of each form can be edited by itself. */
export type PluralMessage = { argument: string; forms: [form: string, text: string][] };

const WHOLE = /^\{\s*(\w+)\s*,\s*plural\s*,\s*([\s\S]*)\}$/;

/** The forms of a message; undefined if it isn't one plural as a whole. */
export function splitPlural(message: string): PluralMessage | undefined {
  const [, argument, body] = WHOLE.exec(message.trim()) ?? [];
  if (argument === undefined || body === undefined) return undefined;
  const forms: PluralMessage["forms"] = [];
  for (let rest = body.trim(); rest !== ""; ) {
    const [start, form] = /^(=\d+|\w+)\s*\{/.exec(rest) ?? [];
    if (start === undefined || form === undefined) return undefined;
    const end = closingBrace(rest, start.length);
    if (end < 0) return undefined;
    forms.push([form, rest.slice(start.length, end)]);
    rest = rest.slice(end + 1).trim();
  }
  return forms.length > 0 ? { argument, forms } : undefined;
}

export function joinPlural({ argument, forms }: PluralMessage): string {
  return `{${argument}, plural, ${forms.map(([form, text]) => `${form} {${text}}`).join(" ")}}`;
}

function closingBrace(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}
