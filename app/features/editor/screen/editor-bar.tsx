import back from "virtual:icon/arrow-left";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import type { EditorTemplate } from "../editor-template.ts";

type Props = {
  template: EditorTemplate;
  /** Where its own page is; a template that is gone from the library has none. */
  backTo: string;
  /** The document's title, once there is a document. */
  title: ReactNode;
  /** What is done with it: its state, keep, download. */
  children?: ReactNode;
};

export function EditorBar({ template, backTo, title, children }: Props) {
  return (
    <header className="ed-bar">
      <Link
        className="icon-button"
        to={backTo}
        aria-label={backTo === template.url ? `Back to ${template.name}` : "Back to the templates"}
      >
        <Icon of={back} />
      </Link>
      {title}
      <small className="phone-hidden">from {template.name}</small>
      <div className="end">{children}</div>
    </header>
  );
}

/** The document's name, changed where it stands: Enter or leaving takes it, Escape leaves it as it was. */
export function TitleField({ title, onRename }: { title: string; onRename(title: string): void }) {
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
      style={{ "--chars": Math.max(shown.length, 6) }}
      value={shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  );
}
