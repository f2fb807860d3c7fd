import { plural, t } from "@lingui/core/macro";
import { z } from "zod";

// Compiling checks at run time would need a policy that allows eval.
z.config({ jitless: true });

/** An address as people type it; the server decides. */
const email = z
  .string()
  .trim()
  .superRefine((given, context) => {
    const problem = emailProblem(given);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

export function emailProblem(given: string): string | undefined {
  if (given === "") return t`Enter your email address`;
  const at = given.lastIndexOf("@");
  if (at < 1) return t`Include an @ in the address, as in noor@halvorsen.example`;
  const domain = given.slice(at + 1);
  if (/[\s,;<>]/.test(given)) return t`Enter one address, without spaces or commas`;
  if (!/^[^.]+(\.[^.]+)+$/.test(domain)) return t`Include a dot after the @, as in halvorsen.example`;
  if (given.length > 254) return t`This address is too long`;
  return undefined;
}

/** One line that may not be empty. Messages are functions: their language is known only when a form is checked. */
function line(missing: () => string, max: number) {
  return z
    .string()
    .trim()
    .min(1, { error: missing })
    .max(max, { error: () => tooLong(max) })
    .regex(/^\P{Cc}*$/u, { error: () => t`Use a single line` });
}

function text(missing: () => string, max: number) {
  return z
    .string()
    .trim()
    .min(1, { error: missing })
    .max(max, { error: () => tooLong(max) });
}

export function tooLong(max: number): string {
  return plural(max, { one: "Use at most # character", other: "Use at most # characters" });
}

export const rules = { email, line, text };
export { z };
