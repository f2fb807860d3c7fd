import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const library = fileURLToPath(new URL("../../library", import.meta.url));

/** A library with only these templates, so that nothing else is drawn while something is measured. */
export function aSmallLibrary(folder: string, templates: readonly string[]): string {
  const small = join(folder, "library");
  mkdirSync(small, { recursive: true });
  cpSync(join(library, "types.json"), join(small, "types.json"));
  for (const template of templates) {
    mkdirSync(dirname(join(small, template)), { recursive: true });
    cpSync(join(library, template), join(small, template), { recursive: true });
  }
  return small;
}
