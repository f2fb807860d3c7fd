/**
 * Values that one screen hands to the editor of a template within this tab. They need not fit into an address, so pictures
 * come along.
 */
type PassedDraft = {
  title?: string;
  data: Record<string, unknown>;
  theme: Record<string, unknown>;
  /** What the template has no place for. */
  kept?: unknown;
};

let passed: { templateId: string; draft: PassedDraft } | undefined;

export function passDraft(templateId: string, draft: PassedDraft): void {
  passed = { templateId, draft };
}

/** Once: whoever opens the template again later finds what they made of it. */
export function takePassedDraft(templateId: string): PassedDraft | undefined {
  const taken = passed?.templateId === templateId ? passed.draft : undefined;
  passed = undefined;
  return taken;
}
