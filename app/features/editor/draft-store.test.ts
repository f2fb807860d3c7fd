import { describe, expect, it } from "vitest";
import type { Draft } from "./draft.ts";
import { beginTimeline, changeDraft, redoChange, undoChange } from "./draft-store.ts";

const saying = (name: string): Draft => ({ data: { name }, theme: {} });

describe("a draft's timeline", () => {
  it("undoes and redoes ten steps", () => {
    let timeline = beginTimeline(saying("0"));
    for (let step = 1; step <= 10; step++) timeline = changeDraft(timeline, saying(`${step}`), step * 5_000);
    for (let step = 0; step < 10; step++) timeline = undoChange(timeline);
    expect(timeline.present).toEqual(saying("0"));
    expect(undoChange(timeline).present).toEqual(saying("0"));
    for (let step = 0; step < 10; step++) timeline = redoChange(timeline);
    expect(timeline.present).toEqual(saying("10"));
    expect(redoChange(timeline).present).toEqual(saying("10"));
  });

  it("groups typing in one field into steps", () => {
    let timeline = beginTimeline(saying(""));
    timeline = changeDraft(timeline, saying("A"), 0, "name");
    timeline = changeDraft(timeline, saying("Ad"), 200, "name");
    timeline = changeDraft(timeline, saying("Ada"), 400, "name");
    timeline = changeDraft(timeline, saying("Ada L"), 5_000, "name");
    expect(undoChange(timeline).present).toEqual(saying("Ada"));
    expect(undoChange(undoChange(timeline)).present).toEqual(saying(""));
  });

  it("starts a step in another field and after an undo", () => {
    let timeline = beginTimeline(saying(""));
    timeline = changeDraft(timeline, saying("A"), 0, "name");
    timeline = changeDraft(timeline, saying("B"), 10, "town");
    timeline = undoChange(timeline);
    expect(timeline.present).toEqual(saying("A"));
    timeline = changeDraft(timeline, saying("C"), 20, "town");
    expect(undoChange(timeline).present).toEqual(saying("A"));
  });

  it("drops redo steps after typing", () => {
    let timeline = changeDraft(beginTimeline(saying("")), saying("A"), 0);
    timeline = changeDraft(undoChange(timeline), saying("B"), 10);
    expect(redoChange(timeline).present).toEqual(saying("B"));
  });

  it("is limited", () => {
    let timeline = beginTimeline(saying("0"));
    for (let step = 1; step <= 1_000; step++) timeline = changeDraft(timeline, saying(`${step}`), step);
    expect(timeline.past).toHaveLength(200);
  });
});
