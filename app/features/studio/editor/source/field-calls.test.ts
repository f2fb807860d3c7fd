import { expect, it } from "vitest";
import { createContentStore, type DraftContent } from "../draft-content.ts";
import { insertCall } from "./field-calls.ts";

const aStore = (content: string) => createContentStore({ content } as DraftContent);

it("appends a call on a new line while the source editor is closed", () => {
  for (const content of ['#import "/kit/kit.typ": *\nHello', '#import "/kit/kit.typ": *\nHello\n']) {
    const store = aStore(content);
    insertCall({ store, source: { current: undefined } }, 'field("motto")');
    expect(store.get().content).toBe('#import "/kit/kit.typ": *\nHello\n#field("motto")');
  }
});

it("inserts at the cursor of an open editor", () => {
  const calls: string[] = [];
  const handle = { insert: (call: string) => calls.push(call), type() {}, goTo() {}, replaceAll() {} };
  const store = aStore("Hello");
  insertCall({ store, source: { current: handle } }, 'field("motto")');
  expect([calls, store.get().content]).toEqual([['field("motto")'], "Hello"]);
});
