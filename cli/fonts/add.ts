import { join } from "node:path";
import { openDataFolder } from "../../server/config/data-folder.ts";
import { readSettings } from "../../server/config/settings.ts";
import { startProblem } from "../../server/errors/errors.ts";
import { FONTS_FOLDER } from "../../server/rendering/fonts.ts";
import { type Command, UsageError } from "../commands.ts";
import { shownPath } from "../terminal.ts";
import { fetchCjkFonts } from "./cjk-packages.ts";
import { type FontToAdd, findFontFiles, storeFonts } from "./font-files.ts";

/** Adds files only; the server finds them in the folder at its next start. */
export const addFonts: Command = {
  name: "fonts add",
  takes: "cjk | FILE...",
  does: "Puts fonts into DATA_DIR/fonts, to be used from the next start on: Noto Sans for Chinese, Japanese and Korean from npm, or TTF, OTF and TTC files or folders of them.",
  options: {},
  async run({ positionals, terminal }) {
    if (positionals.length === 0) throw new UsageError("Give cjk, or font files");
    const { dataDir } = readSettings();
    await openDataFolder(dataDir);
    const folder = join(dataDir, FONTS_FOLDER);
    const fonts = await gather(positionals, terminal.print);
    for (const { name } of storeFonts(folder, fonts)) terminal.print(`Added ${name}`);
    terminal.print(
      `The fonts are in ${shownPath(folder)}. A server that is running uses them after a restart.`,
    );
    return 0;
  },
};

async function gather(names: string[], print: (line: string) => void): Promise<FontToAdd[]> {
  if (names.length === 1 && names[0] === "cjk") return fetchCjkFonts(print);
  const found = names.flatMap(findFontFiles);
  if (found.length > 0) return found;
  throw startProblem(`There is no font in ${names.join(", ")}.`, "Give TTF, OTF or TTC files.");
}
