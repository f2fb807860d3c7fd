import { expect, test } from "vitest";
import { createTerminal } from "./terminal.ts";

function aStream(isTTY: boolean) {
  let written = "";
  return {
    isTTY,
    columns: 60,
    write: (text: string) => {
      written += text;
      return true;
    },
    text: () => written,
  };
}

test("shows a progress bar below the lines in a terminal", () => {
  const errors = aStream(true);
  const terminal = createTerminal(aStream(true), errors);
  const progress = terminal.follow(2);
  progress.step("notes/ferry");
  terminal.complain("a fault");
  progress.step("notes/tide");
  progress.end();
  const shown = errors.text().split("\r\u001b[2K");
  expect(shown).toEqual([
    "",
    `${"░".repeat(24)} 0 of 2 `,
    `${"█".repeat(12)}${"░".repeat(12)} 1 of 2 notes/ferry`,
    `a fault\n${"█".repeat(12)}${"░".repeat(12)} 1 of 2 notes/ferry`,
    `${"█".repeat(24)} 2 of 2 notes/tide`,
    "",
  ]);
});

test("prints plain lines without a terminal", () => {
  const output = aStream(false);
  const errors = aStream(false);
  const terminal = createTerminal(output, errors);
  const progress = terminal.follow(1);
  terminal.print("ok notes/ferry");
  progress.step("notes/ferry");
  progress.end();
  expect(output.text()).toBe("ok notes/ferry\n");
  expect(errors.text()).toBe("");
});
