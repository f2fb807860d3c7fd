import { tell } from "../../../lib/messages.ts";
import type { Draft } from "../../documents/draft.ts";
import { packDraft } from "../autosave/link.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** Copies a link that opens the template with these values. Gives the link where the browser doesn't let it be copied. */
export async function copyDraftLink(template: EditorTemplate, draft: Draft): Promise<string | undefined> {
  const made = packDraft(draft);
  if (made.kind === "too long") {
    tell({
      kind: "failure",
      words: `This is too much for a link: ${sayThousands(made.characters)} characters, and at most ${sayThousands(made.most)} travel safely. The data can be saved as a file instead.`,
    });
    return undefined;
  }
  const address = `${location.origin}${template.url}/use${made.fragment}`;
  const note = made.leftOutPictures ? " Pictures don’t fit into a link and are left out." : "";
  try {
    await navigator.clipboard.writeText(address);
    tell({ kind: "fact", words: `The link is copied. Whoever has it sees these values.${note}` });
    return undefined;
  } catch {
    return address; // not allowed, or not a secure page
  }
}

const sayThousands = (count: number) => count.toLocaleString("en");
