import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readSettings } from "../../server/config/settings.ts";
import { writeTemplateFile } from "../../server/library/library-text.ts";
import { SCAFFOLD_SOURCE, scaffoldFile } from "../../server/library/scaffold.ts";
import { type Command, UsageError } from "../commands.ts";
import { shownPath } from "../terminal.ts";
import { findCategoryFault, findLibrary, findNameFault, readLibraryTypes } from "./library-folder.ts";
import { describeFinding, findTemplateFolders, TemplateFolderError } from "./template-folder.ts";

export const newTemplate: Command = {
  name: "library new",
  takes: "type/category/slug [--library DIR]",
  does: "Begins a template: a folder that passes the check and waits for an idea.",
  options: { library: { type: "string" } },
  async run({ positionals, values, terminal }) {
    const place = positionals[0]?.split("/") ?? [];
    const [type = "", category = "", slug = ""] = place;
    if (place.length !== 3) throw new UsageError("Give the place: type/category/slug");
    const given = typeof values.library === "string" ? values.library : readSettings().libraryDir;
    const library = findLibrary(given);
    const { types, findings } = readLibraryTypes(library);
    if (!types) throw new TemplateFolderError(findings.map(describeFinding).join("\n"));
    const fault =
      findNameFault(slug) ??
      findCategoryFault(types, type, category) ??
      findSlugConflict(library, type, slug);
    if (fault) throw new UsageError(fault);
    const folder = path.join(library, type, category, slug);
    const singular = types.find((each) => each.slug === type)?.singular ?? type;
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "template.json"), writeTemplateFile(scaffoldFile(slug, singular)));
    writeFileSync(path.join(folder, "template.typ"), SCAFFOLD_SOURCE);
    terminal.print(`${shownPath(folder)} is there. How to go on is in docs/authoring.md; then:`);
    terminal.print(`  npm run typecase -- library look ${shownPath(folder)} --mode all --out pages`);
    terminal.print(`  npm run typecase -- library check ${shownPath(folder)}`);
    return 0;
  },
};

function findSlugConflict(library: string, type: string, slug: string): string | undefined {
  const below = path.join(library, type);
  const holder =
    existsSync(below) && findTemplateFolders(below).find((folder) => path.basename(folder) === slug);
  return holder
    ? `"${slug}" is already the slug of ${shownPath(holder)}; each slug is there once in a type`
    : undefined;
}
