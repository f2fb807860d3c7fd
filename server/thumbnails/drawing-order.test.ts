import { expect, it } from "vitest";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import { createDrawingOrder, type Round, type Work } from "./drawing-order.ts";

const names = (count: number) => Array.from({ length: count }, (_, place) => `t${place + 100}`);

/** An order over templates by these names, none of which has a picture. */
function anOrder(all: readonly string[], isBroken: (id: string) => boolean = () => false) {
  const templates = all.map((id) => ({ id, version: "1" }) as RenderTemplate);
  return createDrawingOrder(
    {
      findWithout: async (ids) => ids.flatMap((id) => templates.filter((each) => each.id === id)),
      listWithout: async (max, except, after) => {
        const rest = templates.filter(({ id, version }) => id > after && !except(id, version)).slice(0, max);
        return { templates: rest, last: rest.length === max ? rest.at(-1)?.id : undefined };
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

it("draws awaited sheets small first, then the rest, then whole", async () => {
  const order = anOrder(["a", "b", "c", "d"]);
  order.prefer(["d", "b"], "sheets");
  expect(await takeAll(order.begin())).toEqual(["d small", "b small", "a", "c", "d finished", "b finished"]);
});

it("draws an opened template whole at once", async () => {
  const order = anOrder(["a", "b", "c", "d"]);
  order.prefer(["b", "c"], "sheets");
  const taken = await takeAll(order.begin(), ({ template: { id }, isAwaited }) => {
    if (id === "c" && isAwaited) order.prefer(["b", "d"], "pages");
  });
  expect(taken).toEqual(["b small", "c small", "b finished", "d", "a", "c finished"]);
});

it("prefers an opened page over lists", async () => {
  const order = anOrder(["a", "b"]);
  order.prefer(["b"], "pages");
  order.prefer(["b"], "sheets");
  expect(await takeAll(order.begin())).toEqual(["b", "a"]);
});

it("draws a page's sheets in order", async () => {
  const all = names(50);
  const order = anOrder(all);
  order.prefer(all.toReversed(), "sheets");
  expect((await takeAll(order.begin())).slice(0, 50)).toEqual(all.toReversed().map((id) => `${id} small`));
});

it("draws small sheets whole after a limit in a large library", async () => {
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

it("limits small pages", async () => {
  const all = names(130);
  const order = anOrder(all);
  order.prefer(all, "sheets");
  const taken = await takeAll(order.begin());
  expect(taken.filter((each) => each.endsWith(" small"))).toHaveLength(100);
  expect(taken.filter((each) => !each.includes(" "))).toHaveLength(30);
  expect(taken.filter((each) => each.endsWith(" finished"))).toHaveLength(100);
});

it("skips failures and rechecks changed templates", async () => {
  const order = anOrder(["a", "b", "c"], (id) => id === "b");
  const taken = await takeAll(order.begin(), ({ template: { id } }) => id === "c" && order.lookAgain());
  expect(taken).toEqual(["a", "c"]);
  expect(order.isToLookAgain()).toBe(false);
});
