import { expect, test } from "vitest";
import { requestLanguage } from "./request-language.ts";

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["xh;q=0.9, en;q=0.5, cs;q=0.8", "cs"],
  ["en-XA", "en"],
  ["de;q=0, ar", "ar"],
  ["*", undefined],
  ["", undefined],
  [";;,q=,de;q=x", undefined],
])("accepts %j as %s", (header, language) => {
  expect(requestLanguage(new Headers({ "accept-language": header }))).toBe(language);
});
