import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTCOMES, SimulatedBrowser } from "../../../../../tests/support/autosave/simulated-browser.ts";
import type { Beginning } from "./state.ts";

type Browser = SimulatedBrowser;
type Act = { name: string; tab: number; run(browser: Browser, tab: Browser["tabs"][number]): void };

const act = (name: string, run: Act["run"]) => fc.nat(2).map((tab): Act => ({ name, tab, run }));

const typing = act("type", (browser, tab) => {
  // The screen's store lets only the writer change the draft.
  if (tab.state.tab !== "writer" && tab.state.tab !== "yielding") return;
  const draft = browser.newDraft();
  tab.steps.push(draft);
  browser.dispatch(tab, { kind: "draftChanged", draft });
});

const undoing = act("undo", (browser, tab) => {
  if (tab.state.tab !== "writer" && tab.state.tab !== "yielding") return;
  if (tab.steps.length > 1) tab.steps.pop();
  const draft = tab.steps.at(-1);
  if (draft) browser.dispatch(tab, { kind: "draftChanged", draft });
});

const finishing = fc
  .record({ tab: fc.nat(1), index: fc.nat(5), how: fc.constantFrom("done", ...OUTCOMES) })
  .map(
    ({ tab, index, how }): Act => ({
      name: `finish ${index} ${how}`,
      tab,
      run: (browser) => browser.finish(index, how),
    }),
  );

const timer = act("timer", (browser, tab) => {
  if (!tab.hasTimer) return;
  tab.hasTimer = false;
  browser.dispatch(tab, { kind: "timerFired" });
});

const simple = fc.oneof(
  act("online", (browser, tab) => browser.dispatch(tab, { kind: "cameOnline" })),
  act("shown", (browser, tab) => browser.dispatch(tab, { kind: "pageShown" })),
  act("keep", (browser, tab) => browser.dispatch(tab, { kind: "keepRequested" })),
  act("take over", (browser, tab) => browser.dispatch(tab, { kind: "takeOverRequested" })),
  act("load theirs", (browser, tab) => browser.dispatch(tab, { kind: "loadTheirsRequested" })),
  act("sign out", (browser, tab) => browser.dispatch(tab, { kind: "personChanged", isPerson: false })),
  act("sign in", (browser, tab) => {
    if (tab.state.email) browser.dispatch(tab, { kind: "personChanged", isPerson: true });
  }),
  act("open", (browser) => browser.openTab()),
  act("change elsewhere", (browser) => browser.changeElsewhere()),
  act("delete elsewhere", (browser) => browser.deleteElsewhere()),
);
const closing = act("close", (browser, tab) => browser.dispatch(tab, { kind: "closeRequested" }));

const acts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: typing },
    { weight: 2, arbitrary: undoing },
    { weight: 10, arbitrary: finishing },
    { weight: 5, arbitrary: timer },
    { weight: 5, arbitrary: simple },
    { weight: 1, arbitrary: closing },
  ),
  { maxLength: 60 },
);

const person = { templateId: "t", email: "mira@example.org", isPerson: true };
const document = { key: "document/d", owner: person.email, createKey: "k", document: { id: "d", rev: 1 } };
const fresh = { key: "new/mira@example.org/t/k", owner: person.email, createKey: "k" };
const visitors = { key: "visitor/t", owner: "", createKey: "k" };

const BEGINNINGS: [string, Omit<Beginning, "draft" | "isWriter">, number][] = [
  ["a new draft", { ...person, place: fresh, stored: "nowhere" }, 1],
  ["a draft that was never sent", { ...person, place: fresh, stored: "device" }, 1],
  ["a visitor's draft that a person found", { ...person, place: visitors, stored: "device" }, 1],
  ["a visitor's draft", { ...person, email: "", isPerson: false, place: visitors, stored: "nowhere" }, 2],
  ["a document", { ...person, place: document, stored: "server" }, 2],
  ["a document with unsent words", { ...person, place: document, stored: "device" }, 2],
];

function play(beginning: (typeof BEGINNINGS)[number], script: Act[]): Browser {
  const browser = new SimulatedBrowser(beginning[1], beginning[2]);
  for (const { tab: index, run } of script) {
    const tab = browser.tabs[index % browser.tabs.length];
    if (tab && !tab.hasLeft) run(browser, tab);
  }
  return browser;
}

/** From here on everything succeeds. */
function calmDown(browser: Browser): void {
  for (let step = 0; step < 200; step++) {
    const waiting = browser.tabs.find(({ hasTimer, hasLeft }) => hasTimer && !hasLeft);
    if (browser.pending.length > 0) browser.finish(0, "done");
    else if (waiting) {
      waiting.hasTimer = false;
      browser.dispatch(waiting, { kind: "timerFired" });
    } else return;
  }
  expect.fail("autosave comes to no rest");
}

describe.each(BEGINNINGS)("%s", (...beginning) => {
  it("loses nothing and sends one thing at a time, whatever happens in whatever order", () => {
    // The simulated browser checks after every event.
    fc.assert(
      fc.property(acts, (script) => {
        play(beginning, script);
      }),
    );
  });

  it("is on the server in the end, if it is anybody's", () => {
    fc.assert(
      fc.property(acts, (script) => {
        const browser = play(beginning, script);
        calmDown(browser);
        for (const tab of browser.tabs.filter(({ hasLeft }) => !hasLeft))
          browser.dispatch(tab, { kind: "personChanged", isPerson: tab.state.email !== "" });
        calmDown(browser);
        for (const { state, hasLeft } of browser.tabs) {
          if (hasLeft || state.tab !== "writer") continue;
          expect(["idle", "conflict"]).toContain(state.server.kind);
          const isWanted = state.isPerson && state.wantsDocument && state.present !== state.untouched;
          if (isWanted && state.server.kind === "idle" && state.trouble?.kind !== "refused")
            expect(state.present).toBe(state.onServer);
        }
      }),
    );
  });

  it("lets go when it is closed", () => {
    fc.assert(
      fc.property(acts, (script) => {
        const browser = play(beginning, script);
        for (const tab of browser.tabs) if (!tab.hasLeft) browser.dispatch(tab, { kind: "closeRequested" });
        calmDown(browser);
        expect(browser.tabs.every(({ hasLeft }) => hasLeft)).toBe(true);
      }),
    );
  });
});
