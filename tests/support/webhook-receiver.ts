import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

type Received = { headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks on this machine: answers as told, otherwise with 200. With a certificate, over HTTPS. */
export async function aReceiver(certificate?: { key: Buffer; cert: Buffer }) {
  const received: Received[] = [];
  const answers: ((response: ServerResponse) => unknown)[] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      (answers.shift() ?? ((response) => response.end("thanks")))(response);
    });
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${certificate ? "https" : "http"}://127.0.0.1:${port}/in`,
    received,
    /** How the next requests are answered, in order. */
    answers,
    connections: () => connections,
    /** What was received last, verified as a receiver does it. */
    verified(secret: string, index = received.length - 1): unknown {
      const { headers, body } = received[index] as Received;
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
export type Receiver = Awaited<ReturnType<typeof aReceiver>>;

export const withStatus =
  (status: number, body = "", headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body);
