import { expect, test } from "vitest";
import { mergeWords } from "./merged-words.ts";

test("what two tabs have typed into different fields is all kept, and what one has emptied stays empty", () => {
  const base = {
    texts: { "sender.name": "Mila", "sender.phone": "1" },
    lists: { work: [{ position: "a" }] },
  };
  const mine = {
    texts: { "sender.name": "Mila Sorell" },
    lists: { work: [{ position: "a" }, { position: "b" }] },
  };
  const theirs = {
    texts: { "sender.name": "Mila", "sender.phone": "1", "sender.town": "Windisch" },
    lists: { work: [{ position: "a" }], awards: [{ title: "c" }] },
  };
  expect(mergeWords(base, mine, theirs)).toEqual({
    texts: { "sender.name": "Mila Sorell", "sender.town": "Windisch" },
    lists: { work: [{ position: "a" }, { position: "b" }], awards: [{ title: "c" }] },
  });
});
