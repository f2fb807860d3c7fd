/** Something the operator can mend. Told in one line, without a stack, and the process ends with 1. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

export function startProblem(what: string, mend: string): StartProblem {
  return new StartProblem(`${what} ${mend}`.replace(/\s+/g, " "));
}
