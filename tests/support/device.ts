import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { BUILD_ASSETS } from "../../server/releases/releases.ts";

/** Makes a page believe it is on a device that may load the engine (app/lib/device/engine-state.ts). */
export async function allowEngine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 8 });
    Object.defineProperty(navigator, "deviceMemory", { get: () => 8 });
  });
}

export function engineScriptPath(of: "worker" | "loader"): string {
  const name = readdirSync(BUILD_ASSETS).find((each) => each.startsWith(`engine-${of}-`));
  if (!name) throw new Error(`the build has no script for the engine's ${of}`);
  return `/builds/assets/${name}`;
}

type Asked = {
  template: string;
  kind: "pages" | "pdf" | "xml";
  mode: string;
  data: unknown;
  theme: unknown;
  profile?: string;
  invoice?: unknown;
  archive?: boolean;
};

/** Renders with the engine's worker, as the editor does: the answers as JSON, files as base64. */
export async function renderInBrowser(page: Page, asked: Asked[]): Promise<string[]> {
  return page.evaluate(
    async ({ asked, worker: path, loader }) => {
      type Message = Record<string, never> & {
        id: number;
        missing?: string[];
        refused?: unknown;
        answer?: { kind: string; bytes?: Uint8Array };
        ended?: true;
      };
      const bytesOf = async (address: string) => (await fetch(address)).arrayBuffer();
      const index = await bytesOf("/engine/index.json");
      const { compiler, renderer } = await new Promise<{ compiler: unknown; renderer: unknown }>(
        (resolve, reject) => {
          const loading = new Worker(loader, { type: "module" });
          loading.onmessage = ({ data }) => {
            if (data.failed) reject(new Error(data.failed));
            if (data.files) resolve(data.files);
          };
        },
      );
      // A worker says that it ended after its answer, while nobody waits for a message.
      let messages: ReadableStreamDefaultReader<Message>;
      const startWorker = () => {
        const started = new Worker(path, { type: "module" });
        const stream = new ReadableStream<Message>({
          start: (queue) => {
            started.onmessage = ({ data }) => {
              if (!data.ready) queue.enqueue(data);
            };
            started.onerror = ({ message }) => queue.error(new Error(message));
          },
        });
        messages = stream.getReader();
        started.postMessage({ start: { index, compiler, renderer } });
        return started;
      };
      let worker = startWorker();
      const next = async () => {
        const { value } = await messages.read();
        if (!value) throw new Error("the worker's messages have ended");
        return value;
      };
      const answers: string[] = [];
      for (const [id, { template, ...request }] of asked.entries()) {
        const key = template;
        const source = await (await fetch(`/engine/templates/${template}`)).json();
        worker.postMessage({ template: { key, template: source } });
        for (;;) {
          worker.postMessage({ id, of: key, request });
          const message = await next();
          if (message.ended) {
            // The one before took too much memory.
            worker.terminate();
            worker = startWorker();
            worker.postMessage({ template: { key, template: source } });
            continue;
          }
          if (message.missing) {
            const fonts = await Promise.all(
              message.missing.map(async (file) => ({ file, bytes: await bytesOf(file) })),
            );
            worker.postMessage({ fonts });
            continue;
          }
          const { answer } = message;
          if (!answer) answers.push(JSON.stringify(message));
          else if (answer.bytes)
            answers.push(
              await new Promise((resolve) => {
                const reader = new FileReader();
                reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
                reader.readAsDataURL(new Blob([answer.bytes as Uint8Array<ArrayBuffer>]));
              }),
            );
          else answers.push(JSON.stringify(answer));
          break;
        }
      }
      worker.terminate();
      return answers;
    },
    { asked, worker: engineScriptPath("worker"), loader: engineScriptPath("loader") },
  );
}
