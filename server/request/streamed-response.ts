import { messageOf } from "../errors/errors.ts";
import type { RequestContext } from "./request.ts";

/**
 * Pieces are made as the client takes them, and no more once it has left. When one can't be made the connection is cut: an
 * answer that ended would look like the whole file.
 */
export function streamResponse(
  c: RequestContext,
  pieces: AsyncGenerator<Uint8Array>,
  headers: Record<string, string>,
): Response {
  const { outgoing } = c.env;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          c.get("log").error({ error: messageOf(error) }, "a file was cut off");
          if (outgoing) outgoing.destroy();
          else controller.error(error);
        }
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  // Set explicitly, so that no chunk is read from the stream before the response has begun.
  return c.body(stream, 200, { ...headers, "transfer-encoding": "chunked" });
}
