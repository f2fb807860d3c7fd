import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Restores a backup in a process that is killed before a given rename or link: `2` for the second. */
const [, , moment, source = "", target = "", kept = ""] = process.argv;
let steps = 0;

function dieAt<Arguments extends unknown[]>(real: (...words: Arguments) => void) {
  return (...words: Arguments) => {
    if (++steps === Number(moment)) process.kill(process.pid, "SIGKILL");
    real(...words);
  };
}
fs.renameSync = dieAt(fs.renameSync);
fs.linkSync = dieAt(fs.linkSync);
syncBuiltinESMExports();

const { replaceSqlite } = await import("../../cli/backup/sqlite-database.ts");
replaceSqlite(source, target, kept);
process.stdout.write(String(steps));
