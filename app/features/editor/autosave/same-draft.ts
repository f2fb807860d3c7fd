import type { Draft } from "../../documents/draft.ts";

/** Whether two drafts say the same, whatever order their keys came in. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical({ data, theme, title }: Draft): string {
  return JSON.stringify([data, theme, title ?? ""], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
