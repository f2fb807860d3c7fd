import { expect, it } from "vitest";
import { z } from "zod";
import { invalidPayload } from "../errors/errors.ts";
import { readJson, requireShape } from "./request.ts";

const sent = (body: string) => new Request("http://localhost/", { method: "POST", body });
const rules = { mayBeEmpty: true, notJson: invalidPayload };

it("returns the body as text and JSON", async () => {
  expect(await readJson(sent('{ "a": 1 }'), rules)).toEqual({ text: '{ "a": 1 }', json: { a: 1 } });
  expect(await readJson(sent(""), rules)).toEqual({ text: "", json: {} });
});

it("rejects malformed JSON with the reader's error", async () => {
  await expect(readJson(sent("{"), rules)).rejects.toMatchObject({ code: "INVALID_PAYLOAD", status: 400 });
  const strict = { mayBeEmpty: false, notJson: () => invalidPayload("the body has to be JSON") };
  await expect(readJson(sent(""), strict)).rejects.toThrow("the body has to be JSON");
});

it("rejects a body over the limit", async () => {
  const tooLong = (max: number) => invalidPayload(`at most ${max} characters`);
  const longest = { max: 4, tooLong };
  expect(await readJson(sent("1234"), { ...rules, longest })).toMatchObject({ json: 1234 });
  await expect(readJson(sent("12345"), { ...rules, longest })).rejects.toThrow("at most 4 characters");
});

it("reports the path of the first error", () => {
  const schema = z.object({ to: z.object({ name: z.string("must be text") }) });
  const misfit = (place: string, problem: string | undefined) => invalidPayload(`${place}: ${problem}`);
  expect(requireShape({ to: { name: "Ada" } }, schema, misfit)).toEqual({ to: { name: "Ada" } });
  expect(() => requireShape({ to: { name: 7 } }, schema, misfit)).toThrow("to.name: must be text");
  expect(() => requireShape([], schema, misfit)).toThrow(/^Invalid payload\. : /);
});
