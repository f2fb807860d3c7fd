import { messageOf } from "../../server/errors/errors.ts";

/** What was found, and what to do about it unless all is well. */
export type Verdict = { state: "ok" | "warning" | "failed"; message: string; mend?: string };

export const ok = (message: string): Verdict => ({ state: "ok", message });
export const warning = (message: string, mend: string): Verdict => ({ state: "warning", message, mend });
export const failed = (what: unknown, mend: string): Verdict => ({
  state: "failed",
  message: messageOf(what),
  mend,
});

/** The worst of several; what is to be done about each of those is said. */
export function together(verdicts: Verdict[]): Verdict {
  const worst = (["failed", "warning", "ok"] as const).find((state) =>
    verdicts.some((verdict) => verdict.state === state),
  );
  const told = worst === "ok" ? verdicts : verdicts.filter(({ state }) => state !== "ok");
  const mend = told.flatMap((verdict) => verdict.mend ?? []).join(" ");
  const message = told.map((verdict) => verdict.message).join(" ");
  return { state: worst ?? "ok", message, ...(mend ? { mend } : {}) };
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024).toLocaleString("en")} MB`;
}
