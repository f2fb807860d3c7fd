/** Where a command speaks: results on standard output, complaints on standard error. */
export type Terminal = {
  print(line: string): void;
  complain(line: string): void;
};

export function createTerminal(): Terminal {
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
  };
}
