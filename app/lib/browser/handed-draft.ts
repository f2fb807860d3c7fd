/**
 * Values that one screen hands to the editor of a template within this tab. They need not fit into an address, so pictures
 * come along.
 */
type HandedDraft = {
  title?: string;
  data: Record<string, unknown>;
  theme: Record<string, unknown>;
  /** What the template has no place for. */
  kept?: unknown;
};

let handed: { templateId: string; draft: HandedDraft } | undefined;

export function handDraft(templateId: string, draft: HandedDraft): void {
  handed = { templateId, draft };
}

/** Once: whoever opens the template again later finds what they made of it. */
export function takeHandedDraft(templateId: string): HandedDraft | undefined {
  const taken = handed?.templateId === templateId ? handed.draft : undefined;
  handed = undefined;
  return taken;
}
