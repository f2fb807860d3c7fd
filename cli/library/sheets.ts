import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { versionOf } from "../../server/catalogue/versions/template-versions.ts";
import { inputFor } from "../../server/checks/data/render-input.ts";
import { readSettings } from "../../server/config/settings.ts";
import { looksOf } from "../../server/library/import.ts";
import { drawWebp } from "../../server/rendering/raster.ts";
import { type SheetIndex, sheetFiles } from "../../server/thumbnails/packaged-sheets.ts";
import { SMALL_WIDTH } from "../../server/thumbnails/thumbnails.ts";
import type { Command } from "../commands.ts";
import { PATIENT_DEADLINE_MS, withPictures } from "../resources.ts";
import { findLibrary } from "./library-folder.ts";
import { findTemplateFolders, readTemplateFolder } from "./template-folder.ts";

const CLIENT = { client: "command line", deadlineMs: PATIENT_DEADLINE_MS };

export const sheets: Command = {
  name: "library sheets",
  takes: "[folder]",
  does: "Draws the small pictures of a library folder that a new installation shows before it has drawn its own.",
  options: {},
  run: ({ positionals, terminal }) => {
    const settings = readSettings();
    const library = findLibrary(positionals[0] ?? settings.libraryDir);
    const files = sheetFiles(library);
    return withPictures(
      { ...settings, renderDeadlineMs: PATIENT_DEADLINE_MS },
      async ({ rendering, pictures }) => {
        const index: SheetIndex = { renderingVersion: rendering.version, templates: {} };
        rmSync(files.folder, { recursive: true, force: true });
        mkdirSync(files.folder);
        for (const folder of findTemplateFolders(library)) {
          const template = readTemplateFolder(folder);
          const [first] = (await rendering.renderPages(inputFor(template, "sample", {}))).pages;
          if (!first) continue;
          const drawn = await drawWebp(pictures, first, { width: SMALL_WIDTH }, CLIENT);
          const address = `${template.type}/${template.slug}`;
          index.templates[address] = {
            version: versionOf(looksOf(template)),
            width: drawn.width,
            height: drawn.height,
          };
          writeFileSync(files.picture(address), drawn.bytes);
        }
        writeFileSync(files.index, `${JSON.stringify(index, null, 2)}\n`);
        terminal.print(
          `${Object.keys(index.templates).length} sheets in ${path.relative(process.cwd(), files.folder)}`,
        );
        return 0;
      },
    );
  },
};
