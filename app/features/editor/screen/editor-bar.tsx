import back from "virtual:icon/arrow-left";
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useProductName } from "../../../lib/pages/page-data.ts";
import { pageTitle } from "../../../lib/pages/page-meta.ts";
import { type Origin, originHere } from "../../../shell/origin.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { EditorTemplate } from "../editor-template.ts";

type Props = {
  template: EditorTemplate;
  /** The previous page, or the template's page. */
  backTo: Origin;
  /** The document's title, once there is a document. */
  title: ReactNode;
  /** Status, save and download. */
  children?: ReactNode;
};

export function EditorBar({ template, backTo, title, children }: Props) {
  const navigate = useNavigate();
  return (
    <header className="ed-bar">
      <Link
        className="icon-button"
        to={backTo.address}
        aria-label={backLinkLabel(backTo.address, template)}
        onClick={(event) => {
          // Read on click: opening the batch tab may have added a history entry.
          if (!originHere()?.isOneStepBack || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          navigate(-1);
        }}
      >
        <Icon of={back} />
      </Link>
      {title}
      <small className="phone-hidden">{t`from ${{ template: template.name }}`}</small>
      <div className="end">{children}</div>
    </header>
  );
}

function backLinkLabel(address: string, template: EditorTemplate): string {
  const [path = ""] = address.split("?");
  if (path === template.url) return t`Back to ${{ template: template.name }}`;
  if (path === "/dashboard/documents") return t`Back to your documents`;
  if (path.startsWith("/dashboard")) return t`Back to your dashboard`;
  return path === "/" ? t`Back to home` : t`Back to templates`;
}

type TitleProps = { title: string; isReadOnly: boolean; onRename(title: string): void };

/** The editable title: Enter or leaving the field saves it, Escape restores it. */
export function TitleField({ title, isReadOnly, onRename }: TitleProps) {
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
      dir="auto"
      aria-label={t`Document title`}
      title={isReadOnly ? undefined : t`Rename`}
      readOnly={isReadOnly}
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

/** Shows the document's title in the browser tab. */
export function useTabTitle(title: string): void {
  const productName = useProductName();
  useEffect(() => {
    const before = document.title;
    document.title = pageTitle(productName, title);
    const shown = document.title;
    return () => {
      // Unless the next page has already set its title.
      if (document.title === shown) document.title = before;
    };
  }, [productName, title]);
}
