import { expect, test } from "vitest";
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
  expect(problems).toEqual([
    '"more" is not allowed: details have texts and lists.',
    '"sender.name" is 5001 characters long; the limit is 5000.',
    '"sender.shoe" is not a field of details.',
    '"recipient.name" is not a field of details.',
    '"sender.logo" has to be a picture as a base64 data URL.',
    '"sender.town" has to be a text.',
    '"sender.bank" contains a character that can\'t be stored.',
    '"sender.street" contains a character that can\'t be stored.',
    expect.stringContaining(`the limit is ${MAX_DETAILS_PICTURE}`),
    '"work[].boss" is not a field of details.',
    'A row of "work" has to be an object of texts.',
    '"cats" is not a list of details.',
    '"education" has to be a list of rows.',
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
    problems: [expect.stringContaining("65536")],
  });
});

test("limits a sender's name to one short line", () => {
  expect(readLabel("  The \n studio ")).toBe("The studio");
  for (const label of ["", " ", "x".repeat(41), 5, null]) expect(readLabel(label)).toBeUndefined();
});
