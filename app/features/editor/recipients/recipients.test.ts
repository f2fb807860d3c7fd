import { expect, test } from "vitest";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { changesFor, matchRecipients, placeOf, recipientInDraft } from "./recipients.ts";

const solberg = { "recipient.name": "Solberg Kunsthall", "recipient.address": "Brugata 14\n0186 Tønsvik" };
const noor = { "recipient.name": "Noor Halvorsen", "recipient.email": "noor@example.org" };

test("suggests matching recipients except the current one", () => {
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

test("describes each on one line", () => {
  expect(placeOf(solberg)).toBe("Brugata 14, 0186 Tønsvik");
  expect(placeOf(noor)).toBe("noor@example.org");
  expect(placeOf({ "recipient.name": "X" })).toBe("");
});

const text = (means: string) => ({ type: "string", "x-means": means });
const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    who: text("recipient.name"),
    where: { ...text("recipient.address"), "x-widget": "multiline" },
    mail: text("recipient.email"),
    order: text("recipient.reference"),
    subject: text("letter.subject"),
  },
});

test("replaces the previous recipient's values and keeps typed ones", () => {
  const both = { ...solberg, "recipient.email": "post@solberg.example" };
  const written = { who: "noo", where: solberg["recipient.address"], mail: "post@solberg.example" };
  expect(recipientInDraft(fields, written, [noor, both])).toBe(both);
  const toNoor = changesFor(fields, { ...written, order: "77", subject: "Light" }, both, noor);
  expect(Object.fromEntries(toNoor)).toEqual({
    who: "Noor Halvorsen",
    where: undefined,
    mail: "noor@example.org",
  });
  expect([...toNoor.keys()].sort()).toEqual(["mail", "where", "who"]);
  // Typed by hand: nobody's but the person's.
  const typed = changesFor(fields, { ...written, where: "Behind the harbour" }, both, noor);
  expect(typed.has("where")).toBe(false);
  expect(changesFor(fields, written, undefined, noor).has("where")).toBe(false);
  expect(recipientInDraft(fields, { who: "x" }, [noor, both])).toBeUndefined();
});
