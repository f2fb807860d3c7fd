/**
 * A bounded queue in which clients take turns, each with its own items in order: a client that sends many items waits behind its own,
 * and no other client does (docs/decisions/11-fair-queues.md). No library: npm's queues know priorities, but no clients.
 */
type FairQueue<Item> = {
  /**
   * Returns whether the item was added. When the queue is full, the client with the most items loses its newest, unless that is the
   * client that is adding.
   */
  add(client: Client, item: Item): boolean;
  /** The oldest item of the client whose turn it is, among the clients that `may` allows. */
  take(may?: (client: Client, oldest: Item) => boolean): Item | undefined;
  remove(client: Client, item: Item): void;
  /** Removes and returns all items of a client. */
  takeAllOf(client: Client): Item[];
  /** Empties the queue. */
  takeAll(): Item[];
  size(): number;
};

/** A person or an address. Undefined is the server itself, which may fill the queue. */
export type Client = string | undefined;
export type QueueBounds = { max: number; maxPerClient: number };

type Line<Item> = { client: Client; items: Item[] };

export function createFairQueue<Item>({
  max,
  maxPerClient,
  onDisplaced,
}: QueueBounds & {
  /** Called with each item that lost its place. */
  onDisplaced: (item: Item) => void;
}): FairQueue<Item> {
  const turns: Line<Item>[] = [];
  let servedLast: Client;
  let size = 0;
  const lineOf = (client: Client) => turns.find((line) => line.client === client);

  function admit(client: Client): boolean {
    const own = lineOf(client)?.items.length ?? 0;
    if (client !== undefined && own >= maxPerClient) return false;
    if (size < max) return true;
    const longest = turns.reduce((a, b) => (b.items.length > a.items.length ? b : a));
    const last = longest.items.length > own + 1 ? longest.items.pop() : undefined;
    if (last === undefined) return false;
    size -= 1;
    onDisplaced(last);
    return true;
  }

  return {
    add: (client, item) => {
      if (!admit(client)) return false;
      size += 1;
      const line = lineOf(client);
      if (line) {
        line.items.push(item);
        return true;
      }
      // A new client waits for the others' turns, but not for a second one of the client that has just had its own.
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

/** Several fair queues, each with its own bounds. The caller chooses which lanes are served, and in which order. */
type LaneQueue<Lane extends string, Item> = {
  add(item: Item): boolean;
  take(lanes: readonly Lane[], may?: (item: Item) => boolean): Item | undefined;
  remove(item: Item): void;
  takeAllOf(client: Client, lane: Lane): Item[];
  takeAll(): Item[];
  size(lanes?: readonly Lane[]): number;
};

export function createLaneQueue<Lane extends string, Item extends { lane: Lane; client: Client }>(
  bounds: Record<Lane, QueueBounds>,
  onDisplaced: (item: Item) => void,
): LaneQueue<Lane, Item> {
  const names = Object.keys(bounds) as Lane[];
  const lanes = new Map(
    names.map((name) => [name, createFairQueue<Item>({ ...bounds[name], onDisplaced })] as const),
  );
  const laneOf = (name: Lane) => lanes.get(name) as FairQueue<Item>;

  return {
    add: (item) => laneOf(item.lane).add(item.client, item),
    take: (order, may) => {
      for (const name of order) {
        const item = laneOf(name).take(may && ((_, oldest) => may(oldest)));
        if (item) return item;
      }
      return undefined;
    },
    remove: (item) => laneOf(item.lane).remove(item.client, item),
    takeAllOf: (client, name) => laneOf(name).takeAllOf(client),
    takeAll: () => names.flatMap((name) => laneOf(name).takeAll()),
    size: (some = names) => some.reduce((sum, name) => sum + laneOf(name).size(), 0),
  };
}
