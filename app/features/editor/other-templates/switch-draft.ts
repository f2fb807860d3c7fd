import type { NavigateFunction } from "react-router";
import { handDraft } from "../../../lib/handed-draft.ts";
import { reasonOf } from "../../../lib/http-client.ts";
import { tell } from "../../../lib/messages.ts";
import { takeTemplate } from "../../documents/index.ts";
import type { DraftStatus } from "../autosave/status.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import type { Offer } from "./template-offers.ts";

type Open = {
  template: EditorTemplate;
  draft: Draft;
  status: DraftStatus;
  navigate: NavigateFunction;
};

/** The open draft in another template: a document on the server, anything else on this device. */
export async function chooseTemplate(
  { template, draft, status, navigate }: Open,
  offer: Offer,
): Promise<void> {
  const { documentId } = status;
  const words = `${template.name} became ${offer.name}. Every word is kept`;
  try {
    if (documentId) {
      // What was typed last has to be on the server before the document is another one.
      if (!(await status.whenSaved())) throw new Error("The document is not saved yet.");
      const place = (url: string) => `${url}/use?document=${documentId}`;
      await takeTemplate(documentId, { templates_id: offer.id });
      await navigate(place(offer.url), { replace: true });
      const goBack = async () => {
        const before = { templates_id: template.id, template_versions_id: template.versionId };
        await takeTemplate(documentId, before);
        await navigate(place(template.url), { replace: true });
      };
      tell({ kind: "fact", words, action: { label: "Undo", run: () => void goBack().catch(sayFailure) } });
      return;
    }
    const { data, kept } = offer;
    const { theme, title } = draft;
    handDraft(offer.id, { data, theme, kept, ...(title ? { title } : {}) });
    await navigate(`${offer.url}/use`);
    // The draft of the other template is still where it was.
    tell({ kind: "fact", words, action: { label: "Undo", run: () => void navigate(`${template.url}/use`) } });
  } catch (error) {
    sayFailure(error);
  }
}

function sayFailure(error: unknown): void {
  console.error("Template change failed", error);
  tell({ kind: "failure", words: `The document keeps its template. ${reasonOf(error)}` });
}
