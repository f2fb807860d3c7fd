import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTCOMES, SimulatedBrowser } from "../../../tests/support/autosave/simulated-browser.ts";

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

const online = act("online", (browser, tab) => browser.dispatch(tab, { kind: "cameOnline" }));
const changeElsewhere = act("change elsewhere", (browser) => browser.changeElsewhere());
const closing = act("close", (browser, tab) => browser.dispatch(tab, { kind: "closeRequested" }));
const saveNow = act("save now", (browser, tab) => browser.dispatch(tab, { kind: "saveRequested" }));

const resolving = fc.boolean().chain((takesTheirs) =>
  act("resolve", (browser, tab) => {
    const { server } = tab.state;
    if (server.kind !== "conflict") return;
    const draft = takesTheirs ? server.theirs : browser.newDraft();
    tab.steps.push(draft);
    browser.dispatch(tab, { kind: "draftChanged", draft });
    browser.dispatch(tab, { kind: "conflictResolved" });
  }),
);

const editorActs = fc.oneof(
  online,
  saveNow,
  changeElsewhere,
  act("shown", (browser, tab) => browser.dispatch(tab, { kind: "pageShown" })),
  act("take over", (browser, tab) => browser.dispatch(tab, { kind: "takeOverRequested" })),
  act("load theirs", (browser, tab) => browser.dispatch(tab, { kind: "loadTheirsRequested" })),
  act("sign out", (browser, tab) => browser.dispatch(tab, { kind: "personChanged", isPerson: false })),
  act("sign in", (browser, tab) => {
    if (browser.hasAccount) browser.dispatch(tab, { kind: "personChanged", isPerson: true });
  }),
  act("open", (browser) => browser.openTab()),
  act("delete elsewhere", (browser) => browser.deleteElsewhere()),
);
const studioActs = fc.oneof(online, saveNow, changeElsewhere, resolving);

const script = (others: fc.Arbitrary<Act>) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: typing },
      { weight: 2, arbitrary: undoing },
      { weight: 10, arbitrary: finishing },
      { weight: 5, arbitrary: timer },
      { weight: 5, arbitrary: others },
      { weight: 1, arbitrary: closing },
    ),
    { maxLength: 60 },
  );

const person = { pauseMs: 700, isPerson: true };
const document = { key: "document/d", owner: "mira", createKey: "k", document: { id: "d", rev: 1 } };
const fresh = { key: "new/mira/t/k", owner: "mira", createKey: "k" };
const visitors = { key: "visitor/t", owner: "", createKey: "k" };
const template = { key: "studio-draft-d", owner: "", createKey: "", document: { id: "d", rev: 1 } };

type Configuration = [
  name: string,
  acts: fc.Arbitrary<Act>,
  beginning: ConstructorParameters<typeof SimulatedBrowser>[0],
  tabs: number,
];
const CONFIGURATIONS: Configuration[] = [
  ["editor: a new draft", editorActs, { ...person, place: fresh, stored: "nowhere" }, 1],
  ["editor: a draft that was never sent", editorActs, { ...person, place: fresh, stored: "device" }, 1],
  [
    "editor: a visitor's draft that a person opens",
    editorActs,
    { ...person, place: visitors, stored: "device" },
    1,
  ],
  [
    "editor: a visitor's draft",
    editorActs,
    { pauseMs: 700, isPerson: false, place: visitors, stored: "nowhere" },
    2,
  ],
  ["editor: a document", editorActs, { ...person, place: document, stored: "server" }, 2],
  ["editor: a document with unsent changes", editorActs, { ...person, place: document, stored: "device" }, 2],
  ["studio: a template draft", studioActs, { ...person, place: template, stored: "server" }, 1],
  ["studio: a draft with unsent changes", studioActs, { ...person, place: template, stored: "device" }, 1],
];

function play([, , beginning, tabs]: Configuration, script: Act[]): Browser {
  const browser = new SimulatedBrowser(beginning, tabs);
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
  expect.fail("autosave doesn't settle");
}

describe.each(CONFIGURATIONS)("%s", (...beginning) => {
  const acts = script(beginning[1]);
  it("loses nothing and sends one request at a time, in any order of events", () => {
    // The simulated browser checks after every event.
    fc.assert(
      fc.property(acts, (script) => {
        play(beginning, script);
      }),
    );
  });

  it("ends on the server, in a conflict or refused", () => {
    fc.assert(
      fc.property(acts, (script) => {
        const browser = play(beginning, script);
        calmDown(browser);
        for (const tab of browser.tabs.filter(({ hasLeft }) => !hasLeft))
          browser.dispatch(tab, { kind: "personChanged", isPerson: browser.hasAccount });
        calmDown(browser);
        for (const { state, hasLeft } of browser.tabs) {
          if (hasLeft || state.tab !== "writer") continue;
          expect(["idle", "conflict"]).toContain(state.server.kind);
          const isWanted = state.isPerson && state.wantsDocument && state.present !== state.untouched;
          if (isWanted && state.server.kind === "idle" && state.problem?.kind !== "refused")
            expect(state.present).toBe(state.onServer);
        }
      }),
    );
  });

  it("closes when asked", () => {
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

it("overwrites nothing that another author saved unless the conflict is resolved", () => {
  const template = CONFIGURATIONS[6] as Configuration;
  fc.assert(
    fc.property(script(fc.oneof(online, saveNow, changeElsewhere)), (acts) => {
      const browser = play(template, acts);
      calmDown(browser);
      for (const { versions } of browser.documents) {
        const theirs = versions.findIndex(({ isOurs }) => !isOurs);
        const later = theirs < 0 ? [] : versions.slice(theirs);
        expect(later.filter(({ isOurs }) => isOurs)).toEqual([]);
      }
    }),
  );
});
