import { readSettings } from "../server/config/settings.ts";
import type { Command } from "./commands.ts";
import { checkBackups, checkDatabase, checkDisk } from "./doctor/data-checks.ts";
import {
  checkFonts,
  checkHost,
  checkMail,
  checkRender,
  checkSettings,
  checkVersions,
} from "./doctor/program-checks.ts";
import { failed, type Verdict } from "./doctor/verdict.ts";

type Checked = Verdict & { name: string };

const WIDTH = 9;

export const doctor: Command = {
  name: "doctor",
  takes: "[--json]",
  does: "Checks everything that the server needs and suggests remedies. Changes nothing. The exit code is 1 if a check failed.",
  options: { json: { type: "boolean" } },
  async run({ values, terminal }) {
    const checked = await examine();
    const isWell = checked.every(({ state }) => state !== "failed");
    if (values.json) terminal.print(JSON.stringify({ status: isWell ? "ok" : "failed", checks: checked }));
    else for (const one of checked) terminal.print(asLine(one));
    return isWell ? 0 : 1;
  },
};

/** One after the other, so that none of them waits for another's work. */
async function examine(): Promise<Checked[]> {
  const versions = { name: "versions", ...checkVersions() };
  let settings: ReturnType<typeof readSettings>;
  try {
    settings = readSettings();
  } catch (error) {
    return [
      { name: "settings", ...failed(error, "Then call this again: the rest depends on it.") },
      versions,
    ];
  }
  const checks = {
    settings: checkSettings,
    disk: checkDisk,
    database: checkDatabase,
    backups: checkBackups,
    fonts: checkFonts,
    render: checkRender,
    mail: checkMail,
    host: checkHost,
  };
  const checked: Checked[] = [versions];
  for (const [name, check] of Object.entries(checks)) {
    const verdict = await Promise.resolve(settings)
      .then(check)
      .catch((error: unknown) => failed(error, "See the message above."));
    checked.push({ name, ...verdict });
  }
  return checked;
}

function asLine({ name, state, says, mend }: Checked): string {
  const line = `${state.padEnd(WIDTH)}${name.padEnd(WIDTH + 1)}${says}`;
  return mend ? `${line}\n${" ".repeat(2 * WIDTH + 1)}${mend}` : line;
}
