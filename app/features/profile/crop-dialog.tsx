import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { notify } from "../../lib/browser/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { type Crop, cutSquare, keepInside, MAX_ZOOM, MIDDLE, squareOf } from "./crop.ts";
import styles from "./profile.module.css";

type Props = { file: File; onCrop(picture: Blob): void; onCancel(): void };

const VIEW = 288; // pixels of the visible square
const STEP = 0.03;
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Moves and enlarges a picture under a square window: with a finger, the mouse or the arrow keys. */
export function CropDialog({ file, onCrop, onCancel }: Props) {
  const picture = usePicture(file, onCancel);
  const [crop, setCrop] = useState<Crop>(MIDDLE);
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number; crop: Crop }>(undefined);
  const zoom = useId();

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!picture || !context) return;
    const { left, top, side } = squareOf(crop, picture);
    context.clearRect(0, 0, VIEW * 2, VIEW * 2);
    context.drawImage(picture, left, top, side, side, 0, 0, VIEW * 2, VIEW * 2);
  }, [picture, crop]);

  const giveUp = (error: unknown) => {
    console.error("Image upload failed", error);
    notify({
      kind: "failure",
      message: t`We couldn’t crop the photo. Your previous photo is unchanged.`,
    });
    onCancel();
  };
  const change = (next: Crop) => picture && setCrop(keepInside(next, picture));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, crop };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!from.current || !picture) return;
    const { side } = squareOf(crop, picture);
    const perPixel = side / event.currentTarget.clientWidth;
    change({
      ...crop,
      x: from.current.crop.x - ((event.clientX - from.current.x) * perPixel) / picture.width,
      y: from.current.crop.y - ((event.clientY - from.current.y) * perPixel) / picture.height,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    change({ ...crop, x: crop.x + step[0], y: crop.y + step[1] });
  };

  return (
    <Dialog title={t`Crop photo`} onClose={onCancel}>
      <div
        className={styles.crop}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        aria-label={t`Photo preview. Drag it or use the arrow keys to move it.`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          from.current = undefined;
        }}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={VIEW * 2} height={VIEW * 2} />
      </div>
      <div className="field">
        <label htmlFor={zoom}>{t`Zoom`}</label>
        <input
          id={zoom}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => change({ ...crop, zoom: Number(event.target.value) })}
        />
      </div>
      <DialogActions close={t`Cancel`}>
        <Button
          variant="primary"
          disabled={!picture}
          onClick={() => picture && cutSquare(picture, crop).then(onCrop, giveUp)}
        >{t`Use this photo`}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The chosen file as a picture. An unreadable file shows a message and is not sent. */
function usePicture(file: File, giveUp: () => void): ImageBitmap | undefined {
  const [picture, setPicture] = useState<ImageBitmap>();
  const onFail = useRef(giveUp);
  useEffect(() => {
    let left = false;
    createImageBitmap(file).then(
      (read) => (left ? read.close() : setPicture(read)),
      (error) => {
        if (left) return;
        console.error("Image upload failed", error);
        notify({
          kind: "failure",
          message: t`We couldn’t read this file as a picture. Choose another file.`,
        });
        onFail.current();
      },
    );
    return () => {
      left = true;
    };
  }, [file]);
  return picture;
}
