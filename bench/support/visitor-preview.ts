import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { BenchServer } from "./servers.ts";

/** Duration of a visitor's preview while an author types: repeats the studio's requests without a browser. */

/** `after`: milliseconds after the letter; what is drawn in a pause is not requested before one. */
type Sent = { path: string; body: string; after: number };

const PACE_MS = 120; // a visitor who types quickly
const MARK = "Marked";

/** The studio's requests for one letter: the sheet, all samples, the colours of the source and the checks. */
export async function recordLetter(page: Page, untilFollowed: () => Promise<void>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const onRequest = (request: { method(): string; url(): string; postData(): string | null }) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/drafts/"))
      sent.push({
        path: pathname + search,
        body: request.postData() ?? "",
        after: performance.now() - pressed,
      });
  };
  page.on("request", onRequest);
  const pressed = performance.now();
  await page.keyboard.press("c");
  await untilFollowed();
  await page.waitForLoadState("networkidle");
  page.off("request", onRequest);
  return sent;
}

/** An author who types the next letter as soon as everything is up to date. `letters`: how many. */
export function startAuthor(cookie: string, product: BenchServer, recorded: readonly Sent[]) {
  let isTyping = true;
  let letters = 0;
  const typing = (async () => {
    while (isTyping) {
      letters += 1;
      const headers = { cookie, origin: product.url, "content-type": "application/json" };
      await Promise.all(
        recorded.map(async ({ path, body: first, after }) => {
          await wait(after);
          const body = first.replace(MARK, `${MARK} ${letters}`);
          const answer = await fetch(product.url + path, { method: "POST", headers, body });
          await answer.text();
          if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
        }),
      );
    }
  })();
  return {
    async stop(): Promise<number> {
      isTyping = false;
      await typing;
      return letters;
    },
  };
}

/** Milliseconds of each preview in the editor, each with new text, at typing speed. */
export async function timePreviews(
  product: BenchServer,
  template: string,
  count: number,
  series: string,
): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const since = performance.now();
    const answer = await fetch(`${product.url}/render/${template}.svg`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: { notes: `${series} ${turn}` } }),
    });
    await answer.text();
    if (!answer.ok) throw new Error(`a preview was answered ${answer.status}`);
    times.push(performance.now() - since);
    await wait(PACE_MS);
  }
  return times;
}
