import { type CSSProperties, type KeyboardEvent, useState } from "react";

type Props = { title: string; onRename(title: string): void };

/** The document's name, changed where it stands: Enter or leaving takes it, Escape leaves it as it was. */
export function TitleField({ title, onRename }: Props) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? title;
  const finish = () => {
    const name = typed?.trim();
    setTyped(undefined);
    if (name && name !== title) onRename(name);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") event.currentTarget.blur();
    if (event.key === "Escape") setTyped(undefined);
  };
  return (
    <input
      className="ed-title"
      aria-label="Title of the document"
      title="Rename"
      data-own-undo
      autoComplete="off"
      maxLength={200}
      style={{ "--chars": Math.max(shown.length, 6) } as CSSProperties}
      value={shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  );
}
