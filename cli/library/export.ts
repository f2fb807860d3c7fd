import { existsSync, readdirSync } from "node:fs";
import { exportLibrary } from "../../server/library/export.ts";
import { type Command, UsageError } from "../commands.ts";
import { withDatabase } from "../database.ts";
import { shown } from "./finding.ts";

export const exportTemplates: Command = {
  name: "library export",
  takes: "<folder>",
  does: "Writes the published templates of the database as a library folder.",
  options: {},
  async run({ positionals, terminal }) {
    const [folder] = positionals;
    if (!folder) throw new UsageError("Say which folder to write");
    // Templates that are no longer there would stay in a folder that is written over.
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      terminal.complain(`${shown(folder)} is not empty; export to a new folder.`);
      return 1;
    }
    return withDatabase(async (database) => {
      const { types, templates } = await exportLibrary({ database, folder });
      terminal.print(`${templates} templates of ${types} types written to ${shown(folder)}`);
      return 0;
    });
  },
};
