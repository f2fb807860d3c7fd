import type { EngineIndex } from "../../../contract/rendering/device.ts";
import type { EngineFiles, FromLoader } from "./messages.ts";

/**
 * Loads the engine and compiles it as it arrives, so that the page does no work for it. It is a worker that is told nothing, so nothing typed
 * can be in its requests, and its policy allows no others than those for the engine (server/request/worker-policy.ts).
 */

const SHOWN_STEP = 0.01; // of the progress

load().then(
  ({ files, addresses }) =>
    postMessage({ files, addresses } satisfies FromLoader, { transfer: [files.index] }),
  (error: unknown) => send({ failed: error instanceof Error ? error.message : String(error) }),
);

async function load(): Promise<{ files: EngineFiles; addresses: string[] }> {
  const listed = "/engine/index.json";
  const index = await (await request(listed)).arrayBuffer();
  const { compiler, compilerBytes, renderer }: EngineIndex = JSON.parse(new TextDecoder().decode(index));
  const [compilerModule, rendererModule] = await Promise.all([
    request(compiler).then((answer) => WebAssembly.compileStreaming(withProgress(answer, compilerBytes))),
    WebAssembly.compileStreaming(request(renderer)),
  ]);
  return {
    files: { index, compiler: compilerModule, renderer: rendererModule },
    addresses: [listed, compiler, renderer],
  };
}

async function request(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: "omit", priority: "low" });
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  return answer;
}

function withProgress(answer: Response, all: number): Response {
  let bytes = 0;
  let shown = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, out) {
      bytes += part.byteLength;
      const loaded = Math.min(1, bytes / all);
      if (loaded >= shown + SHOWN_STEP) {
        shown = loaded;
        send({ loaded });
      }
      out.enqueue(part);
    },
  });
  return new Response(answer.body?.pipeThrough(counter), { headers: { "content-type": "application/wasm" } });
}

function send(message: FromLoader): void {
  postMessage(message);
}
