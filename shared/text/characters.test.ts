import { expect, test } from "vitest";
import { createUnprintedFinder, findUnprintedIn } from "./characters.ts";

// U+0020 to U+024F, and one emoji.
const find = createUnprintedFinder({ runs: [0x20, 0x230, 0x1f600 - 0x250, 1] });

test("names each unsupported visible character once", () => {
  expect(find("Größe ab 税込 税\n\u200d\ufe0f😀")).toEqual(["税", "込"]);
  expect(find("plain words, – “quoted” … 5 €")).toEqual([]);
  expect(find("\u{10ffff}")).toEqual(["\u{10ffff}"]);
});

test("reports field paths and skips pictures", () => {
  const data = {
    number: "7",
    to: { name: "税" },
    items: [{ text: "Ink" }, { text: "込" }],
    photo: "data:image/png;base64,税",
  };
  expect(findUnprintedIn(data, find)).toEqual([
    { path: "to.name", characters: ["税"] },
    { path: "items.1.text", characters: ["込"] },
  ]);
});
