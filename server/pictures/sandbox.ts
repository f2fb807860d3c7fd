import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { codePaths, entryPath, installedPath } from "../config/program-files.ts";
import { lowerPriority } from "../process/child-priority.ts";
import { unprivileged, withoutNetwork } from "../process/child-rights.ts";

const ENTRY = entryPath("server/pictures/worker/child");
const PACKAGES = ["pixelmatch", "sharp", "@img", "detect-libc", "semver"];
const READABLE = [
  ...codePaths(["server/pictures"]),
  ...PACKAGES.map((name) => installedPath(`node_modules/${name}`)),
];

/** A process with sharp, a comparison of pixels and nothing else: no environment, no files but its own, no writes, no children, and no network where the system allows that. */
export function spawnPictureChild(maxBytes: number, entry = ENTRY): ChildProcess {
  const user = unprivileged(READABLE);
  const [program = process.execPath, ...before] = [...withoutNetwork(user), process.execPath];
  const child = fork(entry, [String(maxBytes)], {
    cwd: path.parse(ENTRY).root,
    env: {},
    execPath: program,
    execArgv: [
      ...before,
      "--permission",
      "--allow-addons",
      ...READABLE.map((each) => `--allow-fs-read=${each}`),
      "--max-old-space-size=256",
      "--no-warnings",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // A group of its own: what is sent to the server's (Ctrl-C) ends it only after its work, by the server.
    detached: true,
    ...user,
  });
  void lowerPriority(child, { hasOwnSession: true });
  return child;
}
