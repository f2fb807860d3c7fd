import { describe, expect, it } from "vitest";
import type { Draft } from "./draft.ts";
import { beginTimeline, changeDraft, redoChange, undoChange } from "./draft-store.ts";

const saying = (name: string): Draft => ({ data: { name }, theme: {} });

describe("a draft's timeline", () => {
  it("goes back ten steps and forth again", () => {
    let timeline = beginTimeline(saying("0"));
    for (let step = 1; step <= 10; step++) timeline = changeDraft(timeline, saying(`${step}`), step * 5_000);
    for (let step = 0; step < 10; step++) timeline = undoChange(timeline);
    expect(timeline.present).toEqual(saying("0"));
    expect(undoChange(timeline).present).toEqual(saying("0"));
    for (let step = 0; step < 10; step++) timeline = redoChange(timeline);
    expect(timeline.present).toEqual(saying("10"));
    expect(redoChange(timeline).present).toEqual(saying("10"));
  });

  it("takes a word typed in one field as one step, and the next word after a pause as another", () => {
    let timeline = beginTimeline(saying(""));
    timeline = changeDraft(timeline, saying("A"), 0, "name");
    timeline = changeDraft(timeline, saying("Ad"), 200, "name");
    timeline = changeDraft(timeline, saying("Ada"), 400, "name");
    timeline = changeDraft(timeline, saying("Ada L"), 5_000, "name");
    expect(undoChange(timeline).present).toEqual(saying("Ada"));
    expect(undoChange(undoChange(timeline)).present).toEqual(saying(""));
  });

  it("begins a step with another field, and after an undo", () => {
    let timeline = beginTimeline(saying(""));
    timeline = changeDraft(timeline, saying("A"), 0, "name");
    timeline = changeDraft(timeline, saying("B"), 10, "town");
    timeline = undoChange(timeline);
    expect(timeline.present).toEqual(saying("A"));
    timeline = changeDraft(timeline, saying("C"), 20, "town");
    expect(undoChange(timeline).present).toEqual(saying("A"));
  });

  it("forgets what was undone once something else is typed", () => {
    let timeline = changeDraft(beginTimeline(saying("")), saying("A"), 0);
    timeline = changeDraft(undoChange(timeline), saying("B"), 10);
    expect(redoChange(timeline).present).toEqual(saying("B"));
  });

  it("stays bounded", () => {
    let timeline = beginTimeline(saying("0"));
    for (let step = 1; step <= 1_000; step++) timeline = changeDraft(timeline, saying(`${step}`), step);
    expect(timeline.past).toHaveLength(200);
  });
});
