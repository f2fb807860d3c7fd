import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../errors/errors.ts";

/** Files with people's data or a key, which other users of the machine may not read. */

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Removes other users' permissions, if we may. Returns whether they have none now. */
export function makePrivate(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return true;
  try {
    chmodSync(path, found.isDirectory() ? FOLDER_MODE : FILE_MODE);
    return true;
  } catch {
    return false; // another user's file, or a file system without permissions
  }
}

/** An empty file that is private from the start, for a program that would make it readable to all. */
export function createPrivateFile(path: string): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, "a", FILE_MODE));
  ownLikeFolder(path);
}

/** Written completely before it gets its name. False: a file of this name exists and is left unchanged. */
export function writePrivateFile(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}.part`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, "wx", FILE_MODE);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    ownLikeFolder(draft);
    linkSync(draft, path); // unlike renaming, it replaces nothing
    syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The server's own user has to be able to read a file that root made. */
function ownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
