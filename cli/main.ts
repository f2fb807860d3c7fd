import { parseArgs } from "node:util";
import { StartProblem } from "../server/errors/errors.ts";
import { actions } from "./actions.ts";
import { backup, drillRestore, restore } from "./backup.ts";
import { type Command, findCommand, isUsageError, usage } from "./commands.ts";
import { importDirectus } from "./directus.ts";
import { doctor } from "./doctor.ts";
import { addFonts } from "./fonts/add.ts";
import { acceptKey } from "./key.ts";
import { check } from "./library/check.ts";
import { format } from "./library/format.ts";
import { exportTemplates, importTemplates } from "./library/import-export.ts";
import { look } from "./library/look.ts";
import { newTemplate } from "./library/new.ts";
import { prove } from "./library/prove.ts";
import { sheets } from "./library/sheets.ts";
import { TemplateFolderError } from "./library/template-folder.ts";
import { testMail } from "./mail.ts";
import { searches } from "./searches.ts";
import { createTerminal } from "./terminal.ts";
import { tokenCommands } from "./token.ts";
import { userCommands } from "./user.ts";

/** Every command of `npm run typecase -- ...`, in the order the help shows them. */
const commands: Command[] = [
  newTemplate,
  look,
  check,
  prove,
  sheets,
  format,
  importTemplates,
  exportTemplates,
  importDirectus,
  ...userCommands,
  ...tokenCommands,
  actions,
  searches,
  addFonts,
  acceptKey,
  testMail,
  backup,
  drillRestore, // before the command whose name begins it
  restore,
  doctor,
];

async function main(given: string[]): Promise<number> {
  const terminal = createTerminal();
  const command = findCommand(commands, given);
  if (!command) {
    terminal.print(usage(commands));
    return given.length === 0 || given.includes("--help") ? 0 : 2;
  }
  try {
    const { values, positionals } = parseArgs({
      args: given.slice(command.name.split(" ").length),
      options: command.options,
      allowPositionals: true,
    });
    return await command.run({ positionals, values, terminal });
  } catch (error) {
    if (isUsageError(error)) {
      terminal.complain(`${error.message}\n\n${usage([command])}`);
      return 2;
    }
    if (error instanceof StartProblem || error instanceof TemplateFolderError) {
      terminal.complain(error.message);
      return 1;
    }
    throw error;
  }
}

process.exitCode = await main(process.argv.slice(2));
