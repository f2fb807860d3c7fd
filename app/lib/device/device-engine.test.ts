import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RefusedCall } from "../http/http-client.ts";
import { openDeviceEngine } from "./device-engine.ts";
import { EngineUnavailable } from "./engine-errors.ts";
import type { DeviceAnswer, DeviceRequest, EngineFiles, FromWorker, ToWorker } from "./messages.ts";

const REQUEST: DeviceRequest = { kind: "sheet", mode: "preview", data: {}, theme: {} };
const ANSWER: DeviceAnswer = { kind: "sheet", svg: "<svg/>", width: 1, height: 1 };
const FILES = {} as EngineFiles;

/** Answers each request of one worker. Undefined: never. */
type Behaviour = (id: number) => FromWorker | undefined;

/** Workers behave as listed, one after the other; the last one as long as there are more. */
function anEngine(...behaviours: Behaviour[]) {
  const loadFiles = vi.fn(async () => FILES);
  const started: { isEnded: boolean }[] = [];
  const startWorker = () => {
    const behave = behaviours[Math.min(started.length, behaviours.length - 1)];
    const state = { isEnded: false };
    started.push(state);
    const worker = {
      onmessage: (_: { data: FromWorker }) => {},
      onerror: null,
      postMessage: (message: ToWorker) => {
        const answer = "request" in message ? behave?.(message.id) : undefined;
        if (answer) queueMicrotask(() => worker.onmessage({ data: answer }));
      },
      terminate: () => {
        state.isEnded = true;
      },
    };
    return worker as unknown as Worker;
  };
  return { started, loadFiles, engine: openDeviceEngine(() => {}, { startWorker, loadFiles }) };
}

const render = ({ engine }: ReturnType<typeof anEngine>) => engine.render({ id: "t" }, REQUEST);
const good: Behaviour = (id) => ({ id, answer: ANSWER });
const never: Behaviour = () => undefined;
const endsItself: Behaviour = () => ({ ended: true });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", class {});
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a source that loops for ever is refused, and the next document gets another worker", async () => {
  const made = anEngine(never, good);
  const looping = render(made);
  looping.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(looping).rejects.toMatchObject({ code: "RENDER_TIMED_OUT" });
  await expect(looping).rejects.toBeInstanceOf(RefusedCall);
  expect(made.started).toEqual([{ isEnded: true }]);
  expect(await render(made)).toEqual(ANSWER);
  expect(made.started).toHaveLength(2);
});

test("a document whose worker ran out of memory is made by the next one", async () => {
  const made = anEngine(endsItself, good);
  expect(await render(made)).toEqual(ANSWER);
  expect(made.started).toEqual([{ isEnded: true }, { isEnded: false }]);
  expect(made.loadFiles).toHaveBeenCalledTimes(1);
});

test("a document that ends every worker is given up, and others are made", async () => {
  const made = anEngine(endsItself, endsItself, endsItself, good);
  const large = await render(made).catch((error: unknown) => error);
  expect(large).toBeInstanceOf(EngineUnavailable);
  expect(large).toMatchObject({ isOutOfMemory: true });
  expect(await render(made)).toEqual(ANSWER);
});

test("files that can't be loaded fail a document and not the next one", async () => {
  const made = anEngine(good);
  made.loadFiles.mockRejectedValueOnce(new TypeError("fetch failed"));
  await expect(render(made)).rejects.toThrow("fetch failed");
  expect(await render(made)).toEqual(ANSWER);
});
