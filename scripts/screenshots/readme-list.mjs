// The README's pictures: the screen of each, and the files it consists of.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/root.mjs";

export const FOLDER = "docs/pictures";
/** Stored next to the pictures: a hash of each screen's files when it was taken. */
export const MANIFEST = `${FOLDER}/taken-from.json`;

const AROUND = ["app/root.tsx", "app/shell", "app/ui"];

/** `screen` is a screen of `npm run screenshots`. */
export const README_PICTURES = {
  home: {
    screen: "home",
    height: 1260,
    sources: [...AROUND, "app/routes/home", "app/features/catalogue", "app/features/search"],
  },
  editor: {
    screen: "editor",
    height: 900,
    sources: [...AROUND, "app/routes/editor", "app/features/editor"],
  },
  template: {
    screen: "detail",
    height: 1030,
    sources: [...AROUND, "app/routes/template", "app/features/catalogue", "app/features/saved"],
  },
};

/** A hash of a screen's files, without tests. */
export function hashSources(sources, folder = root) {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((source) => filesOf(source, folder)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

function filesOf(source, folder) {
  if (/\.\w+$/.test(source)) return [source];
  const names = readdirSync(join(folder, source), { recursive: true }).sort();
  return names
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${source}/${name}`);
}

/** Pictures whose screen has changed since they were taken. */
export function listOlder(manifest, pictures = README_PICTURES, folder = root) {
  return Object.entries(pictures)
    .filter(([name, { sources }]) => manifest[name] !== hashSources(sources, folder))
    .map(([name]) => name);
}

export function readManifest() {
  return JSON.parse(readFileSync(join(root, MANIFEST), "utf8"));
}
