import { notify } from "../browser/toasts.ts";
import { errorMessage } from "./http-client.ts";

/** How a failure is reported: `failure` is logged, and `outcome` is shown in a message, followed by the reason. */
export type FailureReport = { failure?: string; outcome?: string };

export function reportFailure(error: unknown, { failure, outcome }: FailureReport): void {
  if (failure) console.error(failure, error);
  if (outcome) notify({ kind: "failure", message: `${outcome} ${errorMessage(error)}` });
}

/** Runs `work` outside of a component and reports its failure. Resolves to whether it succeeded. */
export async function attempt(report: FailureReport, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    reportFailure(error, report);
    return false;
  }
}
