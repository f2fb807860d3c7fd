import { plural, t } from "@lingui/core/macro";
import { notify } from "../../../lib/browser/toasts.ts";
import { inPageLanguage } from "../../../lib/i18n/addresses.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import { packDraft } from "../autosave/link.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** Copies a link that opens the template with these values. Returns the link if the browser doesn't allow copying. */
export async function copyDraftLink(template: EditorTemplate, draft: Draft): Promise<string | undefined> {
  const made = packDraft(draft);
  if (made.kind === "too long") {
    const { characters } = made;
    const most = formatNumber(made.max);
    notify({
      kind: "failure",
      message: plural(characters, {
        one: `This draft is too long for a link: # character, and the limit is ${most}. Download the data instead.`,
        other: `This draft is too long for a link: # characters, and the limit is ${most}. Download the data instead.`,
      }),
    });
    return undefined;
  }
  const address = `${location.origin}${inPageLanguage(template.url)}/use${made.fragment}`;
  try {
    await navigator.clipboard.writeText(address);
    notify({
      kind: "fact",
      message: made.leftOutPictures
        ? t`Link copied. Anyone with the link can see your data, but not the pictures.`
        : t`Link copied. Anyone with the link can see your data.`,
    });
    return undefined;
  } catch {
    return address; // not allowed, or not a secure page
  }
}

/** Shows the link where the browser doesn't allow copying. */
export function LinkDialog({ link, onClose }: { link: string | undefined; onClose(): void }) {
  return (
    <Dialog isOpen={link !== undefined} title={t`Link with your data`} onClose={onClose}>
      <DialogDescription>{t`Anyone with the link can see your data. It’s part of the link and isn’t stored anywhere else.`}</DialogDescription>
      <input
        className="input"
        aria-label={t`Link`}
        readOnly
        value={link ?? ""}
        onFocus={(event) => event.target.select()}
      />
      <DialogActions close={t`Close`} />
    </Dialog>
  );
}
