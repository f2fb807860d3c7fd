import type { TriedLook } from "../../../../contract/templates/looks.ts";

/** The request that makes this document, in several languages and over MCP. Each example runs as it is. */

type CallFacts = { origin: string; id: string; file: string; data: unknown; look: TriedLook };
export const CALL_LANGUAGES = {
  curl: "curl",
  javascript: "JavaScript",
  python: "Python",
  mcp: "MCP",
} as const;
export type CallLanguage = keyof typeof CALL_LANGUAGES;

export function writeCall(language: CallLanguage, facts: CallFacts): string {
  return WRITERS[language](facts);
}

const WRITERS: Record<CallLanguage, (facts: CallFacts) => string> = {
  curl: ({ origin, id, file, data, look }) =>
    `curl '${origin}/render/${id}.pdf' \\
  -H 'content-type: application/json' -o ${file}.pdf -d '${escapeForShell(write(bodyOf(data, look), JSON_LITERALS))}'`,
  javascript: ({ origin, id, file, data, look }) =>
    `import { writeFile } from "node:fs/promises";

const answer = await fetch("${origin}/render/${id}.pdf", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${write(bodyOf(data, look), JSON_LITERALS, "  ")}),
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile("${file}.pdf", answer.body);`,
  python: ({ origin, id, file, data, look }) =>
    `import json
from urllib.request import Request, urlopen

body = ${write(bodyOf(data, look), { true: "True", false: "False", null: "None" })}
request = Request(
  "${origin}/render/${id}.pdf",
  data=json.dumps(body).encode(),
  headers={"content-type": "application/json"},
)
with urlopen(request) as answer, open("${file}.pdf", "wb") as file:
  file.write(answer.read())`,
  mcp: ({ origin, id, file, data, look }) =>
    `// The address of this server, also for your assistant: ${origin}/mcp
// npm install @modelcontextprotocol/client
import { writeFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const client = new Client({ name: "my-program", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("${origin}/mcp")));
const made = await client.callTool({
  name: "make_document",
  arguments: ${write({ template: id, ...bodyOf(data, look) }, JSON_LITERALS, "  ")},
});
if (made.isError) throw new Error(made.content[0].text);
const pdf = await fetch(made.structuredContent.file.url);
await writeFile("${file}.pdf", pdf.body);
await client.close();`,
};

/** The chosen look is part of the request; the template's own look is left out. */
function bodyOf(data: unknown, look: TriedLook): Record<string, unknown> {
  return Object.keys(look).length > 0 ? { data, theme: look } : { data };
}

/** Between single quotes only the quote itself needs escaping. */
const escapeForShell = (text: string) => text.replaceAll("'", "'\\''");

type Literals = { true: string; false: string; null: string };
const JSON_LITERALS: Literals = { true: "true", false: "false", null: "null" };
const LINE = 72;

/** As JSON, short values on one line. JavaScript and Python read JSON strings alike. */
function write(value: unknown, literals: Literals, margin = ""): string {
  const flat = writeFlat(value, literals);
  const isOuter = typeof value === "object" && value !== null && "data" in value;
  if (typeof value !== "object" || value === null || (!isOuter && margin.length + flat.length <= LINE))
    return flat;
  const inner = `${margin}  `;
  if (Array.isArray(value) && value.length === 1) return `[${write(value[0], literals, margin)}]`;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = Array.isArray(value)
    ? value.map((each) => inner + write(each, literals, inner))
    : Object.entries(value).map(
        ([name, each]) => `${inner}${JSON.stringify(name)}: ${write(each, literals, inner)}`,
      );
  return lines.length > 0 ? `${open}\n${lines.join(",\n")}\n${margin}${close}` : `${open}${close}`;
}

function writeFlat(value: unknown, literals: Literals): string {
  if (value === null || value === undefined) return literals.null;
  if (typeof value === "boolean") return value ? literals.true : literals.false;
  if (Array.isArray(value)) return `[${value.map((each) => writeFlat(each, literals)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${writeFlat(each, literals)}`,
  );
  return parts.length > 0 ? `{ ${parts.join(", ")} }` : "{}";
}
