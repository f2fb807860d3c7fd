import { expect, test } from "vitest";
import type { MeaningValues } from "../../../../../contract/people/details.ts";
import { applyOffers, listOffers } from "./offers.ts";

const UNDERSTOOD: MeaningValues = {
  texts: {
    "cv.languages": "German\nEnglish",
    "sender.phone": "+49 555 0199",
    "sender.name": "Mila Sorell",
    "sender.website": "sorell.example",
  },
  lists: {
    work: [
      { position: "Designer", from: "2021-03" },
      { position: "Assistant", from: "2016", to: "2018" },
    ],
    education: [{ study: "MA", to: "2016" }],
    skills: [{ keywords: "EOS, grandMA" }],
  },
};
const HERE: MeaningValues = {
  texts: { "sender.name": "Mila Sorell", "sender.phone": "+49 555 0182", "sender.iban": "DE89" },
  lists: { education: [{ to: "2016", study: "MA" }], skills: [{ keywords: "Rigging" }] },
};

test("compares imported with existing values", () => {
  expect(listOffers(UNDERSTOOD, HERE)).toEqual([
    { name: "sender.name", label: "Name", shown: "Mila Sorell", state: "same" },
    {
      name: "sender.phone",
      label: "Phone",
      shown: "+49 555 0199",
      state: "differs",
      here: "+49 555 0182",
    },
    { name: "sender.website", label: "Website", shown: "sorell.example", state: "new" },
    { name: "work", label: "Work", shown: "2 positions, 2016 to present", state: "new" },
    { name: "education", label: "Education", shown: "1 school", state: "same" },
    {
      name: "skills",
      label: "Skill groups",
      shown: "EOS, grandMA",
      state: "differs",
      here: "Rigging",
    },
    { name: "cv.languages", label: "Languages", shown: "German, English", state: "new" },
  ]);
});

test("imports only what was chosen", () => {
  expect(applyOffers(HERE, UNDERSTOOD, new Set(["sender.website", "skills"]))).toEqual({
    texts: { ...HERE.texts, "sender.website": "sorell.example" },
    lists: { ...HERE.lists, skills: [{ keywords: "EOS, grandMA" }] },
  });
});
