import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DraftContent } from "../draft-content.ts";
import { beginSaving, hasUnsaved, reduceSaving, type SaveEvent } from "./save-state.ts";

const saying = (content: string): DraftContent => ({
  content,
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
});

/** One author's tab and the server it saves to; `versions` has who wrote each revision of the draft. */
class SimulatedStudio {
  state = beginSaving({ rev: 1 }, saying("0"));
  versions: { content: DraftContent; isOurs: boolean }[] = [{ content: saying("0"), isOurs: true }];
  pending: { rev: number; changes: Partial<DraftContent> } | undefined;
  hasTimer = false;
  typed = 0;

  get stored() {
    return this.versions.at(-1)?.content ?? saying("0");
  }
  dispatch(event: SaveEvent): void {
    const { state, effect } = reduceSaving(this.state, event);
    this.state = state;
    if (effect?.kind === "wait") this.hasTimer = true;
    if (effect?.kind !== "send") return;
    expect(this.pending, "one request at a time").toBeUndefined();
    this.pending = effect;
  }
  type(): void {
    this.typed += 1;
    this.dispatch({ kind: "changed", work: saying(`mine ${this.typed}`) });
    expect(this.state.work.content, "what is typed stays").toBe(`mine ${this.typed}`);
  }
  due(): void {
    this.hasTimer = false;
    this.dispatch({ kind: "due" });
  }
  finish(how: How): void {
    if (!this.pending) return;
    const { rev, changes } = this.pending;
    this.pending = undefined;
    const current = this.versions.length;
    const isAccepted = rev === current && (how === "done" || how === "answer lost");
    if (isAccepted) this.versions.push({ content: { ...this.stored, ...changes }, isOurs: true });
    if (how === "refused") this.dispatch({ kind: "refused", words: "No" });
    else if (how !== "done") this.dispatch({ kind: "away" });
    else if (isAccepted) this.dispatch({ kind: "stored", rev: current + 1 });
    else this.dispatch({ kind: "inTheWay", theirs: this.stored, rev: current });
  }
  changeElsewhere(): void {
    this.versions.push({ content: saying(`theirs ${this.versions.length}`), isOurs: false });
  }
  settle(): void {
    const { trouble, work } = this.state;
    if (trouble?.kind !== "conflict") return;
    this.dispatch({ kind: "settled", work: saying(`${work.content} and ${trouble.theirs.content}`) });
  }
  calmDown(): void {
    for (let step = 0; step < 100; step++) {
      if (this.pending) this.finish("done");
      else if (this.hasTimer) this.due();
      else return;
    }
    expect.fail("saving comes to no rest");
  }
}

const HOW = ["done", "away", "answer lost", "refused"] as const;
type How = (typeof HOW)[number];
type Act = (studio: SimulatedStudio) => void;

const own: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Act>((studio) => studio.type()) },
  { weight: 3, arbitrary: fc.constant<Act>((studio) => studio.due()) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(...HOW).map(
      (how): Act =>
        (studio) =>
          studio.finish(how),
    ),
  },
);
const others: fc.Arbitrary<Act> = fc.constantFrom<Act>(
  (studio) => studio.changeElsewhere(),
  (studio) => studio.settle(),
);

describe("saving a draft, in any order of events", () => {
  it("ends with the newest content on the server, in a conflict or with a refusal", () => {
    const acts = fc.array(fc.oneof({ weight: 6, arbitrary: own }, { weight: 1, arbitrary: others }));
    fc.assert(
      fc.property(acts, (script) => {
        const studio = new SimulatedStudio();
        for (const act of script) act(studio);
        studio.calmDown();
        const { state } = studio;
        const { trouble } = state;
        // The other author may have saved again since the conflict was found.
        if (trouble?.kind === "conflict")
          expect(trouble.theirs).toEqual(studio.versions[trouble.rev - 1]?.content);
        else if (!trouble) expect(hasUnsaved(state)).toBe(false);
      }),
    );
  });

  it("overwrites nothing of another author without being told to", () => {
    const acts = fc.array(
      fc.oneof(
        own,
        fc.constant<Act>((studio) => studio.changeElsewhere()),
      ),
    );
    fc.assert(
      fc.property(acts, (script) => {
        const studio = new SimulatedStudio();
        for (const act of script) act(studio);
        studio.calmDown();
        const theirs = studio.versions.findIndex(({ isOurs }) => !isOurs);
        const after = theirs < 0 ? [] : studio.versions.slice(theirs);
        expect(after.filter(({ isOurs }) => isOurs)).toEqual([]);
      }),
    );
  });
});
