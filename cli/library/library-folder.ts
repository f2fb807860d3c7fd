import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { slug, type TypeFile, typesFile } from "../../contract/templates/template-file.ts";
import { type Finding, placeFaults, readIssues, readJsonFile, START } from "../../server/checks/findings.ts";
import { writeTypesFile } from "../../server/library/library-text.ts";
import { shownPath } from "../terminal.ts";
import { findTemplateFolders, TemplateFolderError } from "./template-folder.ts";

/** The library as a whole: its types, and the place of each template. */

type LibraryTypes = { types?: TypeFile[]; findings: Finding[] };

/** The folder with types.json that contains the path. */
export function findLibrary(inside: string): string {
  for (let folder = path.resolve(inside); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "types.json"))) return folder;
    if (folder === path.dirname(folder)) {
      throw new TemplateFolderError(
        `${shownPath(inside)}: no types.json here or above, so this is no library`,
      );
    }
  }
}

export function readLibraryTypes(library: string): LibraryTypes {
  const file = path.join(library, "types.json");
  const text = readFileSync(file, "utf8");
  const read = readJsonFile(file, text);
  if ("finding" in read) return { findings: [read.finding] };
  const parsed = typesFile.safeParse(read.json.value);
  if (!parsed.success) {
    return { findings: placeFaults(file, read.json, readIssues(parsed.error.issues, read.json.value)) };
  }
  if (writeTypesFile(parsed.data) !== text) {
    const message = "not formatted; fix it with: npm run typecase -- library format";
    return { types: parsed.data, findings: [{ file, ...START, message }] };
  }
  return { types: parsed.data, findings: [] };
}

/** Is each of these folders where a template can be, and under a name of its own? */
export function findPlacementFaults(
  library: string,
  types: TypeFile[] | undefined,
  folders: string[],
): Finding[] {
  const holders = new Map<string, string>();
  for (const folder of findTemplateFolders(library)) {
    const [type, , name] = placeOf(library, folder);
    const address = `${type}/${name}`;
    if (!holders.has(address)) holders.set(address, path.resolve(folder));
  }
  return folders.flatMap((folder) => {
    const place = placeOf(library, folder);
    const [type = "", category = "", name = ""] = place;
    const holder = holders.get(`${type}/${name}`);
    const message =
      place.length !== 3
        ? "a template has to be in type/category/slug below the library"
        : (findNameFault(name) ??
          (types && findCategoryFault(types, type, category)) ??
          (holder !== path.resolve(folder)
            ? `"${name}" is already the slug of ${shownPath(holder ?? "")}; each slug is there once in a type`
            : undefined));
    return message ? [{ file: path.join(folder, "template.json"), ...START, message }] : [];
  });
}

function placeOf(library: string, folder: string): string[] {
  return path.relative(library, path.resolve(folder)).split(path.sep);
}

export function findNameFault(name: string): string | undefined {
  const parsed = slug.safeParse(name);
  return parsed.success ? undefined : `"${name}": ${parsed.error.issues[0]?.message}`;
}

export function findCategoryFault(types: TypeFile[], type: string, category: string): string | undefined {
  const found = types.find((each) => each.slug === type);
  if (!found) return `"${type}" is no type in types.json; there are ${namesOf(types)}`;
  if (found.categories.some((each) => each.slug === category)) return undefined;
  return `"${category}" is no category of ${type} in types.json; there are ${namesOf(found.categories)}`;
}

function namesOf(entries: { slug: string }[]): string {
  return entries.map((entry) => entry.slug).join(", ");
}
