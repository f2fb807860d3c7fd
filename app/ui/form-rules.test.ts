import { describe, expect, it } from "vitest";
import { emailProblem } from "./form-rules.ts";

describe("an email address in a form", () => {
  it.each(["noor@halvorsen.example", "a.b+c@d.co.uk", "x@münchen.example"])("accepts %s", (address) => {
    expect(emailProblem(address)).toBeUndefined();
  });

  it.each([
    ["", "Enter your email address"],
    ["noor", "@"],
    ["noor@halvorsen", "dot"],
    ["noor@halvorsen.", "dot"],
    ["a b@c.de", "spaces"],
  ])("explains what is wrong with '%s'", (address, word) => {
    expect(emailProblem(address)).toContain(word);
  });
});
