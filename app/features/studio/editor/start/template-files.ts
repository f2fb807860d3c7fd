import { plural, t } from "@lingui/core/macro";
import { MAX_DRAFT_JSON, MAX_DRAFT_SOURCE } from "../../../../../contract/limits.ts";
import { pageFile, templateFile } from "../../../../../contract/templates/template-file.ts";
import { openZip, UnreadableFile } from "../../../../lib/batch/zip-entries.ts";
import { formatList, formatNumber } from "../../../../lib/i18n/intl.ts";
import type { DraftContent } from "../draft-content.ts";
import { type JsonNode, memberOf, parseJson, plainValue } from "../fields/json-tree.ts";

/** A chosen or dropped file. */
export type GivenFile = { path: string; size: number; bytes(): Promise<Uint8Array> };

/** The content of a new draft, or why the files aren't a template. */
type ReadTemplate = { draft: Partial<DraftContent>; notes: string[] } | { problem: string };

const MAX_FILES = 200; // a folder of one template has two
const MAX_BYTES = 4 * 1024 * 1024;
const SOURCE = "template.typ";
const FACTS = "template.json";

export async function readTemplateFiles(files: readonly GivenFile[]): Promise<ReadTemplate> {
  try {
    const texts = await findTexts(files);
    return readTexts(texts.source, texts.facts);
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message };
    return {
      problem: t`This file is damaged. Create the ZIP again, or choose template.typ and template.json directly.`,
    };
  }
}

async function findTexts(
  files: readonly GivenFile[],
): Promise<{ source: string; facts: string | undefined }> {
  if (files.length > MAX_FILES)
    throw new UnreadableFile(
      plural(
        { count: files.length },
        {
          one: "You chose # file. Choose the folder of a single template.",
          other: "You chose # files. Choose the folder of a single template.",
        },
      ),
    );
  const [zip] = files.filter(({ path }) => /\.zip$/i.test(path));
  if (zip) return readZip(zip);
  const source = onlyOne(files, /\.typ$/i, SOURCE);
  const facts = files.some(({ path }) => /\.json$/i.test(path))
    ? onlyOne(files, /\.json$/i, FACTS)
    : undefined;
  const read = async (file: GivenFile) => {
    if (file.size > MAX_BYTES) throw tooLarge();
    return new TextDecoder().decode(await file.bytes());
  };
  return { source: await read(source), facts: facts && (await read(facts)) };
}

async function readZip(file: GivenFile): Promise<{ source: string; facts: string | undefined }> {
  if (file.size > MAX_BYTES) throw tooLarge();
  const message = t`The ZIP is too large for a template. Include only template.typ and template.json.`;
  const zip = openZip(await file.bytes(), {
    maxBytes: MAX_BYTES,
    maxEntries: MAX_FILES,
    tooLarge: message,
  });
  const strays = zip.names.filter((name) => name.startsWith("/") || name.split(/[\\/]/).includes(".."));
  if (strays.length > 0)
    throw new UnreadableFile(
      t`The ZIP contains an unsafe path (${{ path: strays[0]?.slice(0, 60) ?? "" }}).`,
    );
  // Metadata that macOS adds.
  const names = zip.names.filter((name) => !name.startsWith("__MACOSX/"));
  const given = names.map((path) => ({ path, size: 0, bytes: async () => new Uint8Array() }));
  const source = onlyOne(given, /\.typ$/i, SOURCE).path;
  const facts = given.some(({ path }) => /\.json$/i.test(path))
    ? onlyOne(given, /\.json$/i, FACTS).path
    : undefined;
  return { source: zip.read(source) ?? "", facts: facts && zip.read(facts) };
}

function onlyOne(files: readonly GivenFile[], kind: RegExp, name: string): GivenFile {
  const named = files.filter(({ path }) => path.split("/").at(-1) === name);
  const found = named.length > 0 ? named : files.filter(({ path }) => kind.test(path));
  const [first, ...more] = found;
  if (!first) throw new UnreadableFile(t`${name} is missing.`);
  if (more.length > 0)
    throw new UnreadableFile(
      plural(
        { count: found.length },
        {
          one: `# file could be ${name}. Choose the folder of a single template.`,
          other: `# files could be ${name}. Choose the folder of a single template.`,
        },
      ),
    );
  return first;
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    t`The file is too large. The limit is ${{ megabytes: MAX_BYTES / 1024 / 1024 }} MB.`,
  );
}

function readTexts(content: string, facts: string | undefined): ReadTemplate {
  if (content.length > MAX_DRAFT_SOURCE) {
    const limit = formatNumber(MAX_DRAFT_SOURCE);
    return {
      problem: plural(
        { count: content.length },
        {
          one: `The source has # character. The limit is ${limit}.`,
          other: `The source has # characters. The limit is ${limit}.`,
        },
      ),
    };
  }
  if (facts === undefined)
    return {
      draft: { content },
      notes: [t`template.json is missing, so the fields and the sample are empty.`],
    };
  const parsed = parseJson(facts);
  if ("problem" in parsed)
    return {
      problem: t`template.json can’t be read. Line ${{ line: parsed.problem.line }}: ${{ problem: parsed.problem.message }}`,
    };
  const { root } = parsed;
  const textOf = (name: string) => {
    const node = memberOf(root, name)?.value;
    return node && outdent(facts, node);
  };
  const valueAt = (name: string) => {
    const node = memberOf(root, name)?.value;
    return node && plainValue(node);
  };
  const line = (name: string) => (typeof valueAt(name) === "string" ? String(valueAt(name)) : undefined);
  const [fields, sample] = [textOf("fields"), textOf("sample")];
  if ([fields, sample].some((text) => (text?.length ?? 0) > MAX_DRAFT_JSON))
    return { problem: t`The fields or the sample are too long.` };
  const page = pageFile.safeParse(valueAt("page")).data;
  const theme = templateFile.shape.theme.safeParse(valueAt("theme")).data;
  const draft = {
    content,
    fields,
    sample,
    page,
    theme,
    template_name: line("name")?.slice(0, 120),
    description: line("description")?.slice(0, 2_000),
    words: line("words")?.slice(0, 500),
    title: line("title")?.slice(0, 200),
  };
  const missing = (["fields", "sample", "page", "theme"] as const).filter(
    (name) => draft[name] === undefined,
  );
  return {
    draft: Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)),
    notes:
      missing.length > 0
        ? [
            t`Defaults are used for ${{ names: formatList(missing) }}, because template.json has no valid values.`,
          ]
        : [],
  };
}

/** The text of one value, outdented to the start of its first line. */
function outdent(text: string, { start, end }: JsonNode): string {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const indent = /^[ \t]*/.exec(before)?.[0] ?? "";
  return `${text.slice(start, end).replaceAll(`\n${indent}`, "\n")}\n`;
}
