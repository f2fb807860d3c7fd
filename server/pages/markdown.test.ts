import { describe, expect, test } from "vitest";
import type { Block } from "../../contract/site/site.ts";
import { plainText, readMarkdown } from "./markdown.ts";

const VARIABLES = { library: "Larnes *Print* Room", contact: "post@larnes.example" };
const read = (text: string) => readMarkdown(text, VARIABLES);
const paragraph = (...children: (Block & { kind: "paragraph" })["children"]) => [
  { kind: "paragraph", children },
];

describe("a page's Markdown", () => {
  test("becomes headings, paragraphs, lists, quotes, code and rules", () => {
    expect(
      read(
        "# One\n\nTwo **three** *four* `five`  \nsix\n\n1. a\n2. b\n\n- c\n\n> d\n\n```\ne\n```\n\n---\n\n#### f",
      ),
    ).toEqual([
      { kind: "heading", level: 2, id: "one", children: ["One"] },
      {
        kind: "paragraph",
        children: [
          "Two ",
          { kind: "strong", children: ["three"] },
          " ",
          { kind: "emphasis", children: ["four"] },
          " ",
          { kind: "code", text: "five" },
          { kind: "break" },
          "six",
        ],
      },
      { kind: "list", start: 1, items: [paragraph("a"), paragraph("b")] },
      { kind: "list", start: null, items: [paragraph("c")] },
      { kind: "quote", children: paragraph("d") },
      { kind: "code", text: "e\n" },
      { kind: "rule" },
      { kind: "heading", level: 4, id: "f", children: ["f"] },
    ]);
  });

  test("shows HTML as text", () => {
    expect(read("<script>alert(1)</script> <b onclick=x>bold</b>")).toEqual(
      paragraph("<script>alert(1)</script> <b onclick=x>bold</b>"),
    );
    expect(read("<div>\n\n<!-- note -->")).toEqual([...paragraph("<div>"), ...paragraph("<!-- note -->")]);
  });

  test.each([
    "[here](javascript:alert(1))",
    "[here](JavaScript:alert(1))",
    "[here](&#106;avascript:alert(1))",
    "[here](data:text/html,x)",
    "[here](vbscript:x)",
    "[here](//elsewhere.example)",
    "[here](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "[here][there]\n\n[there]: javascript:alert(1)",
  ])("has no link for %s", (text) => {
    expect(JSON.stringify(read(text))).not.toContain('"link"');
    expect(JSON.stringify(read(text))).toMatch(/here|javascript/);
  });

  test.each([
    "/contact",
    "#cookies",
    "https://example.org/a?b=c",
    "mailto:post@larnes.example",
    "tel:+4712345678",
  ])("links to %s", (to) => {
    expect(read(`[here](${to})`)).toEqual(paragraph({ kind: "link", to, children: ["here"] }));
  });

  test("shows a picture's description without loading it", () => {
    expect(read("A ![small *cat*](https://elsewhere.example/cat.png)!")).toEqual(
      paragraph("A ", "small ", { kind: "emphasis", children: ["cat"] }, "!"),
    );
  });

  test("inserts library name and contact as plain text", () => {
    expect(read("{library} and **{contact}**, {other}")).toEqual(
      paragraph(
        "Larnes *Print* Room",
        " and ",
        { kind: "strong", children: ["post@larnes.example"] },
        ", {other}",
      ),
    );
  });

  test("gives every heading its own anchor", () => {
    const ids = read("## Cookies\n\n## Cookies\n\n## ???\n\n## Größe & mehr").map(
      (each) => each.kind === "heading" && each.id,
    );
    expect(ids).toEqual(["cookies", "cookies-2", "part", "größe-mehr"]);
  });

  test("limits nested quotes", () => {
    const depth = (blocks: readonly Block[]): number =>
      Math.max(0, ...blocks.map((each) => (each.kind === "quote" ? 1 + depth(each.children) : 0)));
    expect(depth(read(">".repeat(5_000)))).toBeLessThan(50);
  });

  test("has a plain text", () => {
    const [first] = read("One **two** `three`  \n[four](/x)");
    expect(first?.kind === "paragraph" && plainText(first.children)).toBe("One two three four");
  });
});
