import { messageOf } from "../../server/errors/errors.ts";

/** What was found, and what to do about it unless all is well. Programs read these names with `--json`. */
export type Verdict = { state: "ok" | "warning" | "failed"; says: string; mend?: string };

export const ok = (message: string): Verdict => ({ state: "ok", says: message });
export const warning = (message: string, mend: string): Verdict => ({
  state: "warning",
  says: message,
  mend,
});
export const failed = (what: unknown, mend: string): Verdict => ({
  state: "failed",
  says: messageOf(what),
  mend,
});

/** The worst of several, with the remedies of all that are not ok. */
export function together(verdicts: Verdict[]): Verdict {
  const worst = (["failed", "warning", "ok"] as const).find((state) =>
    verdicts.some((verdict) => verdict.state === state),
  );
  const reported = worst === "ok" ? verdicts : verdicts.filter(({ state }) => state !== "ok");
  const mend = reported.flatMap((verdict) => verdict.mend ?? []).join(" ");
  const says = reported.map((verdict) => verdict.says).join(" ");
  return { state: worst ?? "ok", says, ...(mend ? { mend } : {}) };
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString("en")} MB`;
}
