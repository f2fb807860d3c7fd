import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { templateFile, typesFile } from "../../contract/templates/template-file.ts";
import { type Finding, placeFaults, readIssues, readJsonFile } from "../../server/checks/findings.ts";
import { readSettings } from "../../server/config/settings.ts";
import { writeTemplateFile, writeTypesFile } from "../../server/library/library-text.ts";
import type { Command } from "../commands.ts";
import { shownPath } from "../terminal.ts";
import { findLibrary } from "./library-folder.ts";
import { describeFinding, findTemplateFolders } from "./template-folder.ts";

export const format: Command = {
  name: "library format",
  takes: "[path]",
  does: "Formats template.json and types.json: the same bytes as an export.",
  options: {},
  async run({ positionals, terminal }) {
    const below = positionals[0] ?? readSettings().libraryDir;
    const findings: Finding[] = [];
    const rewrite = (file: string, read: (text: string) => string | Finding[]) => {
      const text = readFileSync(file, "utf8");
      const written = read(text);
      if (typeof written !== "string") return void findings.push(...written);
      if (written === text) return;
      writeFileSync(file, written);
      terminal.print(shownPath(file));
    };
    if (path.resolve(below) === findLibrary(below)) {
      const file = path.join(below, "types.json");
      rewrite(file, (text) => rewriteJson(file, text, typesFile, writeTypesFile));
    }
    for (const folder of findTemplateFolders(below)) {
      const file = path.join(folder, "template.json");
      rewrite(file, (text) => rewriteJson(file, text, templateFile, writeTemplateFile));
    }
    for (const finding of findings) terminal.complain(describeFinding(finding));
    return findings.length > 0 ? 1 : 0;
  },
};

function rewriteJson<Data>(
  file: string,
  text: string,
  schema: z.ZodType<Data>,
  write: (data: Data) => string,
): string | Finding[] {
  const read = readJsonFile(file, text);
  if ("finding" in read) return [read.finding];
  const parsed = schema.safeParse(read.json.value);
  if (parsed.success) return write(parsed.data);
  return placeFaults(file, read.json, readIssues(parsed.error.issues, read.json.value));
}
