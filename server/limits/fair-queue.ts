/**
 * A bounded queue in which clients take turns, each with its own items in order: whoever sends much waits behind their own, and
 * nobody else does (docs/decisions/11-fair-queues.md).
 */
export type FairQueue<Item> = {
  /**
   * Whether there was room. When all places are taken, the client with the most of them gives up the one it took last, unless that
   * is the one who asks.
   */
  add(client: Client, item: Item): boolean;
  /** The oldest of the client whose turn it is; of those that may have a turn now, where that is said. */
  take(may?: (client: Client, oldest: Item) => boolean): Item | undefined;
  remove(client: Client, item: Item): void;
  /** All that a client has waiting, taken out. */
  takeAllOf(client: Client): Item[];
  /** Empties it. */
  takeAll(): Item[];
  size(): number;
};

/** A person or an address. Undefined is the server itself, which may take all places. */
export type Client = string | undefined;
export type QueueBounds = { most: number; mostPerClient: number };

type Line<Item> = { client: Client; items: Item[] };

export function createFairQueue<Item>({
  most,
  mostPerClient,
  onDisplaced,
}: QueueBounds & {
  /** Told of each item that gave up its place. */
  onDisplaced: (item: Item) => void;
}): FairQueue<Item> {
  const turns: Line<Item>[] = [];
  let servedLast: Client;
  let size = 0;
  const lineOf = (client: Client) => turns.find((line) => line.client === client);

  function makeRoom(client: Client): boolean {
    const own = lineOf(client)?.items.length ?? 0;
    if (client !== undefined && own >= mostPerClient) return false;
    if (size < most) return true;
    const longest = turns.reduce((a, b) => (b.items.length > a.items.length ? b : a));
    const last = longest.items.length > own + 1 ? longest.items.pop() : undefined;
    if (last === undefined) return false;
    size -= 1;
    onDisplaced(last);
    return true;
  }

  return {
    add: (client, item) => {
      if (!makeRoom(client)) return false;
      size += 1;
      const line = lineOf(client);
      if (line) {
        line.items.push(item);
        return true;
      }
      // Whoever comes waits for the others' turns, but not for a second one of the client that has just had its own.
      const last = turns.at(-1);
      const place = last && last.client === servedLast ? turns.length - 1 : turns.length;
      turns.splice(place, 0, { client, items: [item] });
      return true;
    },
    take: (may) => {
      const isNext = ({ client, items: [oldest] }: Line<Item>) =>
        oldest !== undefined && may?.(client, oldest);
      const place = may ? turns.findIndex(isNext) : 0;
      const [line] = place < 0 ? [] : turns.splice(place, 1);
      const item = line?.items.shift();
      if (!line || item === undefined) return undefined;
      if (line.items.length > 0) turns.push(line);
      servedLast = line.client;
      size -= 1;
      return item;
    },
    remove: (client, item) => {
      const line = lineOf(client);
      const place = line?.items.indexOf(item) ?? -1;
      if (!line || place < 0) return;
      line.items.splice(place, 1);
      size -= 1;
      if (line.items.length === 0) turns.splice(turns.indexOf(line), 1);
    },
    takeAllOf: (client) => {
      const place = turns.findIndex((line) => line.client === client);
      const [line] = place < 0 ? [] : turns.splice(place, 1);
      size -= line?.items.length ?? 0;
      return line?.items ?? [];
    },
    takeAll: () => {
      const all = turns.splice(0).flatMap(({ items }) => items);
      size = 0;
      return all;
    },
    size: () => size,
  };
}
