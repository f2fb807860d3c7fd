import { Dialog } from "@base-ui/react/dialog";

/** The link itself, where the browser doesn't let it be copied. */
export function LinkDialog({ link, onClose }: { link: string | undefined; onClose(): void }) {
  return (
    <Dialog.Root open={link !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="panel dialog">
          <Dialog.Title>A link with these values</Dialog.Title>
          <Dialog.Description>
            Whoever has it sees them. They are in the link itself and nowhere else.
          </Dialog.Description>
          <input
            className="input"
            aria-label="Link"
            readOnly
            value={link ?? ""}
            onFocus={(event) => event.target.select()}
          />
          <div className="dialog-actions">
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
