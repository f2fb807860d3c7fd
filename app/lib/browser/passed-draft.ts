/**
 * Passes a draft from one screen to the editor within this tab. It may contain pictures, which don't fit into
 * an address.
 */
type PassedDraft = {
  title?: string;
  data: Record<string, unknown>;
  theme: Record<string, unknown>;
  /** Values that the template has no fields for. */
  kept?: unknown;
  /** Details for an e-invoice. */
  invoice?: unknown;
};

let passed: { templateId: string; draft: PassedDraft } | undefined;

export function passDraft(templateId: string, draft: PassedDraft): void {
  passed = { templateId, draft };
}

/** Once: opening the template again later finds the person's own draft. */
export function takePassedDraft(templateId: string): PassedDraft | undefined {
  const taken = passed?.templateId === templateId ? passed.draft : undefined;
  passed = undefined;
  return taken;
}
