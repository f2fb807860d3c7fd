import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type GivenFile, readTemplateFiles } from "./template-files.ts";

const given = (path: string, bytes: Uint8Array): GivenFile => ({
  path,
  size: bytes.length,
  bytes: async () => bytes,
});
const text = (path: string, words: string) => given(path, strToU8(words));
const zip = (files: Record<string, Uint8Array>) => given("kiln.zip", zipSync(files));
const FACTS =
  '{\n  "name": "Kiln",\n  "page": { "width": 85, "height": 55 },\n  "fields": {\n    "type": "object"\n  },\n  "sample": {}\n}';

describe("a template from files", () => {
  it("is read from a ZIP, a folder or its two files alike", async () => {
    const expected = {
      draft: {
        content: "= Hello",
        fields: '{\n  "type": "object"\n}\n',
        sample: "{}\n",
        page: { width: 85, height: 55 },
        template_name: "Kiln",
      },
      notes: ["Defaults are used for theme, because template.json has no valid values."],
    };
    const packed = {
      "a/kiln/template.typ": strToU8("= Hello"),
      "a/kiln/template.json": strToU8(FACTS),
      "__MACOSX/x.typ": strToU8(""),
    };
    expect(await readTemplateFiles([zip(packed)])).toEqual(expected);
    expect(
      await readTemplateFiles([
        text("kiln/template.typ", "= Hello"),
        text("kiln/template.json", FACTS),
        text("kiln/.DS_Store", ""),
      ]),
    ).toEqual(expected);
    expect(await readTemplateFiles([text("page.typ", "= Hello")])).toMatchObject({
      draft: { content: "= Hello" },
    });
  });

  it("preserves the fields and the sample of library files as written", async () => {
    const file = "library/invoices/studio/quarto/template.json";
    const read = await readTemplateFiles([
      text("template.typ", ""),
      given("template.json", readFileSync(file)),
    ]);
    const whole = JSON.parse(readFileSync(file, "utf8"));
    expect("draft" in read && JSON.parse(read.draft.fields ?? "")).toEqual(whole.fields);
    expect("draft" in read && JSON.parse(read.draft.sample ?? "")).toEqual(whole.sample);
  });

  it("rejects a ZIP with outside paths, 10,000 files or a decompression bomb", async () => {
    const outside = await readTemplateFiles([
      zip({ "../template.typ": strToU8("x"), "template.json": strToU8(FACTS) }),
    ]);
    expect(outside).toEqual({ problem: expect.stringContaining("an unsafe path (../template.typ)") });
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}.typ`, new Uint8Array()]),
    );
    expect(await readTemplateFiles([zip(many)])).toEqual({
      problem: expect.stringContaining("Include only template.typ"),
    });
    const bomb = zip({ "template.typ": new Uint8Array(40 * 1024 * 1024) });
    expect(await readTemplateFiles([bomb])).toEqual({ problem: expect.stringContaining("ZIP is too large") });
  });

  it("explains why files aren't a template", async () => {
    const problem = async (...files: GivenFile[]) => {
      const read = await readTemplateFiles(files);
      return "problem" in read ? read.problem : undefined;
    };
    expect(await problem(text("letter.docx", "x"))).toBe("template.typ is missing.");
    expect(await problem(text("a.typ", ""), text("b.typ", ""))).toContain("2 files could be template.typ");
    expect(await problem(text("template.typ", ""), text("template.json", "{\n  oops"))).toContain("Line 2");
    expect(await problem(given("x.zip", strToU8("no zip at all")))).toContain("damaged");
    expect(await problem(text("template.typ", "x".repeat(300_000)))).toContain("300,000 characters");
    expect(await problem(...Array.from({ length: 201 }, (_, index) => text(`${index}.txt`, "")))).toContain(
      "201 files",
    );
  });
});
