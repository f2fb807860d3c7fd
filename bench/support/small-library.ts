import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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

const DRAWN_MS = 120_000;

/** Waits until all thumbnails are drawn, because the same processes draw them. */
export async function untilDrawn({ url }: BenchServer): Promise<void> {
  const bound = performance.now() + DRAWN_MS;
  for (;;) {
    if (performance.now() > bound) throw new Error(`the gallery was not drawn in ${DRAWN_MS / 1_000} s`);
    const answer = await fetch(`${url}/items/templates?filter[image][_null]=true&limit=1&fields=id`);
    const { data }: { data: unknown[] } = await answer.json();
    if (data.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
