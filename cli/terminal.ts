import path from "node:path";

/** Where a command prints: results on standard output, errors and progress on standard error. */
export type Terminal = {
  print(line: string): void;
  complain(line: string): void;
  /** Does a person watch? */
  isWatched: boolean;
  /** Progress of a long task: a bar in a terminal, otherwise plain lines. */
  follow(total: number): Progress;
};

export type Progress = {
  /** Counts one more, and shows its name next to the bar. */
  step(name: string): void;
  end(): void;
};

type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

const BAR = 24;
const CLEAR_LINE = "\r\u001b[2K";

export function createTerminal(output: Stream = process.stdout, errors: Stream = process.stderr): Terminal {
  let bar = "";
  const above = (stream: Stream, line: string) => {
    if (bar) errors.write(CLEAR_LINE);
    stream.write(`${line}\n`);
    if (bar) errors.write(bar);
  };
  return {
    print: (line) => above(output, line),
    complain: (line) => above(errors, line),
    isWatched: Boolean(errors.isTTY),
    follow: (total) => {
      if (!errors.isTTY) return { step: () => {}, end: () => {} };
      let done = 0;
      const draw = (name: string) => {
        bar = drawBar(done, total, name, errors.columns ?? 80);
        errors.write(CLEAR_LINE + bar);
      };
      draw("");
      return {
        step: (name) => {
          done += 1;
          draw(name);
        },
        end: () => {
          bar = "";
          errors.write(CLEAR_LINE);
        },
      };
    },
  };
}

function drawBar(done: number, total: number, name: string, columns: number): string {
  const full = total === 0 ? BAR : Math.round((done / total) * BAR);
  const line = `${"█".repeat(full)}${"░".repeat(BAR - full)} ${done} of ${total} ${name}`;
  return line.slice(0, columns - 1);
}

/** A path as short as it can be from the folder the command was called in. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative || ".";
}
