import { expect, test } from "vitest";
import { matchRecipients, placeOf } from "./recipients.ts";

const solberg = { "recipient.name": "Solberg Kunsthall", "recipient.address": "Brugata 14\n0186 Tønsvik" };
const noor = { "recipient.name": "Noor Halvorsen", "recipient.email": "noor@example.org" };

test("those are offered in whose name or address it is what was typed, and not whoever stands there already", () => {
  expect(matchRecipients([solberg, noor], "")).toEqual([solberg, noor]);
  expect(matchRecipients([solberg, noor], "KUNST")).toEqual([solberg]);
  expect(matchRecipients([solberg, noor], "tønsvik")).toEqual([solberg]);
  expect(matchRecipients([solberg, noor], "solberg kunsthall ")).toEqual([]);
  expect(
    matchRecipients(
      Array.from({ length: 20 }, () => noor),
      "n",
    ),
  ).toHaveLength(6);
});

test("each says in one line where they are", () => {
  expect(placeOf(solberg)).toBe("Brugata 14, 0186 Tønsvik");
  expect(placeOf(noor)).toBe("noor@example.org");
  expect(placeOf({ "recipient.name": "X" })).toBe("");
});
