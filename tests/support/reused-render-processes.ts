import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import type { FontFile } from "../../engine/job.ts";
import type { FromChild, StartMessage, ToChild } from "../../server/rendering/protocol.ts";
import { spawnChild } from "../../server/rendering/sandbox.ts";

/**
 * Render processes that the servers of one worker use one after the other: starting one takes a second and a half of a core, and most
 * tests that need one ask it for a few pages. A process is handed on when its server closes it while it is idle; one that
 * is killed at work ends, as in production. Tests about starting, ending and growing start their own.
 */
export const spawnReusedChild: typeof spawnChild = (fontFolders, options = {}) => {
  const child = new ReusedChild((start) => takeOrSpawn(start, fontFolders, options));
  return child as unknown as ChildProcess; // the few parts of a process that the pool uses
};

type Started = { process: ChildProcess; key: string; fonts?: FontFile[]; rss: number };

const MAX_RESTING = 2;

const resting: Started[] = [];

function takeOrSpawn(
  { kit, fonts }: StartMessage,
  fontFolders: string[],
  options: Parameters<typeof spawnChild>[1],
): Started {
  // The first process of a server passes its font data on to later ones, which doesn't change them.
  const files = fonts.map(({ file }) => file);
  const key = JSON.stringify([kit, files, fontFolders, options]);
  const place = resting.findIndex(
    ({ key: own, process: { exitCode, signalCode } }) =>
      own === key && exitCode === null && signalCode === null,
  );
  const [found] = place < 0 ? [] : resting.splice(place, 1);
  if (found) {
    found.process.ref();
    found.process.channel?.ref();
    return found;
  }
  const process = spawnChild(fontFolders, options);
  process.send({ start: { kit, fonts } } satisfies ToChild, () => {});
  return { process, key, rss: 0 };
}

class ReusedChild extends EventEmitter {
  readonly stderr = new EventEmitter();
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  #start: (message: StartMessage) => Started;
  #started: Started | undefined;
  #working = 0;
  #stopListening = () => {};

  constructor(start: (message: StartMessage) => Started) {
    super();
    this.#start = start;
  }

  /**
   * Before it gets its start message there is no process yet, and the pool would take one without a number
   * for a failed one.
   */
  get pid(): number | undefined {
    return this.#started?.process.pid ?? 1;
  }

  send(message: ToChild, done: () => void): void {
    if ("start" in message) this.#listen(this.#start(message.start));
    else {
      this.#working += 1;
      this.#started?.process.send(message, done);
    }
  }

  #listen(started: Started): void {
    this.#started = started;
    const { process, fonts } = started;
    const onMessage = (message: FromChild) => {
      started.rss = message.rss;
      if ("ready" in message) started.fonts = message.fonts;
      else this.#working -= 1;
      this.emit("message", message);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => this.#end(code, signal);
    const onComplaint = (chunk: unknown) => this.stderr.emit("data", chunk);
    process.on("message", onMessage).on("exit", onExit);
    process.stderr?.on("data", onComplaint);
    this.#stopListening = () => {
      process.off("message", onMessage).off("exit", onExit);
      process.stderr?.off("data", onComplaint);
    };
    if (fonts)
      setImmediate(
        () => this.exitCode === null && this.emit("message", { ready: true, fonts, rss: started.rss }),
      );
  }

  kill(signal: NodeJS.Signals): void {
    const started = this.#started;
    if (!started || this.signalCode) return;
    const isIdle = started.fonts !== undefined && this.#working === 0;
    if (!isIdle || resting.length >= MAX_RESTING) {
      started.process.kill(signal);
      return;
    }
    this.#stopListening();
    resting.push(started);
    // It ends with this process and doesn't keep it alive.
    started.process.unref();
    started.process.channel?.unref();
    setImmediate(() => this.#end(null, signal));
    this.signalCode = signal;
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    this.exitCode = code;
    this.signalCode = signal;
    this.emit("exit", code, signal);
  }
}
