import { useEffect } from "react";
import { createStore, useStore } from "../../lib/browser/store.ts";
import { Icon } from "../../ui/icon.tsx";

/**
 * Icons named in data ("lucide:file-text") come from the icon service in the shape of the Iconify API. Names
 * requested together are sent together; if the service doesn't answer, an empty square is shown.
 */

const MAX_ADDRESS = 500; // the service refuses longer ones
export const GIVE_UP_MS = 5_000;

const drawings = createStore<ReadonlyMap<string, string>>(new Map());
const requested = new Set<string>();
const waiting = new Set<string>();

type IconAnswer = { icons: Record<string, { body: string }> };

/** Splits the names of one set into requests whose address stays within the bound. */
export function planRequests(set: string, names: readonly string[]): string[] {
  const addresses: string[] = [];
  let current = "";
  for (const name of names) {
    const next = current ? `${current},${name}` : `/icons/${set}.json?icons=${name}`;
    if (next.length > MAX_ADDRESS && current) {
      addresses.push(current);
      current = `/icons/${set}.json?icons=${name}`;
    } else current = next;
  }
  return current ? [...addresses, current] : addresses;
}

async function fetchIcons(set: string, address: string, names: readonly string[]): Promise<void> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(GIVE_UP_MS) });
    if (!answer.ok) throw new Error(`the icon service answered ${answer.status}`);
    const { icons }: IconAnswer = await answer.json();
    const found = Object.entries(icons).map(([name, { body }]) => [`${set}:${name}`, body] as const);
    drawings.set(new Map([...drawings.get(), ...found]));
  } catch (error) {
    console.error("Icon fetch failed", error);
    for (const name of names) requested.delete(name); // the next use requests it again
  }
}

function sendWaiting(): void {
  const bySet = Map.groupBy(waiting, (name) => name.split(":", 1)[0] ?? "");
  waiting.clear();
  for (const [set, names] of bySet) {
    const short = names.map((name) => name.slice(set.length + 1));
    for (const address of planRequests(set, short.sort())) void fetchIcons(set, address, names);
  }
}

/** Requests an icon. */
export function askForIcon(name: string): void {
  if (requested.has(name) || !/^[a-z0-9-]+:[a-z0-9-]+$/.test(name)) return;
  requested.add(name);
  if (waiting.size === 0) setTimeout(sendWaiting); // batches the requests of this turn
  waiting.add(name);
}

/** An icon named in data, such as "lucide:file-text"; an empty square until it has loaded. */
export function NamedIcon({ name }: { name: string }) {
  useEffect(() => askForIcon(name), [name]);
  const drawing = useStore(drawings, (drawn) => drawn.get(name));
  return <Icon of={drawing ?? ""} />;
}
