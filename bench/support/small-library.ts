import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SMALL_WIDTH } from "../../server/thumbnails/thumbnails.ts";
import type { BenchServer } from "./servers.ts";

const library = fileURLToPath(new URL("../../library", import.meta.url));

/** A library with only these templates, so that nothing else is drawn during a measurement. */
export function aSmallLibrary(folder: string, templates: readonly string[]): string {
  const small = join(folder, "library");
  mkdirSync(small, { recursive: true });
  cpSync(join(library, "types.json"), join(small, "types.json"));
  for (const template of templates) {
    mkdirSync(dirname(join(small, template)), { recursive: true });
    cpSync(join(library, template), join(small, template), { recursive: true });
  }
  return small;
}

const DRAWN_MS = 300_000; // on a busy machine
const ASK_EVERY_MS = 200;
/** Home is rendered again for each new picture, which takes processor time from drawing. */
const ASK_HOME_EVERY_MS = 500;

/** Waits until every template has a picture, if only a small one. */
export function untilPictured(server: BenchServer): Promise<void> {
  return until("not every template got a picture", ASK_EVERY_MS, () =>
    isNone(server, "filter[image][_null]=true"),
  );
}

/** Waits until all thumbnails are drawn whole, because the same processes draw them. */
export function untilDrawn(server: BenchServer): Promise<void> {
  return until(
    "the gallery was not drawn",
    ASK_EVERY_MS,
    async () =>
      (await isNone(server, "filter[image][_null]=true")) &&
      (await isNone(server, `filter[image][width][_lte]=${SMALL_WIDTH}`)),
  );
}

async function isNone({ url }: BenchServer, filter: string): Promise<boolean> {
  const answer = await fetch(`${url}/items/templates?${filter}&limit=1&fields=id`);
  const { data }: { data: unknown[] } = await answer.json();
  return data.length === 0;
}

/** As a visitor who looks at home all the time: its sheets are drawn first. */
export function untilHomeIsDrawn({ url }: BenchServer): Promise<void> {
  return until("the pictures of home were not drawn", ASK_HOME_EVERY_MS, async () => {
    const home = await (await fetch(url, { headers: { accept: "text/html" } })).text();
    return home.includes('class="sheet ') && !home.includes('class="sheet coming');
  });
}

async function until(failure: string, everyMs: number, isDone: () => Promise<boolean>): Promise<void> {
  const bound = performance.now() + DRAWN_MS;
  while (!(await isDone())) {
    if (performance.now() > bound) throw new Error(`${failure} in ${DRAWN_MS / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
