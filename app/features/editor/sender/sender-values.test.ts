import { describe, expect, it } from "vitest";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import { beginDraft } from "../autosave/untouched-draft.ts";
import { replaceSender, senderIn, senderOf, unchangedPaths } from "./sender-values.ts";

const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    from: {
      type: "object",
      additionalProperties: false,
      properties: {
        name: { type: "string", maxLength: 20, "x-means": "sender.name" },
        where: { type: "string", "x-widget": "multiline", "x-means": "sender.address" },
        phone: { type: "string", "x-means": "sender.phone" },
      },
    },
    subject: { type: "string", "x-means": "letter.subject" },
    jobs: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: { what: { type: "string", "x-means": "work[].position" } },
      },
    },
  },
});
const page = { papers: ["a4" as const], orientation: "portrait" as const };
const me = {
  texts: { "sender.name": "Mila Sorell", "sender.street": "Lampengasse 12", "sender.town": "Windisch" },
  lists: { work: [{ position: "Lighting designer" }] },
};
const studio = { texts: { "sender.name": "Studio Sorell", "sender.phone": "0182" }, lists: {} };

describe("a new document", () => {
  it("starts with the chosen details, then the profile", () => {
    const { data } = beginDraft(
      { fields, page },
      { values: { name: "M. S.", phone_number: "1" }, details: me },
    );
    expect(data).toEqual({
      from: { name: "Mila Sorell", where: "Lampengasse 12\nWindisch", phone: "1" },
      jobs: [{ what: "Lighting designer" }],
    });
    expect(unchangedPaths(filledPlaces(fields, me), data)).toEqual(["from.name", "from.where", "jobs"]);
  });
});

describe("another sender", () => {
  const begun = () => beginDraft({ fields, page }, { details: me }).data;
  it("replaces only untouched values", () => {
    const typed = { ...begun(), subject: "Light", from: { name: "Mila Sorell", where: "Typed by hand" } };
    const changed = replaceSender(fields, typed, me, studio);
    expect(changed).toMatchObject({
      subject: "Light",
      from: { name: "Studio Sorell", where: "Typed by hand", phone: "0182" },
    });
    expect(changed.jobs).toBeUndefined();
    expect(replaceSender(fields, replaceSender(fields, begun(), me, studio), studio, me)).toEqual(begun());
  });

  it("is recognised by its values in a document", () => {
    const senders = [me, studio].map((values) => ({ values, filled: filledPlaces(fields, values) }));
    expect(senderOf(senders, begun())?.values).toBe(me);
    const other = replaceSender(fields, begun(), me, studio);
    expect(senderOf(senders, other)?.values).toBe(studio);
    expect(senderOf(senders, { subject: "Light" })).toBeUndefined();
  });

  it("can be saved from a document by meaning", () => {
    const from = { name: " Noor ", phone: "", where: "data:image/png;base64,AAAA" };
    expect(senderIn(fields, { from, subject: "Hello" })).toEqual({ "sender.name": "Noor" });
  });
});
