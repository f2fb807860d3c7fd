import type { ParseArgsConfig } from "node:util";
import type { Terminal } from "./terminal.ts";

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

export type Command = {
  /** Its name on the command line: "library look". */
  name: string;
  /** What follows the name: "<path> [--mode sample]". */
  takes: string;
  does: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** Answers with the exit code. */
  run(call: { positionals: string[]; values: Values; terminal: Terminal }): Promise<number>;
};

/** The command was called wrongly; it is answered with how to call it. */
export class UsageError extends Error {}

export function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

export function findCommand(commands: Command[], given: string[]): Command | undefined {
  return commands.find(({ name }) => {
    const parts = name.split(" ");
    return parts.every((part, index) => given[index] === part);
  });
}

export function usage(commands: Command[]): string {
  const lines = commands.map(({ name, takes, does }) => `  typecase ${name} ${takes}\n      ${does}`);
  return `Usage:\n${lines.join("\n")}`;
}
