import { createServer } from "node:http";

// The minimum a Node server can do: the same bytes for every request. Runs as its own process; gets the body
// over the message channel and returns the port.
process.once("message", ({ body, headers }: { body: string; headers: Record<string, string> }) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, "content-length": bytes.length });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address && typeof address === "object") process.send?.({ port: address.port });
  });
});
