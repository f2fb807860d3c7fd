import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listFonts, ownFontFolders } from "../../server/rendering/fonts.ts";
import { requireIntegrity, takeFonts } from "./cjk-packages.ts";
import { findFontFiles, storeFonts } from "./font-files.ts";

const TRUETYPE = Buffer.concat([Buffer.from("00010000", "hex"), Buffer.from("a small font")]);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "typecase-fonts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("finds added fonts in DATA_DIR/fonts at the start", () => {
  const given = aFolder();
  const dataDir = aFolder();
  mkdirSync(join(given, "below"));
  writeFileSync(join(given, "One.ttf"), TRUETYPE);
  writeFileSync(join(given, "below", "Two.otf"), Buffer.from("OTTO and more"));
  writeFileSync(join(given, "notes.txt"), "not a font");
  storeFonts(join(dataDir, "fonts"), [...findFontFiles(given), ...findFontFiles(join(given, "One.ttf"))]);
  expect(readdirSync(join(dataDir, "fonts"))).toEqual(["One.ttf", "Two.otf"]);
  const own = listFonts(ownFontFolders({ dataDir })).filter(({ file }) => file.startsWith(dataDir));
  expect(own.map(({ file }) => file.slice(dataDir.length))).toEqual(["/fonts/One.ttf", "/fonts/Two.otf"]);
});

test("rejects files that aren't fonts and web fonts", () => {
  const given = aFolder();
  writeFileSync(join(given, "web.woff2"), "wOF2");
  writeFileSync(join(given, "page.ttf"), "<!doctype html>");
  expect(() => findFontFiles(join(given, "web.woff2"))).toThrow("is not a font that pages can use");
  expect(() => findFontFiles(join(given, "page.ttf"))).toThrow("is not a font that pages can use");
  expect(() => findFontFiles(join(given, "none.ttf"))).toThrow("There is no");
});

test("adds two weights and the licence of the inspected package", () => {
  const folder = aFolder();
  for (const style of ["400Regular", "700Bold", "900Black"]) {
    mkdirSync(join(folder, "package", style), { recursive: true });
    writeFileSync(join(folder, "package", style, `NotoSansXX_${style}.ttf`), `${style} outlines`);
  }
  writeFileSync(join(folder, "package", "LICENSE_FONT"), "SIL Open Font License");
  execFileSync("tar", ["czf", "package.tgz", "package"], { cwd: folder });
  const archive = readFileSync(join(folder, "package.tgz"));
  expect(
    takeFonts(archive, "NotoSansXX").map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
  ).toEqual([
    ["NotoSansXX-LICENSE.txt", "SIL Open Font License"],
    ["NotoSansXX-Regular.ttf", "400Regular outlines"],
    ["NotoSansXX-Bold.ttf", "700Bold outlines"],
  ]);
  expect(() => takeFonts(archive, "NotoSansYY")).toThrow("the package has no");
  expect(() => requireIntegrity(archive, "sha512-other", "noto")).toThrow("is not the package it should be");
});
