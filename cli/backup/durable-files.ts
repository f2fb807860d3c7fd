import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";

/** Files that survive a power cut: either the old or the new one is there, complete. */

/** The files that SQLite writes next to a database, and reads as part of any file with its name. */
const COMPANIONS = ["-wal", "-shm", "-journal"];

/** An empty file that only its owner may read, made before anything is written into it. */
export function makePrivateFile(file: string): void {
  for (const name of ["", ...COMPANIONS]) rmSync(file + name, { force: true });
  closeSync(openSync(file, "wx", 0o600));
}

/** Gives a finished draft its name. */
export function settle(draft: string, target: string): void {
  sync(draft);
  renameSync(draft, target);
  sync(path.dirname(target));
}

/** For a file or a folder: on the disk, and not only in the system's memory. */
export function sync(name: string): void {
  const handle = openSync(name, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The server's own user has to be able to open a database that root restored. */
export function giveToOwnerOf(draft: string, target: string): void {
  const { uid, gid } = statSync(existsSync(target) ? target : path.dirname(target));
  chmodSync(draft, 0o600);
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
}

/**
 * Sets a database aside under another name, with its companion files. The file itself also stays in place, so that there is always one;
 * its companions must be gone before another file has its name.
 */
export function setAside(file: string, aside: string): string[] {
  const present = COMPANIONS.filter((name) => existsSync(file + name));
  for (const name of present) renameSync(file + name, aside + name);
  if (existsSync(file)) {
    present.unshift("");
    linkOrCopy(file, aside);
    chmodSync(aside, 0o600);
    sync(aside);
  }
  sync(path.dirname(aside));
  sync(path.dirname(file));
  return present.map((name) => aside + name);
}

/** Undoes `setAside`, even if it was interrupted. */
export function putBack(file: string, aside: string): void {
  for (const name of ["", ...COMPANIONS]) {
    if (!existsSync(aside + name)) continue;
    renameSync(aside + name, file + name);
    rmSync(aside + name, { force: true }); // renaming one name of a file to its other leaves both
  }
  sync(path.dirname(file));
}

function linkOrCopy(file: string, copy: string): void {
  try {
    linkSync(file, copy);
  } catch {
    copyFileSync(file, copy); // not every file system has links
  }
}
