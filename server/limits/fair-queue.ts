/** A bounded queue in which clients take turns: whoever sends much waits behind their own, not in front of others. */
export type FairQueue<Item> = {
  /** Whether there was room: in all, and in this client's share. */
  add(client: string, item: Item): boolean;
  /** The oldest of the client whose turn it is. */
  take(): Item | undefined;
  remove(client: string, item: Item): void;
  /** Empties it. */
  takeAll(): Item[];
  size(): number;
};

export type QueueBounds = { most: number; mostPerClient: number };

export function createFairQueue<Item>({ most, mostPerClient }: QueueBounds): FairQueue<Item> {
  // A Map lists its keys in the order they were set, so the first is the client whose turn it is.
  const waiting = new Map<string, Item[]>();
  let size = 0;

  return {
    add: (client, item) => {
      const own = waiting.get(client) ?? [];
      if (size >= most || own.length >= mostPerClient) return false;
      own.push(item);
      waiting.set(client, own);
      size += 1;
      return true;
    },
    take: () => {
      const [next] = waiting;
      if (!next) return undefined;
      const [client, own] = next;
      const item = own.shift();
      waiting.delete(client);
      if (own.length > 0) waiting.set(client, own);
      size -= 1;
      return item;
    },
    remove: (client, item) => {
      const own = waiting.get(client) ?? [];
      const place = own.indexOf(item);
      if (place < 0) return;
      own.splice(place, 1);
      if (own.length === 0) waiting.delete(client);
      size -= 1;
    },
    takeAll: () => {
      const all = [...waiting.values()].flat();
      waiting.clear();
      size = 0;
      return all;
    },
    size: () => size,
  };
}
