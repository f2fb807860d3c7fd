/**
 * Our own and not sonic-boom: that writes pipes with fs.write, which holds one of libuv's threads while nothing reads the pipe, and after
 * a failed write it keeps the lines and does not say in the log how many it dropped.
 */
import { constants, fstatSync, openSync, write } from "node:fs";
import { codeOf } from "../errors/errors.ts";

/** Where log lines go. It never blocks and never throws: lines that can't be written are dropped and counted. */
export type LogOutput = {
  write(line: string): void;
  /** Calls back once every waiting line was written or dropped. */
  flush(done: () => void): void;
  /** Lines dropped since the start. */
  dropped(): number;
};

/** Hands bytes to the system, which reports how many it took or why it took none. */
export type Send = (
  bytes: Uint8Array,
  done: (error: Error | null | undefined, taken: number) => void,
) => void;

const BATCH_CHARACTERS = 4_096;
const FLUSH_MS = 100;
const TRY_AGAIN_MS = 100;
/** A few thousand lines: enough for a reader that pauses, and little memory when nothing reads. */
const MAX_WAITING_CHARACTERS = 1024 * 1024;
const LINE_END = 0x0a;

/** Lines are gathered and sent in batches, one batch at a time. */
export function createLogOutput(send: Send, maxWaiting = MAX_WAITING_CHARACTERS): LogOutput {
  let waiting = "";
  let isSending = false;
  let endsInsideLine = false;
  let dropped = 0;
  let reported = 0; // how many of the dropped ones a line in the log speaks of
  let timer: NodeJS.Timeout | undefined;
  const flushing: (() => void)[] = [];

  function sendLater(): void {
    timer ??= setTimeout(sendBatch, FLUSH_MS).unref();
  }

  function sendBatch(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isSending) return;
    if (waiting === "") {
      finishFlush();
      return;
    }
    isSending = true;
    const reporting = dropped;
    const report = dropped > reported ? reportLine(dropped - reported) : "";
    const start = endsInsideLine ? "\n" : "";
    const batch = Buffer.from(start + waiting + report);
    const lines = countLines(Buffer.from(waiting));
    waiting = "";
    push(batch, (error, rest) => {
      isSending = false;
      if (error) {
        dropped += Math.min(lines, countLines(rest) - countLines(Buffer.from(report)));
        finishFlush();
        return sendLater();
      }
      reported = reporting;
      if (waiting.length >= BATCH_CHARACTERS || flushing.length > 0) sendBatch();
      else if (waiting !== "") sendLater();
    });
  }

  function push(bytes: Buffer, done: (error: Error | null | undefined, rest: Buffer) => void): void {
    send(bytes, (error, taken) => {
      if (error && isMomentary(error)) return void setTimeout(push, TRY_AGAIN_MS, bytes, done).unref();
      if (error) return done(error, bytes);
      if (taken > 0) endsInsideLine = bytes[taken - 1] !== LINE_END;
      if (taken === bytes.length) return done(null, bytes);
      push(bytes.subarray(taken), done);
    });
  }

  function finishFlush(): void {
    for (const done of flushing.splice(0)) done();
  }

  return {
    write: (line) => {
      if (waiting.length + line.length > maxWaiting) {
        dropped++;
        return;
      }
      waiting += line;
      if (waiting.length >= BATCH_CHARACTERS) sendBatch();
      else sendLater();
    },
    flush: (done) => {
      flushing.push(done);
      sendBatch();
    },
    dropped: () => dropped,
  };
}

/** As the other lines of the log. */
function reportLine(count: number): string {
  const line = { level: "warn", time: new Date().toISOString(), dropped: count };
  return `${JSON.stringify({ ...line, msg: "log lines could not be written and were dropped" })}\n`;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_END) count++;
  return count;
}

/** The reader has not caught up yet; a later attempt may succeed. */
function isMomentary(error: Error): boolean {
  return ["EAGAIN", "EBUSY", "EINTR"].includes(codeOf(error));
}

/** Standard output, whatever it is. */
export function createStandardOutput(): LogOutput {
  const kind = fstatSync(1);
  if (kind.isFIFO() || kind.isSocket()) {
    process.stdout.on("error", () => undefined); // each write gets the error as well
    return createLogOutput((bytes, done) => {
      process.stdout.write(bytes, (error) => done(error, bytes.length));
    });
  }
  const handle = kind.isFile() ? 1 : openWithoutWaiting(1);
  return createLogOutput((bytes, done) => write(handle, bytes, done));
}

/**
 * A paused terminal would block a thread. Our own handle can be non-blocking without affecting others on the
 * same terminal.
 */
function openWithoutWaiting(handle: number): number {
  try {
    return openSync(
      `/proc/self/fd/${handle}`,
      constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
  } catch {
    return handle; // not on this system, or not for this user
  }
}
