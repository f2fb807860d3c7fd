/** Loaded later, only by pages that show a template whose picture is still being drawn. */
import { listItems } from "../http/content-client.ts";

type Tell = (image: string) => void;

const MAX_AT_ONCE = 50;
const FIRST_PAUSE_MS = 1_000;
/** The longest pause between requests. */
const LONGEST_PAUSE_MS = 30_000;

const waiting = new Map<string, Set<Tell>>();
let pause = FIRST_PAUSE_MS;
let isLooking = false;

/** Calls back once when a template's picture is ready; all pending pictures are requested together. */
export function onPicture(template: string, tell: Tell): () => void {
  const others = waiting.get(template) ?? new Set();
  waiting.set(template, others.add(tell));
  pause = FIRST_PAUSE_MS;
  if (!isLooking) void look();
  return () => {
    others.delete(tell);
    if (others.size === 0) waiting.delete(template);
  };
}

async function look(): Promise<void> {
  isLooking = true;
  while (waiting.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const isSeen = document.visibilityState === "visible";
    const came = isSeen ? await countPending().catch(() => 0) : 0;
    pause = came > 0 ? FIRST_PAUSE_MS : Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  }
  isLooking = false;
}

async function countPending(): Promise<number> {
  const ids = [...waiting.keys()].slice(0, MAX_AT_ONCE);
  if (ids.length === 0) return 0;
  const { data } = await listItems("templates", {
    filter: { id: { _in: ids.join(",") }, image: { _nnull: true } },
    fields: ["id", "image"],
    limit: MAX_AT_ONCE,
  });
  for (const { id, image } of data) {
    for (const tell of waiting.get(id) ?? []) if (image) tell(image);
    waiting.delete(id);
  }
  return data.length;
}
