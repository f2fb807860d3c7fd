/**
 * What the first visitor of a new library waits for: from an empty data folder to listening, then from listening to the first
 * sheet of home, all of home's, a picture of every template of the starter library, and all its pages at their full size. A sheet
 * counts when its picture has been sent. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- first-start
 */
import { setTimeout as wait } from "node:timers/promises";
import { finish, note } from "./support/figures.ts";
import { aFolder, cpuMsOf, startProduct } from "./support/servers.ts";

const HOME_BAR_S = 8;
const ALL_BAR_S = 30;
const WHOLE_WIDTH = 1_200;
const LOOK_EVERY_MS = 100;
const GIVE_UP_S = 300;

const folder = aFolder();
const begun = performance.now();
const server = await startProduct(folder.path);
const listening = performance.now();
note({ what: "first start: listening", ours: seconds(begun), unit: "s" });
const asked = new Map<string, Promise<unknown>>();
try {
  await untilHome(({ there }) => there > 0);
  note({ what: "first start: home's first sheet", ours: seconds(listening), unit: "s" });
  const { there } = await untilHome(({ coming }) => coming === 0);
  report(`all ${there} sheets of home`, HOME_BAR_S);
  await until(async () => (await widths()).every((width) => width > 0));
  note({ what: "first start: a picture of every template", ours: seconds(listening), unit: "s" });
  await until(async () => (await widths()).every((width) => width >= WHOLE_WIDTH));
  report("all pictures of the library at full size", ALL_BAR_S);
} finally {
  await server.stop();
  folder.remove();
}
finish();

function report(what: string, bar: number): void {
  note({
    what: `first start: ${what}`,
    ours: seconds(listening),
    unit: "s",
    bar: { most: bar },
    processorMs: { ours: cpuMsOf(server) },
  });
}

type Home = { there: number; coming: number };

/** Looks at home as a browser does: asks for the pictures that its sheets name, all at once, as soon as they are named. */
async function untilHome(isEnough: (home: Home) => boolean): Promise<Home> {
  let home: Home = { there: 0, coming: Number.POSITIVE_INFINITY };
  await until(async () => {
    const html = await (await fetch(server.url)).text();
    const pictures = [...html.matchAll(/<img src="(\/assets\/[^"]+)"/g)].map(([, address = ""]) => address);
    const sent = pictures.map((address) => {
      const known = asked.get(address) ?? fetch(server.url + address).then((answer) => answer.arrayBuffer());
      asked.set(address, known);
      return known;
    });
    home = { there: pictures.length, coming: html.match(/class="sheet coming/g)?.length ?? 0 };
    if (!isEnough(home)) return false;
    await Promise.all(sent);
    return true;
  });
  return home;
}

/** Of the pictures of all templates; 0 where there is none yet. */
async function widths(): Promise<number[]> {
  const answer = await fetch(`${server.url}/items/templates?fields=image.width&limit=1000`);
  const { data } = (await answer.json()) as { data: { image: { width: number } | null }[] };
  return data.map(({ image }) => image?.width ?? 0);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (performance.now() - listening > GIVE_UP_S * 1_000) throw new Error(`not after ${GIVE_UP_S} s`);
    await wait(LOOK_EVERY_MS);
  }
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000;
}
