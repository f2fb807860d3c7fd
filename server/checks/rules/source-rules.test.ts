import { expect, test } from "vitest";
import { findSourceFaults } from "./source-rules.ts";

const HEAD = '#import "/kit/kit.typ": *\n#show: setup.with(title: "Note {number}", margin: (x: 2cm))\n';

function linesOf(source: string, title = "Note {number}"): string[] {
  return findSourceFaults("t", source, { title }).map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );
}

test("what is said, commented or named alike is no fault", () => {
  expect(
    linesOf(`${HEAD}
    // eval(x), read(y)
    /* image(z)
       link(z) */
    #field("link", link: true) #safe-link("https://a.example")[read (aloud)] #my-image(1) #value("eval(")
    #raw("@preview") \`#eval(1)\` #datum.read(1)`),
  ).toEqual([]);
});

test.each([
  ['#eval("1")', /^3:2 eval/],
  ['#let rows = csv("a.csv")', /^3:13 a template can't read files/],
  ["#image(data, width: 3cm)", /^3:2 an image without alternative text/],
  ['#image(data, alt: "A boat")', /^3:2 use picture\(\) instead/],
  ['#link("javascript:x")[y]', /^3:2 link\(\) takes any address/],
  ["#show link: underline", /^3:2 a rule for links/],
  ["#datetime.today()", /^3:2 today is another day/],
  ['#import "@preview/cetz:0.4.2"', /^3:9 packages can't be imported/],
  ['#include "/other.typ"', /^3:10 only "\/kit\/kit\.typ" can be imported/],
  ['#plugin("x.wasm")', /^3:2 a template can't load plugins/],
])("%s", (code, line) => {
  expect(linesOf(`${HEAD}${code}\n`)).toEqual([expect.stringMatching(line)]);
});

test("the title is there, and the one of template.json", () => {
  expect(linesOf("#show: setup\n")).toEqual([expect.stringMatching(/^1:8 setup needs a title/)]);
  expect(linesOf("#show: setup.with(margin: 2cm)\n#let f(title: 1) = 2")).toEqual([
    expect.stringMatching(/^1:8 setup needs a title/),
  ]);
  expect(linesOf(HEAD, "Letter {number}")).toEqual([
    '2:26 this title is not the one in template.json ("Letter {number}")',
  ]);
  expect(linesOf("#show: setup.with(title: word(x))\n")).toEqual([]);
});

test.each(["", "\n \n", "// eval(x)\n/* link(y) */ "])(
  "a source that is %j is empty, and nothing else is said of it",
  (source) => {
    expect(linesOf(source)).toEqual(["1:1 the source is empty; it has to draw a page"]);
  },
);
