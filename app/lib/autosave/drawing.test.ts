import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AutosaveEvent, AutosaveState, DeviceState, LifeState, ServerState, TabState } from "./state.ts";

const drawing = readFileSync("docs/autosave.md", "utf8");

/** Typed by the reducer's own unions: a name that is missing here does not compile. */
const EVENTS: Record<AutosaveEvent<unknown>["kind"], true> = {
  opened: true,
  draftChanged: true,
  saveRequested: true,
  takeOverRequested: true,
  loadTheirsRequested: true,
  conflictResolved: true,
  personChanged: true,
  cameOnline: true,
  pageShown: true,
  closeRequested: true,
  timerFired: true,
  deviceWritten: true,
  deviceFailed: true,
  deviceRemoved: true,
  draftMoved: true,
  documentCreated: true,
  documentSaved: true,
  conflictFound: true,
  documentGone: true,
  sendFailed: true,
  copyMade: true,
  copyFailed: true,
  documentRead: true,
  creationRecorded: true,
  otherTabOpened: true,
  otherTabWrote: true,
  otherTabMoved: true,
  otherTabAsked: true,
  lockLost: true,
  tookOver: true,
};
const TAB: Record<TabState, true> = { writer: true, yielding: true, reader: true, takingOver: true };
const DEVICE: Record<DeviceState<unknown>["kind"], true> = {
  idle: true,
  writing: true,
  removing: true,
  moving: true,
};
const SERVER: Record<ServerState<unknown>["kind"], true> = {
  idle: true,
  waiting: true,
  due: true,
  creating: true,
  moving: true,
  saving: true,
  conflict: true,
  copying: true,
  abandoned: true,
};
const LIFE: Record<LifeState, true> = { open: true, closing: true, lastTry: true, closed: true };

function statesDrawnFor(part: keyof AutosaveState<unknown>): string[] {
  const [, diagram = ""] = new RegExp(`## ${part}:.*?\`\`\`mermaid\n(.*?)\`\`\``, "s").exec(drawing) ?? [];
  const ends = [...diagram.matchAll(/(\S+) --> (\w+|\[\*\])/g)].flatMap(([, from, to]) => [from, to]);
  return [...new Set(ends)].filter((name) => name !== undefined && name !== "[*]").sort() as string[];
}

describe("the drawing of autosave", () => {
  it.each([
    ["tab", TAB],
    ["device", DEVICE],
    ["server", SERVER],
    ["life", LIFE],
  ] as const)("has the states of %s and no others", (part, states) => {
    expect(statesDrawnFor(part)).toEqual(Object.keys(states).sort());
  });

  it.each(Object.keys(EVENTS))("names the event %s", (event) => {
    expect(drawing).toMatch(new RegExp(`\\b${event}\\b`));
  });

  it("names no unknown event", () => {
    const named = [...drawing.matchAll(/: ([a-z]+[A-Z]\w+)/g)].map(([, name]) => name ?? "");
    expect(named.filter((name) => !(name in EVENTS))).toEqual([]);
  });
});
