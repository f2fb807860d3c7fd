import picture from "virtual:icon/image";
import upload from "virtual:icon/upload";
import { t } from "@lingui/core/macro";
import { type DragEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { usePictureChooser } from "../../../ui/picture-chooser.tsx";
import { type FieldProps, useInput } from "./form-context.ts";
import { text } from "./value-text.ts";

/** Chooses or drops an image, shows it, replaces or removes it. Cancelling changes nothing. */
export function ImageWidget(props: FieldProps) {
  const { value, label } = props;
  const { attributes, onChange } = useInput(props);
  const { input, open, take, isBusy, failure } = usePictureChooser({ label, onPicture: onChange });
  const [isOver, setOver] = useState(false);
  const shown = text(value);
  const action = isBusy ? t`Preparing picture…` : shown ? t`Replace picture` : t`Choose picture`;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
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
        {shown ? <img src={shown} alt={t`${label}, preview`} /> : <Icon of={picture} />}
      </span>
      {input}
      <div className="image-actions">
        <Button
          id={attributes.id}
          aria-label={t`${label}: ${action}`}
          aria-describedby={attributes["aria-describedby"]}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && open()}
        >
          <Icon of={upload} />
          {action}
        </Button>
        {shown && <Button variant="bare" onClick={() => onChange(undefined)}>{t`Remove`}</Button>}
      </div>
      <p role="alert" className="hint bad">
        {failure}
      </p>
    </div>
  );
}
