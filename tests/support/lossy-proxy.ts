import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type LossyProxy = {
  /** The database's address through the proxy. */
  url: string;
  /**
   * The next commit of a transaction with this statement is executed, and its connection breaks before the
   * answer.
   */
  loseNextCommit(said: string): void;
  /** Stops all traffic without breaking connections; with false, new connections work again. */
  swallow(all: boolean): void;
  /** How many were lost so far. */
  lost(): number;
  close(): void;
};

/**
 * A proxy between a server and PostgreSQL, for the one fault that leaves a client without knowing the
 * outcome.
 */
export async function startLossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let awaited: string | undefined;
  let lost = 0;
  let swallows = false;
  const proxy = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let said = "";
    let losing = false;
    let swallowed = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on("data", (bytes) => {
      swallowed ||= swallows;
      if (swallowed) return;
      said += bytes.toString("latin1");
      if (/(commit|rollback)\0/i.test(said)) {
        if (awaited !== undefined && said.includes(awaited)) {
          awaited = undefined;
          losing = true;
        }
        said = "";
      }
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      if (swallowed || swallows) return;
      if (!losing) return void client.write(bytes);
      lost++;
      client.destroy();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    loseNextCommit: (words) => {
      awaited = words;
    },
    swallow: (all) => {
      swallows = all;
    },
    lost: () => lost,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
