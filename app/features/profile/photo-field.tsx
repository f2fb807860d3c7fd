import upload from "virtual:icon/upload";
import { useRef, useState } from "react";
import { reasonOf } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";
import { Avatar, Icon } from "../../ui/icon.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import { uploadPhoto } from "./profile.ts";

type Props = { photo: string | null; avatar: string; onChange(photo: string | null): void };

/** Choose, crop, see how far it is, replace or remove. A chooser that is cancelled asks the server nothing. */
export function PhotoField({ photo, avatar, onChange }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [share, setShare] = useState<number>();

  const send = async (picture: Blob) => {
    setChosen(undefined);
    setShare(0);
    try {
      onChange(await uploadPhoto(picture, setShare));
    } catch (error) {
      console.error("Image upload failed", error);
      tell({
        kind: "failure",
        words: `The photo was not uploaded. The one before stays. ${reasonOf(error)}`,
      });
    } finally {
      setShare(undefined);
    }
  };

  return (
    <div className="photo-field">
      <Avatar photo={photo} avatar={avatar} className="large" />
      <input
        ref={chooser}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        className="sr-only"
        aria-label="Photo"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = "";
          if (file) setChosen(file);
        }}
      />
      <div className="photo-actions">
        <button
          type="button"
          className="button"
          disabled={share !== undefined}
          onClick={() => chooser.current?.click()}
        >
          <Icon of={upload} />
          {photo ? "Replace the photo" : "Choose a photo"}
        </button>
        {photo && (
          <button type="button" className="button bare" onClick={() => onChange(null)}>
            Remove
          </button>
        )}
      </div>
      {share !== undefined && (
        <progress className="upload-bar" value={share} aria-label="Uploading the photo" />
      )}
      {chosen && <CropDialog file={chosen} onCrop={send} onCancel={() => setChosen(undefined)} />}
    </div>
  );
}
