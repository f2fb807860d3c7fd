import { expect, test } from "vitest";
import { asMessage } from "../../server/errors/messages.ts";
import { MAX_DETAILS_PICTURE, MAX_DETAILS_ROWS, MAX_DETAILS_TEXT } from "../limits.ts";
import { findMeaning, MEANINGS } from "../templates/meanings.ts";
import { DETAIL_LISTS, DETAIL_PICTURES, DETAIL_TEXTS, readLabel, readValues } from "./details.ts";

test("cover the sender and CV meanings", () => {
  const rows = Object.entries(DETAIL_LISTS).flatMap(([list, keys]) => keys.map((key) => `${list}[].${key}`));
  const wanted = Object.keys(MEANINGS).filter((name) =>
    /^(sender\.|cv\.|(work|education|projects|publications|awards|skills)\[\])/.test(name),
  );
  expect([...DETAIL_TEXTS, ...rows].sort()).toEqual(wanted.sort());
  for (const name of DETAIL_PICTURES) expect(findMeaning(name)?.kind).toBe("image");
});

test("reads known values and drops blank ones", () => {
  const logo = "data:image/png;base64,AAAA";
  const read = readValues({
    texts: { "sender.name": "Mila Sorell", "sender.phone": "  ", "sender.logo": logo, "sender.bic": null },
    lists: { work: [{ position: "Lighting designer", from: "2016-03" }, { text: "" }], skills: [] },
  });
  expect(read).toEqual({
    values: {
      texts: { "sender.name": "Mila Sorell", "sender.logo": logo },
      lists: { work: [{ position: "Lighting designer", from: "2016-03" }] },
    },
    problems: [],
  });
});

test("leaves out invalid values and reports them", () => {
  const { values, problems } = readValues({
    texts: {
      "sender.name": "x".repeat(MAX_DETAILS_TEXT + 1),
      "sender.shoe": "44",
      "recipient.name": "Noor",
      "sender.logo": "https://a.example/logo.png",
      "sender.town": 5,
      "sender.bank": "a\0b",
      "sender.street": "half \ud83e",
      "sender.photo": `data:image/png;base64,${"A".repeat(MAX_DETAILS_PICTURE)}`,
      __proto__: "x",
    },
    lists: { work: [{ position: "Kept", boss: "x" }, "row"], cats: [], education: {} },
    more: 1,
  });
  expect(values).toEqual({ texts: {}, lists: { work: [{ position: "Kept" }] } });
  expect(problems.map((problem) => asMessage(problem).message)).toEqual([
    "“more” isn’t allowed. Details have only “texts” and “lists”.",
    "“sender.name” has 5,001 characters. The limit is 5,000.",
    "“sender.shoe” isn’t a field of the details.",
    "“recipient.name” isn’t a field of the details.",
    "“sender.logo” must be a picture as a base64 data URL.",
    "“sender.town” must be a string.",
    "“sender.bank” contains a character that can’t be saved.",
    "“sender.street” contains a character that can’t be saved.",
    expect.stringContaining(`The limit is ${MAX_DETAILS_PICTURE.toLocaleString("en")}`),
    "“work[].boss” isn’t a field of the details.",
    "Each row of “work” must be an object with string values.",
    "“cats” isn’t a list of the details.",
    "“education” must be a list of rows.",
  ]);
  const many = readValues({
    lists: { work: Array.from({ length: MAX_DETAILS_ROWS + 1 }, () => ({ text: "a" })) },
  });
  expect(many.values.lists.work).toHaveLength(MAX_DETAILS_ROWS);
  for (const value of [null, 5, [], "words"]) expect(readValues(value).problems).toHaveLength(1);
  const text = "ü".repeat(MAX_DETAILS_TEXT);
  const heavy = { work: Array.from({ length: 10 }, () => ({ text })) };
  expect(readValues({ lists: heavy })).toMatchObject({
    values: { texts: {}, lists: {} },
    problems: [{ key: "details_bytes", values: { limit: 65536 } }],
  });
});

test("limits a sender's name to one short line", () => {
  expect(readLabel("  The \n studio ")).toBe("The studio");
  for (const label of ["", " ", "x".repeat(41), 5, null]) expect(readLabel(label)).toBeUndefined();
});
