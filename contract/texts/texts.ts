import { CHANGES } from "./changes.ts";
import { FINDINGS } from "./findings.ts";
import { REFUSALS } from "./refusals.ts";
import { VALUE_PROBLEMS } from "./value-problems.ts";

/** Every text that the server writes and pages show in their language. */
export const TEXTS = { ...REFUSALS, ...VALUE_PROBLEMS, ...CHANGES, ...FINDINGS } as const;
