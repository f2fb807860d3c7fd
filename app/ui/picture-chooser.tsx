import { t } from "@lingui/core/macro";
import { type ReactNode, useRef, useState } from "react";
import { NoPicture, PICTURE_TYPES, readPicture } from "../lib/pictures/picture.ts";

type Options = {
  label: string;
  /** Why a picture can't be taken; undefined when it can. */
  refuse?(picture: string): string | undefined;
  onPicture(picture: string): void;
};

type PictureChooser = {
  /** Visually hidden; anywhere in the field. */
  input: ReactNode;
  open(): void;
  /** A file that came another way: dropped, say. */
  take(file: File | undefined): Promise<void>;
  isBusy: boolean;
  failure: string | undefined;
};

/** A file of a picture, chosen and made small. A chooser that is cancelled changes nothing. */
export function usePictureChooser({ label, refuse, onPicture }: Options): PictureChooser {
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const take = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const picture = await readPicture(file);
      const reason = refuse?.(picture);
      if (reason) setFailure(reason);
      else onPicture(picture);
    } catch (error) {
      if (!(error instanceof NoPicture)) console.error("Picture failed", error);
      setFailure(
        error instanceof NoPicture
          ? t`We couldn’t read that file as a picture. Choose a JPEG, PNG, WebP or GIF file.`
          : t`We couldn’t process the picture. Choose another one.`,
      );
    } finally {
      setBusy(false);
    }
  };

  const input = (
    <input
      ref={chooser}
      type="file"
      accept={PICTURE_TYPES}
      className="sr-only"
      aria-label={t`${label} file`}
      tabIndex={-1}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // The same file may be chosen again.
        event.target.value = "";
        void take(file);
      }}
    />
  );
  return { input, open: () => chooser.current?.click(), take, isBusy, failure };
}
