import { expect, it } from "vitest";
import { createContentStore, type DraftContent } from "../draft-content.ts";
import { insertCall } from "./field-calls.ts";

const aWork = (content: string) => createContentStore({ content } as DraftContent);

it("appends a call on a new line while the source editor is closed", () => {
  for (const content of ['#import "/kit/kit.typ": *\nHello', '#import "/kit/kit.typ": *\nHello\n']) {
    const work = aWork(content);
    insertCall({ work, source: { current: undefined } }, 'field("motto")');
    expect(work.get().content).toBe('#import "/kit/kit.typ": *\nHello\n#field("motto")');
  }
});

it("inserts at the cursor of an open editor", () => {
  const calls: string[] = [];
  const handle = { insert: (call: string) => calls.push(call), type() {}, goTo() {}, replaceAll() {} };
  const work = aWork("Hello");
  insertCall({ work, source: { current: handle } }, 'field("motto")');
  expect([calls, work.get().content]).toEqual([['field("motto")'], "Hello"]);
});
