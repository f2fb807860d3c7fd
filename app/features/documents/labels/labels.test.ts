import { expect, it } from "vitest";
import { MAX_LABELS } from "../../../../contract/limits.ts";
import { changeLabels, howManyHave, readTyped, refuseChange } from "./labels.ts";

const aDocument = (...labels: string[]) => ({
  title: labels.join(" "),
  labels: labels.map((label) => ({ label })),
});

it("knows whether all, some or no documents have a label", () => {
  const documents = [aDocument("Draft", "Studio"), aDocument("Draft")];
  expect(["Draft", "Studio", "Letters"].map((label) => howManyHave(label, documents))).toEqual([
    "all",
    "some",
    "none",
  ]);
});

it("changes only the edited labels of each document", () => {
  const change = new Map([
    ["Draft", false],
    ["Sent", true],
  ]);
  expect(changeLabels(["Draft", "Studio"], change)).toEqual(["Studio", "Sent"]);
  expect(changeLabels(["Sent"], change)).toEqual(["Sent"]);
});

it("reuses a label typed in another case", () => {
  expect(readTyped("  kunst  HALL ", ["Kunst hall", "Draft"])).toBe("Kunst hall");
  expect(readTyped(" Zoë ", [])).toBe("Zoë");
});

it("rejects long and too many labels before saving", () => {
  const full = aDocument(...Array.from({ length: MAX_LABELS }, (_, index) => `${index}`));
  expect(refuseChange([full], new Map([["0", true]]))).toBeUndefined();
  expect(refuseChange([full], new Map([["New", true]]))).toContain("more than 20 labels");
  expect(refuseChange([aDocument()], new Map([["x".repeat(41), true]]))).toContain("up to 40 characters");
});
