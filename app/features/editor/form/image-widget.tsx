import picture from "virtual:icon/image";
import upload from "virtual:icon/upload";
import { type DragEvent, useRef, useState } from "react";
import { NoPicture, PICTURE_TYPES, readPicture } from "../../../lib/picture.ts";
import { Icon } from "../../../ui/icon.tsx";
import { type FieldProps, useInput } from "./form-context.ts";
import { text } from "./value-text.ts";

const UNREADABLE = "That file is no picture this browser can read. Choose a JPEG, PNG, WebP or GIF.";
const FAILED = "The picture could not be made ready. What was here before stays; please try another one.";

/** Choose or drop, see it, replace or remove it. A chooser that is cancelled changes nothing. */
export function ImageWidget(props: FieldProps) {
  const { value, label } = props;
  const { attributes, onChange } = useInput(props);
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [failure, setFailure] = useState<string>();
  const shown = text(value);
  const words = isBusy ? "Making it ready" : shown ? "Replace the picture" : "Choose a picture";

  const take = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onChange(await readPicture(file));
    } catch (error) {
      setFailure(error instanceof NoPicture ? UNREADABLE : FAILED);
    } finally {
      setBusy(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second road to what the button does
    <div
      className={isOver ? "image-field over" : "image-field"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="image-shown">
        {shown ? <img src={shown} alt={`${label}, as chosen`} /> : <Icon of={picture} />}
      </span>
      <input
        ref={chooser}
        type="file"
        accept={PICTURE_TYPES}
        className="sr-only"
        aria-label={`${label}, file`}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = "";
          take(file);
        }}
      />
      <div className="image-actions">
        <button
          id={attributes.id}
          type="button"
          className="button"
          aria-label={`${label}: ${words}`}
          aria-describedby={attributes["aria-describedby"]}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && chooser.current?.click()}
        >
          <Icon of={upload} />
          {words}
        </button>
        {shown && (
          <button type="button" className="button bare" onClick={() => onChange(undefined)}>
            Remove
          </button>
        )}
      </div>
      <p role="alert" className="hint bad">
        {failure}
      </p>
    </div>
  );
}
