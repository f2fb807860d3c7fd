import more from "virtual:icon/ellipsis";
import linkIcon from "virtual:icon/link";
import { Menu } from "@base-ui/react/menu";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { OwnShare } from "../../../../contract/shares.ts";
import { sayMoment } from "../../../lib/moments.ts";
import { pageRatio } from "../../../lib/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { duplicate, remove, rename } from "../document-changes.ts";
import { DocumentSheet, documentAddress } from "../document-sheet.tsx";
import type { DocumentRow } from "../documents.ts";
import { ShareDialog, sayOpened } from "../sharing/share-dialog.tsx";

/** A document as its first page, with its title under it and what can be done with it. */
export function DocumentCard({ document, share }: { document: DocumentRow; share?: OwnShare | undefined }) {
  const [isNaming, setIsNaming] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { title, date_updated, templates_id: template } = document;
  const address = documentAddress(document);
  const style = { "--ar": template ? pageRatio(template.page) : 210 / 297 };
  const sheet = <DocumentSheet document={document} />;
  return (
    <article className="template">
      <div className="stand" style={style}>
        {address ? (
          <Link to={address} tabIndex={-1} aria-hidden="true">
            {sheet}
          </Link>
        ) : (
          sheet
        )}
      </div>
      <div className="caption">
        <div className="name-line" ref={place}>
          {isNaming ? (
            <TitleInput document={document} onDone={() => setIsNaming(false)} />
          ) : (
            <h2>{address ? <Link to={address}>{title}</Link> : title}</h2>
          )}
          <Menu.Root>
            <Menu.Trigger className="icon-button small" aria-label={`More about ${title}`}>
              <Icon of={more} />
            </Menu.Trigger>
            <Menu.Portal container={place}>
              <Menu.Positioner className="menu-place" positionMethod="fixed" sideOffset={4} align="end">
                <Menu.Popup className="panel choices">
                  <Menu.Item className="choice" onClick={() => setIsNaming(true)}>
                    Rename
                  </Menu.Item>
                  {address && (
                    <Menu.Item className="choice" onClick={() => setIsSharing(true)}>
                      Share
                    </Menu.Item>
                  )}
                  {address && (
                    <Menu.Item className="choice" onClick={() => void duplicate(document)}>
                      Duplicate
                    </Menu.Item>
                  )}
                  <Menu.Item className="choice" onClick={() => void remove(document)}>
                    Delete
                  </Menu.Item>
                </Menu.Popup>
              </Menu.Positioner>
            </Menu.Portal>
          </Menu.Root>
        </div>
        <p className="meta">
          <span>{template?.template_name ?? "Its template is gone"}</span>
          <time dateTime={date_updated}>{sayMoment(new Date(date_updated))}</time>
        </p>
        {share && (
          <p className="meta share-mark">
            <Icon of={linkIcon} />
            {share.opened > 0 ? sayOpened(share.opened) : "Shared"}
          </p>
        )}
        <ShareDialog document={isSharing ? document : undefined} onClose={() => setIsSharing(false)} />
      </div>
    </article>
  );
}

/** Enter and leaving keep the new title, Escape the old one. */
function TitleInput({ document, onDone }: { document: DocumentRow; onDone(): void }) {
  const [words, setWords] = useState(document.title);
  const finish = () => {
    onDone();
    void rename(document, words);
  };
  return (
    <input
      className="input"
      aria-label="Title"
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: it was just asked for
      autoFocus
      value={words}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setWords(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish();
        if (event.key === "Escape") onDone();
      }}
    />
  );
}
