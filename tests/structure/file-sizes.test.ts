import { describe, expect, it } from "vitest";
import { readSources } from "./import-graph.ts";
import { SMALL_FILES } from "./small-files.ts";

const SMALL = 30;
const LONG = 350;

const sizes = readSources().map(({ path, source }) => ({ path, lines: source.split("\n").length - 1 }));
const small = sizes.filter(({ lines }) => lines <= SMALL);

describe("how large files are", () => {
  it(`has none over ${LONG} lines`, () => {
    expect(sizes.filter(({ lines }) => lines > LONG)).toEqual([]);
  });

  it(`has a reason for every file of ${SMALL} lines or fewer, and no reason left over`, () => {
    expect(small.map(({ path }) => path)).toEqual(Object.keys(SMALL_FILES).sort());
  });

  it("has at most one such file in ten", () => {
    expect(small.length / sizes.length).toBeLessThanOrEqual(0.1);
  });
});
