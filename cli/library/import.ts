import { createCatalogue } from "../../server/catalogue/catalogue-version.ts";
import { importLibrary } from "../../server/library/import.ts";
import type { Command } from "../commands.ts";
import { quietLog, withDatabase } from "../database.ts";
import { describeFinding } from "./finding.ts";
import { findLibrary, readLibraryTypes } from "./library-folder.ts";
import { TemplateFolderError } from "./template-folder.ts";

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
      const catalogue = await createCatalogue(database, quietLog);
      try {
        const { templates, changed, unpublished, faults } = await importLibrary({
          database,
          catalogue,
          folder,
          log: quietLog,
        });
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
