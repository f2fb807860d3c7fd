import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { createNames, createZipFile } from "./zip-file.ts";

it("contains every added file", async () => {
  const zip = createZipFile();
  const large = new Uint8Array(3 * 1024 * 1024).fill(7);
  for (const name of ["Zoë.pdf", "b.pdf", "c.pdf"]) zip.add(name, large);
  zip.add("report.csv", new TextEncoder().encode("Row"));
  const files = unzipSync(new Uint8Array(await zip.finish().arrayBuffer()));
  expect(Object.keys(files)).toEqual(["Zoë.pdf", "b.pdf", "c.pdf", "report.csv"]);
  expect(files["c.pdf"]).toEqual(large);
});

it("makes file names unique, ignoring case", () => {
  const name = createNames(["report.csv"]);
  expect([name("Ada"), name("ADA"), name("Ada"), name("report")]).toEqual([
    "Ada.pdf",
    "ADA (2).pdf",
    "Ada (3).pdf",
    "report.pdf",
  ]);
});
