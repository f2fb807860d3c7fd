import { expect, it } from "vitest";
import { createLogOutput, type Send } from "./log-output.ts";

type Pending = { text: string; done: Parameters<Send>[1] };

/** An output whose system answers when and how a test says. */
function anOutput(maxWaiting?: number) {
  const asked: Pending[] = [];
  const output = createLogOutput(
    (bytes, done) => asked.push({ text: Buffer.from(bytes).toString(), done }),
    maxWaiting,
  );
  const flushed = () => new Promise<void>((resolve) => output.flush(resolve));
  return { output, asked, flushed };
}

const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
const take = ({ text, done }: Pending, bytes = text.length) => done(null, bytes);

it("drops, counts and later reports lines that can't be written", async () => {
  const { output, asked, flushed } = anOutput();
  for (const line of ["one\n", "two\n"]) output.write(line);
  const failed = flushed();
  asked[0]?.done(full, 0);
  await failed;
  expect(output.dropped()).toBe(2);

  output.write("three\n");
  const done = flushed();
  const [, next] = asked as [Pending, Pending];
  const [first, report] = next.text.trimEnd().split("\n");
  expect(first).toBe("three");
  expect(JSON.parse(report as string)).toMatchObject({
    level: "warn",
    dropped: 2,
    msg: "log lines could not be written and were dropped",
  });
  take(next);
  await done;
  output.write("four\n");
  void flushed();
  expect(asked[2]?.text).toBe("four\n");
});

it("keeps a count that could not be written", async () => {
  const { output, asked, flushed } = anOutput();
  for (const [index, line] of ["one\n", "two\n"].entries()) {
    output.write(line);
    const failed = flushed();
    asked[index]?.done(full, 0);
    await failed;
  }
  output.write("three\n");
  void flushed();
  expect(asked[2]?.text).toContain('"dropped":2');
});

it("limits the memory for an unread pipe", () => {
  const { output, asked } = anOutput(10_000);
  for (let count = 0; count < 1_000; count++) output.write(`${"x".repeat(99)}\n`);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.text.length).toBe(4_100);
  expect(output.dropped()).toBe(1_000 - 41 - 100);
});

it("continues partial writes and ends broken lines", async () => {
  const { output, asked, flushed } = anOutput();
  for (const line of ["first\n", "second\n", "third\n"]) output.write(line);
  const failed = flushed();
  take(asked[0] as Pending, 8);
  expect(asked[1]?.text).toBe("cond\nthird\n");
  asked[1]?.done(full, 0);
  await failed;
  expect(output.dropped()).toBe(2);
  output.write("fourth\n");
  void flushed();
  expect(asked[2]?.text.startsWith("\nfourth\n")).toBe(true);
});
