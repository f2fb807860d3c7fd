import { expect, it } from "vitest";
import { versionOfDocument } from "./pinned-template.ts";

const template = { version: { id: "v3", number: 3 }, engine: "compiler 2" };
const pinned = (number: number, more: { left_version?: number; engine?: string } = {}) => ({
  id: "d1",
  left_version: more.left_version ?? null,
  template_versions_id: { id: `v${number}`, number, engine: more.engine ?? "compiler 2" },
});

it.each([
  ["offers the newest of a template that has moved on", pinned(1), 3],
  ["offers nothing to a document that has the newest", pinned(3), undefined],
  ["offers a version that was left no more", pinned(1, { left_version: 3 }), undefined],
  ["offers one that came after the one that was left", pinned(1, { left_version: 2 }), 3],
])("%s", (_, document, offered) => {
  expect(versionOfDocument(template, document)?.newer?.number).toBe(offered);
});

it("reports a changed compiler or fonts", () => {
  expect(versionOfDocument(template, pinned(3, { engine: "compiler 1" }))?.hasOtherEngine).toBe(true);
  expect(versionOfDocument(template, pinned(3))?.hasOtherEngine).toBe(false);
});

it("reports nothing without a version", () => {
  expect(versionOfDocument(template, { ...pinned(1), template_versions_id: null })).toBeUndefined();
});
