import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";

/** Processes that read untrusted data run without the rights of root and without a network. */

type User = { uid?: number; gid?: number };

const NOBODY = 65534;
const UNSHARE = ["/usr/bin/unshare", "/bin/unshare"];
let networkDenied: string[] | undefined;

/** Whether child processes are started without network. */
export function isNetworkDenied(): boolean {
  return withoutNetwork(unprivileged([])).length > 0;
}

/** The command that starts a program in an empty network namespace, if the system has it and allows it. Tried once. */
export function withoutNetwork(user: User): string[] {
  if (networkDenied) return networkDenied;
  const program = UNSHARE.find((file) => existsSync(file));
  const command = program ? [program, "--user", "--net", "--"] : [];
  const [file, ...arguments_] = command;
  const tried =
    file && spawnSync(file, [...arguments_, "/bin/sh", "-c", ":"], { stdio: "ignore", env: {}, ...user });
  networkDenied = tried && tried.status === 0 ? command : [];
  return networkDenied;
}

/** Started by root, the child runs as user nobody, unless only root may read the program. */
export function unprivileged(readable: string[]): User {
  if (process.getuid?.() !== 0 || ![process.execPath, ...readable].every(isOpenToAll)) return {};
  return { uid: NOBODY, gid: NOBODY };
}

function isOpenToAll(target: string): boolean {
  const parts = path.resolve(target).split(path.sep);
  return parts.every((_, index) => {
    const stat = statSync(parts.slice(0, index + 1).join(path.sep) || path.sep, { throwIfNoEntry: false });
    if (!stat) return true;
    const needed = stat.isDirectory() ? 0o005 : 0o004;
    return (
      (stat.mode & needed) === needed ||
      (stat.isDirectory() && index < parts.length - 1 && (stat.mode & 0o001) !== 0)
    );
  });
}
