import { describe, expect, it } from "vitest";
import type { DraftContent } from "../draft-content.ts";
import { beginSaving, reduceSaving, type SaveEvent, type SaveState } from "./save-state.ts";

const WORK: DraftContent = {
  content: "a",
  fields: "{}",
  sample: "{}",
  page: { papers: ["a4"], orientation: "portrait" },
  theme: { accent: "#000000", fonts: "original" },
  title: null,
  template_name: "Kiln",
  type: "invoices",
  category: "trades",
  slug: "kiln",
  description: null,
  words: null,
};
const saying = (content: string): DraftContent => ({ ...WORK, content });

function play(events: SaveEvent[], begin: SaveState = beginSaving({ rev: 3 }, WORK)) {
  const effects = [];
  let state = begin;
  for (const event of events) {
    const next = reduceSaving(state, event);
    state = next.state;
    effects.push(next.effect);
  }
  return { state, last: effects.at(-1), effects };
}

describe("saving a draft", () => {
  it("waits after a change and sends only what was changed, with the revision it stands on", () => {
    const { effects, state } = play([
      { kind: "changed", work: saying("b") },
      { kind: "due" },
      { kind: "stored", rev: 4 },
    ]);
    expect(effects).toEqual([
      { kind: "wait", ms: 800 },
      { kind: "send", rev: 3, changes: { content: "b" } },
      undefined,
    ]);
    expect(state).toMatchObject({ rev: 4, saved: { content: "b" }, sent: undefined });
  });

  it("sends what was typed while a request was on its way with the next one", () => {
    const { effects } = play([
      { kind: "changed", work: saying("b") },
      { kind: "due" },
      { kind: "changed", work: saying("bc") },
      { kind: "due" },
      { kind: "stored", rev: 4 },
      { kind: "due" },
    ]);
    expect(effects.slice(2)).toEqual([
      undefined,
      undefined,
      { kind: "wait", ms: 800 },
      { kind: "send", rev: 4, changes: { content: "bc" } },
    ]);
  });

  it("sends nothing when what was typed was taken back", () => {
    expect(
      play([{ kind: "changed", work: saying("b") }, { kind: "changed", work: WORK }, { kind: "due" }]).last,
    ).toBeUndefined();
  });

  it("keeps what was typed while the server is away, and tries again later and later", () => {
    const { state, effects } = play([
      { kind: "changed", work: saying("b") },
      { kind: "due" },
      { kind: "away" },
      { kind: "due" },
      { kind: "away" },
    ]);
    expect(state).toMatchObject({ work: { content: "b" }, trouble: { kind: "away" } });
    expect([effects[2], effects[4]]).toEqual([
      { kind: "wait", ms: 1_600 },
      { kind: "wait", ms: 3_200 },
    ]);
  });

  it("writes over nobody: what another author saved is shown, and saving waits for a decision", () => {
    const { state, effects } = play([
      { kind: "changed", work: saying("mine") },
      { kind: "due" },
      { kind: "inTheWay", theirs: saying("theirs"), rev: 7 },
      { kind: "changed", work: saying("mine too") },
      { kind: "due" },
    ]);
    expect(effects.slice(2)).toEqual([undefined, undefined, undefined]);
    expect(state).toMatchObject({
      work: { content: "mine too" },
      trouble: { kind: "conflict", rev: 7, theirs: { content: "theirs" } },
    });
    const settled = reduceSaving(state, { kind: "settled", work: saying("both") });
    expect(settled.effect).toEqual({ kind: "send", rev: 7, changes: { content: "both" } });
    const taken = reduceSaving(state, { kind: "settled", work: saying("theirs") });
    expect(taken.effect).toBeUndefined();
    expect(taken.state).toMatchObject({ rev: 7, trouble: undefined });
  });

  it("knows its own words when the answer to an earlier try was lost", () => {
    const { state, last } = play([
      { kind: "changed", work: saying("b") },
      { kind: "due" },
      { kind: "inTheWay", theirs: saying("b"), rev: 4 },
    ]);
    expect(last).toBeUndefined();
    expect(state).toMatchObject({ rev: 4, trouble: undefined, saved: { content: "b" } });
  });

  it("recognises content whose answer was lost after more was typed", () => {
    const { state, last } = play([
      { kind: "changed", work: saying("b") },
      { kind: "due" },
      { kind: "away" },
      { kind: "changed", work: saying("bc") },
      { kind: "due" },
      { kind: "inTheWay", theirs: saying("b"), rev: 4 },
    ]);
    expect(last).toEqual({ kind: "wait", ms: 800 });
    expect(state).toMatchObject({ rev: 4, trouble: undefined, saved: { content: "b" } });
  });

  it("goes on after a refusal with the next change", () => {
    const { effects } = play([
      { kind: "changed", work: saying("b") },
      { kind: "due" },
      { kind: "refused", words: "Too long" },
      { kind: "changed", work: saying("c") },
    ]);
    expect(effects.slice(2)).toEqual([undefined, { kind: "wait", ms: 800 }]);
  });
});
