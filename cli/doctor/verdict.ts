import { messageOf } from "../../server/errors/errors.ts";

/** The result of a check, and its remedy unless it is ok. `--json` prints these names, so they stay. */
export type Verdict = { state: "ok" | "warning" | "failed"; says: string; mend?: string };

export const ok = (message: string): Verdict => ({ state: "ok", says: message });
export const warning = (message: string, remedy: string): Verdict => ({
  state: "warning",
  says: message,
  mend: remedy,
});
export const failed = (what: unknown, remedy: string): Verdict => ({
  state: "failed",
  says: messageOf(what),
  mend: remedy,
});

/** The worst of several, with the remedies of all that are not ok. */
export function together(verdicts: Verdict[]): Verdict {
  const worst = (["failed", "warning", "ok"] as const).find((state) =>
    verdicts.some((verdict) => verdict.state === state),
  );
  const reported = worst === "ok" ? verdicts : verdicts.filter(({ state }) => state !== "ok");
  const remedies = reported.flatMap((verdict) => verdict.mend ?? []).join(" ");
  const message = reported.map((verdict) => verdict.says).join(" ");
  return { state: worst ?? "ok", says: message, ...(remedies ? { mend: remedies } : {}) };
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString("en")} MB`;
}
