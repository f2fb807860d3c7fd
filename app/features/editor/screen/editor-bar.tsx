import back from "virtual:icon/arrow-left";
import type { ReactNode } from "react";
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
