import { notify } from "../../../lib/browser/toasts.ts";
import { Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import { packDraft } from "../autosave/link.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** Copies a link that opens the template with these values. Gives the link where the browser doesn't let it be copied. */
export async function copyDraftLink(template: EditorTemplate, draft: Draft): Promise<string | undefined> {
  const made = packDraft(draft);
  if (made.kind === "too long") {
    notify({
      kind: "failure",
      message: `This is too much for a link: ${formatThousands(made.characters)} characters, and at most ${formatThousands(made.most)} travel safely. The data can be saved as a file instead.`,
    });
    return undefined;
  }
  const address = `${location.origin}${template.url}/use${made.fragment}`;
  const note = made.leftOutPictures ? " Pictures don’t fit into a link and are left out." : "";
  try {
    await navigator.clipboard.writeText(address);
    notify({ kind: "fact", message: `The link is copied. Whoever has it sees these values.${note}` });
    return undefined;
  } catch {
    return address; // not allowed, or not a secure page
  }
}

const formatThousands = (count: number) => count.toLocaleString("en");

/** The link itself, where the browser doesn't let it be copied. */
export function LinkDialog({ link, onClose }: { link: string | undefined; onClose(): void }) {
  return (
    <Dialog isOpen={link !== undefined} title="A link with these values" onClose={onClose}>
      <DialogDescription>
        Whoever has it sees them. They are in the link itself and nowhere else.
      </DialogDescription>
      <input
        className="input"
        aria-label="Link"
        readOnly
        value={link ?? ""}
        onFocus={(event) => event.target.select()}
      />
      <DialogActions close="Close" />
    </Dialog>
  );
}
