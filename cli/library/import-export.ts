import { existsSync, readdirSync } from "node:fs";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { makeNewestProgram, readProgram } from "../../server/catalogue/newest-program.ts";
import { readKit, storeKit } from "../../server/catalogue/versions/kits.ts";
import { inLibraryTurn } from "../../server/database/node-turns.ts";
import { exportLibrary } from "../../server/library/export.ts";
import { importLibrary } from "../../server/library/import.ts";
import { type Command, UsageError } from "../commands.ts";
import { quietLog, withDatabase } from "../resources.ts";
import { shownPath } from "../terminal.ts";
import { findLibrary, readLibraryTypes } from "./library-folder.ts";
import { describeFinding, TemplateFolderError } from "./template-folder.ts";

export const importTemplates: Command = {
  name: "library import",
  takes: "[folder]",
  does: "Brings a library folder (else the one of the settings) into the database; a running server shows it within seconds.",
  options: {},
  run: ({ positionals, terminal }) =>
    withDatabase(async (database, settings) => {
      const folder = findLibrary(positionals[0] ?? settings.libraryDir);
      const { types, findings } = readLibraryTypes(folder);
      if (!types) throw new TemplateFolderError(findings.map(describeFinding).join("\n"));
      const catalogue = await createCatalogueVersion(database, quietLog);
      try {
        const madeWith = await storeKit(database.db, readKit());
        const parts = { database, catalogue, folder, actor: COMMAND_LINE, madeWith, log: quietLog };
        const imported = await inLibraryTurn(database, async () => {
          await makeNewestProgram(database.db, readProgram());
          return importLibrary(parts);
        });
        const { templates, changed, unpublished, takenOver, faults } = imported;
        for (const place of takenOver)
          terminal.print(`${place}: taken over in the studio, files no longer change it`);
        for (const fault of faults) terminal.complain(`${fault.folder}: ${fault.reason}`);
        terminal.print(
          `${templates} templates found; ${changed} templates and types changed, ${unpublished} no longer published`,
        );
        return faults.length > 0 ? 1 : 0;
      } finally {
        await catalogue.close();
      }
    }),
};

export const exportTemplates: Command = {
  name: "library export",
  takes: "<folder>",
  does: "Writes the published templates of the database as a library folder.",
  options: {},
  async run({ positionals, terminal }) {
    const [folder] = positionals;
    if (!folder) throw new UsageError("Give the folder to write to");
    // Templates that are no longer there would stay in a folder that is written over.
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      terminal.complain(`${shownPath(folder)} is not empty; export to a new folder.`);
      return 1;
    }
    return withDatabase(async (database) => {
      const { types, templates } = await exportLibrary({ database, folder });
      terminal.print(`${templates} templates of ${types} types written to ${shownPath(folder)}`);
      return 0;
    });
  },
};
