import upload from "virtual:icon/upload";
import { t } from "@lingui/core/macro";
import { type ReactNode, useRef, useState } from "react";
import { AVATAR_PLACEHOLDER } from "../../../contract/people/avatar.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { reasonOf } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { Avatar, Icon } from "../../ui/icon.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import styles from "./profile.module.css";
import { uploadPhoto } from "./profile.ts";

type PhotoProps = { photo: string | null; onChange(photo: string | null): void };

/** The photo that templates print. */
export function PhotoField({ photo, onChange }: PhotoProps) {
  return (
    <PictureField name="photo" isChosen={photo !== null} onChange={onChange}>
      <Avatar photo={photo} className="large" />
    </PictureField>
  );
}

type AvatarProps = { avatar: string; photo: string | null; onChange(avatar: string): void };

/** The small picture next to a person's name; the photo by default. */
export function AvatarField({ avatar, photo, onChange }: AvatarProps) {
  const isChosen = avatar !== AVATAR_PLACEHOLDER;
  return (
    <PictureField
      name="avatar"
      isChosen={isChosen}
      onChange={(id) => onChange(id ? `/assets/${id}` : AVATAR_PLACEHOLDER)}
    >
      <Avatar photo={photo} avatar={avatar} />
      <p className="muted">
        {isChosen ? t`Shown next to your name on this site.` : t`Your photo is shown next to your name.`}
      </p>
    </PictureField>
  );
}

type Props = {
  name: "photo" | "avatar";
  isChosen: boolean;
  onChange(id: string | null): void;
  children: ReactNode;
};

const photoTexts = () => ({
  label: t`Photo`,
  choose: t`Choose photo`,
  replace: t`Replace photo`,
  remove: t`Remove photo`,
  uploading: t`Uploading photo`,
});
const avatarTexts = () => ({
  label: t`Avatar`,
  choose: t`Choose avatar`,
  replace: t`Replace avatar`,
  remove: t`Remove avatar`,
  uploading: t`Uploading avatar`,
});

/** Chooses, crops, uploads, replaces or removes a picture. Cancelling sends nothing. */
function PictureField({ name, isChosen, onChange, children }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [share, setShare] = useState<number>();
  const texts = name === "photo" ? photoTexts() : avatarTexts();

  const send = async (picture: Blob) => {
    setChosen(undefined);
    setShare(0);
    try {
      onChange(await uploadPhoto(picture, setShare));
    } catch (error) {
      console.error("Image upload failed", error);
      const reason = reasonOf(error);
      notify({
        kind: "failure",
        message:
          name === "photo"
            ? t`We couldn’t upload the photo. ${reason}`
            : t`We couldn’t upload the avatar. ${reason}`,
      });
    } finally {
      setShare(undefined);
    }
  };

  return (
    <div className={styles.photoField}>
      {children}
      <input
        ref={chooser}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        className="sr-only"
        aria-label={texts.label}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = "";
          if (file) setChosen(file);
        }}
      />
      <div className={styles.photoActions}>
        <Button disabled={share !== undefined} onClick={() => chooser.current?.click()}>
          <Icon of={upload} />
          {isChosen ? texts.replace : texts.choose}
        </Button>
        {isChosen && (
          <Button variant="bare" onClick={() => onChange(null)}>
            {texts.remove}
          </Button>
        )}
      </div>
      {share !== undefined && (
        <progress className={styles.uploadBar} value={share} aria-label={texts.uploading} />
      )}
      {chosen && <CropDialog file={chosen} onCrop={send} onCancel={() => setChosen(undefined)} />}
    </div>
  );
}
