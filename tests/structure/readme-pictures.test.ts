import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  hashSources,
  listOlder,
  README_PICTURES,
  readManifest,
} from "../../scripts/screenshots/readme-list.mjs";

describe("README pictures", () => {
  it("are those of `npm run readme-pictures`, with their sources", () => {
    const shown = [...readFileSync("README.md", "utf8").matchAll(/\(docs\/pictures\/(\w+)\.webp\)/g)];
    expect(shown.map(([, name]) => name).sort()).toEqual(Object.keys(README_PICTURES).sort());
    expect(Object.keys(readManifest()).sort()).toEqual(Object.keys(README_PICTURES).sort());
  });

  it("are outdated when a file of their screen changes", () => {
    const folder = mkdtempSync(join(tmpdir(), "typecase-sources-"));
    const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
    try {
      for (const each of ["home/parts", "editor"]) mkdirSync(join(folder, each), { recursive: true });
      write("home/page.tsx", "one");
      write("home/parts/row.css", "one");
      write("editor/screen.tsx", "one");
      const pictures = { home: { sources: ["home"] }, editor: { sources: ["editor/screen.tsx"] } };
      const manifest = {
        home: hashSources(pictures.home.sources, folder),
        editor: hashSources(pictures.editor.sources, folder),
      };
      write("home/page.test.tsx", "two");
      expect(listOlder(manifest, pictures, folder)).toEqual([]);
      write("home/parts/row.css", "two");
      expect(listOlder(manifest, pictures, folder)).toEqual(["home"]);
      expect(listOlder({}, pictures, folder)).toEqual(["home", "editor"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("are listed when outdated, without failing", () => {
    for (const name of listOlder(readManifest()))
      console.warn(`docs/pictures/${name}.webp is older than the screen it shows: npm run readme-pictures`);
  });
});
