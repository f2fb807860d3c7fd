import { expect, it } from "vitest";
import type { RenderTemplate } from "../rendering/requests/template-source.ts";
import { createDrawingOrder, type Round, type Work } from "./drawing-order.ts";

const names = (count: number) => Array.from({ length: count }, (_, place) => `t${place + 100}`);

/** An order over templates by these names, none of which has a picture. */
function anOrder(all: readonly string[], isBroken: (id: string) => boolean = () => false) {
  const templates = all.map((id) => ({ id, version: "1" }) as RenderTemplate);
  return createDrawingOrder(
    {
      findWithout: async (ids) => ids.flatMap((id) => templates.filter((each) => each.id === id)),
      listWithout: async (most, except, after) => {
        const rest = templates.filter(({ id, version }) => id > after && !except(id, version)).slice(0, most);
        return { templates: rest, last: rest.length === most ? rest.at(-1)?.id : undefined };
      },
    },
    isBroken,
    new AbortController().signal,
  );
}

/** As drawing does: what is awaited is drawn small, and its pages are kept. */
async function takeAll(round: Round, onTaken: (work: Work) => void = () => undefined): Promise<string[]> {
  const taken: string[] = [];
  for (let work = await round.next(); work; work = await round.next()) {
    const isSmall = work.isAwaited && round.mayFinishLater();
    if (isSmall) round.finishLater(work.template, []);
    taken.push(`${work.template.id}${isSmall ? " small" : work.pages ? " finished" : ""}`);
    onTaken(work);
  }
  return taken;
}

it("sheets that somebody waits for are drawn small first, then the rest, and then those whole", async () => {
  const order = anOrder(["a", "b", "c", "d"]);
  order.prefer(["d", "b"], "sheets");
  expect(await takeAll(order.begin())).toEqual(["d small", "b small", "a", "c", "d finished", "b finished"]);
});

it("a template whose page is opened is drawn whole at once, also when it was only drawn small before", async () => {
  const order = anOrder(["a", "b", "c", "d"]);
  order.prefer(["b", "c"], "sheets");
  const taken = await takeAll(order.begin(), ({ template: { id }, isAwaited }) => {
    if (id === "c" && isAwaited) order.prefer(["b", "d"], "pages");
  });
  expect(taken).toEqual(["b small", "c small", "b finished", "d", "a", "c finished"]);
});

it("somebody who looks at a list does not put off the page that somebody else has opened", async () => {
  const order = anOrder(["a", "b"]);
  order.prefer(["b"], "pages");
  order.prefer(["b"], "sheets");
  expect(await takeAll(order.begin())).toEqual(["b", "a"]);
});

it("the sheets of a page come in the order in which it shows them", async () => {
  const all = names(50);
  const order = anOrder(all);
  order.prefer(all.toReversed(), "sheets");
  expect((await takeAll(order.begin())).slice(0, 50)).toEqual(all.toReversed().map((id) => `${id} small`));
});

it("in a large library what was drawn small is drawn whole after as many as a new library has", async () => {
  const all = names(400);
  const order = anOrder(all);
  order.prefer(["t499", "t498"], "sheets");
  const round = order.begin();
  const quick: boolean[] = [];
  const taken = await takeAll(round, () => quick.push(round.isQuick()));
  const place = taken.indexOf("t499 finished");
  expect([place, taken.indexOf("t498 finished")]).toEqual([242, 243]);
  expect(quick.indexOf(false)).toBe(239);
  expect(taken).toHaveLength(402);
});

it("no more pages are kept than a new library has; what is beyond is drawn whole", async () => {
  const all = names(130);
  const order = anOrder(all);
  order.prefer(all, "sheets");
  const taken = await takeAll(order.begin());
  expect(taken.filter((each) => each.endsWith(" small"))).toHaveLength(100);
  expect(taken.filter((each) => !each.includes(" "))).toHaveLength(30);
  expect(taken.filter((each) => each.endsWith(" finished"))).toHaveLength(100);
});

it("what can't be drawn is left out, and what changed meanwhile is looked at once more", async () => {
  const order = anOrder(["a", "b", "c"], (id) => id === "b");
  const taken = await takeAll(order.begin(), ({ template: { id } }) => id === "c" && order.lookAgain());
  expect(taken).toEqual(["a", "c"]);
  expect(order.isToLookAgain()).toBe(false);
});
