import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RenderError } from "../../engine/errors.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";

/** A module with an exported memory and a function that never returns. */
const ENDLESS_PLUGIN = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 14, 2, 6, 109, 101, 109,
  111, 114, 121, 2, 0, 1, 102, 0, 0, 10, 11, 1, 9, 0, 3, 64, 12, 0, 11, 65, 0, 11,
];
const GIVEN_UP = ["RENDER_TIMED_OUT", "RENDER_CRASHED"];

const nestedBoxes = (count: number) => `#let x = [x]\n#for i in range(${count}) { x = box(x) }\n#x`;

type Hostile = [name: string, source: string, codes: string[], message?: RegExp];
const HOSTILE: Hostile[] = [
  ["an endless loop", "#let x = 1\n#while x > 0 { x += 1 }", ["TEMPLATE_BROKEN", "RENDER_TIMED_OUT"]],
  [
    "endless recursion",
    "#let f(x) = f(x + 1)\n#f(0)",
    ["TEMPLATE_BROKEN"],
    /template\.typ:1:13: maximum function call depth/,
  ],
  ["a huge list", "#range(1000000000).len()", GIVEN_UP],
  ["1,000 nested boxes", nestedBoxes(1_000), ["TEMPLATE_BROKEN"], /layout depth/],
  ["reading a file of the machine", '#read("/etc/passwd")', ["TEMPLATE_BROKEN"], /can't read files/],
  ["reading above the root", '#read("../../../etc/passwd")', ["TEMPLATE_BROKEN"], /can't read files/],
  ["reading the server's own source", '#read("/server/main.ts")', ["TEMPLATE_BROKEN"], /can't read files/],
  [
    "importing a package",
    '#import "@preview/cetz:0.3.0": *',
    ["TEMPLATE_BROKEN"],
    /packages can't be imported/,
  ],
  ["a plugin that loops", `#let p = plugin(bytes((${ENDLESS_PLUGIN.join(",")},)))\n#p.f()`, GIVEN_UP],
  [
    "too many pages",
    "#for i in range(300) { pagebreak() }",
    ["TOO_MANY_PAGES"],
    /301 pages\. The limit is 200/,
  ],
  [
    "a picture from the network",
    "#image(bytes(\"<svg xmlns='http://www.w3.org/2000/svg'><image href='http://127.0.0.1/x.png'/></svg>\"), format: \"svg\")",
    ["TEMPLATE_BROKEN"],
  ],
  ["a source of a megabyte", `#let x = "${"a".repeat(1_000_000)}"`, ["SOURCE_TOO_LARGE"]],
];

/** Variants of the above: each costs a render process. */
const MORE_HOSTILE: Hostile[] = [
  [
    "a loop that would take years",
    "#for a in range(9000) { for b in range(9000) { for c in range(9000) {} } }",
    GIVEN_UP,
  ],
  ["a list that doubles", "#let a = (1,)\n#for i in range(40) { a = a + a }", GIVEN_UP],
  ["20,000 nested brackets", `#${"[".repeat(20_000)}${"]".repeat(20_000)}`, GIVEN_UP],
  ["a huge text", '#("a" * 2000000000).len()', GIVEN_UP],
  ["20,000 nested parentheses", `#${"(".repeat(20_000)}${")".repeat(20_000)}`, GIVEN_UP],
  ["10,000 nested boxes", nestedBoxes(10_000), ["TEMPLATE_BROKEN"], /layout depth/],
];

const GOOD = '#set document(title: "Good")\n= Good\n#json(bytes(sys.inputs.data)).name';
/** For sources that never end. */
const SHORT_MS = 1_000;
const LONG_MS = 60_000;

let rendering: Rendering;
beforeAll(async () => {
  rendering = createRendering({
    settings: { processes: 2, queue: 50, deadlineMs: LONG_MS, kitDir: "library/kit" },
    log: quietLog,
  });
  await rendering.ready();
});
afterAll(() => rendering.close());

async function failureOf(work: Promise<unknown>): Promise<RenderError> {
  return work.then(
    () => expect.fail("it was rendered"),
    (error) => (error instanceof RenderError ? error : expect.fail(`not a RenderError: ${error}`)),
  );
}

describe("hostile templates", () => {
  async function expectRefused([, source, codes, message]: Hostile): Promise<void> {
    const [failure, pdf] = await Promise.all([
      failureOf(
        rendering.renderPdf(
          { source },
          { deadlineMs: codes.includes("RENDER_TIMED_OUT") ? SHORT_MS : LONG_MS },
        ),
      ),
      rendering.renderPdf({ source: GOOD, data: { name: "Meanwhile" } }),
    ]);
    expect(codes).toContain(failure.code);
    if (message) expect(failure.message).toMatch(message);
    expect(pdf.conformance).toBe("PDF/UA-1");
  }

  for (const hostile of HOSTILE) test(hostile[0], () => expectRefused(hostile));
  for (const hostile of MORE_HOSTILE) test(hostile[0], { tags: ["long"] }, () => expectRefused(hostile));

  test("are all answered when many come at once", { tags: ["long"] }, async () => {
    const sources = Array.from({ length: 12 }, (_, index) => HOSTILE[(index * 2) % 12]?.[1] ?? "");
    const failures = await Promise.all(
      sources.map((source) => failureOf(rendering.renderPages({ source }, { deadlineMs: 500 }))),
    );
    expect(failures).toHaveLength(12);
    const { pages } = await rendering.renderPages({ source: GOOD, data: { name: "After" } });
    expect(pages).toHaveLength(1);
  });
});

describe("diagnostics", () => {
  test("have file, line and column, counted from 1", async () => {
    const failure = await failureOf(rendering.renderPages({ source: "= Hello\n\n  #bar" }));
    expect(failure.message).toContain("template.typ:3:4: unknown variable: bar");
    expect(failure.extensions.diagnostics).toMatchObject([
      { file: "template.typ", line: 3, column: 4, severity: "error" },
    ]);
  });

  test("include warnings with the page", async () => {
    const { warnings } = await rendering.renderPages({ source: '#set text(font: "Nope Sans")\nx' });
    expect(warnings).toMatchObject([
      { severity: "warning", line: 1, column: 17, message: /unknown font family/ },
    ]);
  });

  test("leave nothing for the next job", async () => {
    await rendering.renderPages({ source: "#let secret = 1\n#metadata(secret) <s>" });
    const failure = await failureOf(rendering.renderPages({ source: "#secret" }));
    expect(failure.message).toMatch(/unknown variable/);
  });
});
