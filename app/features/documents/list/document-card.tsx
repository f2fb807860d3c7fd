import linkIcon from "virtual:icon/link";
import { t } from "@lingui/core/macro";
import { useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { hasEnded, type OwnShare } from "../../../../contract/people/shares.ts";
import { formatShortMoment } from "../../../lib/format/moments.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { removeDocuments } from "../bin/binned-documents.ts";
import { duplicate, rename } from "../document-changes.ts";
import { DocumentSheet, documentAddress } from "../document-sheet.tsx";
import { type DocumentRow, hasNewerVersion } from "../documents.ts";
import { labelsIn } from "../labels/labels.ts";
import { formatOpened, ShareDialog } from "../sharing/share-dialog.tsx";
import styles from "./documents.module.css";

type Props = {
  document: DocumentRow;
  share?: OwnShare | undefined;
  /** Set while documents are being selected. */
  choice?: { isChosen: boolean; isLast: boolean; onToggle(isRange: boolean): void } | undefined;
  onSelect(): void;
  onLabel(): void;
  onDownload(): void;
};

/** A document's first page with its title and menu. */
export function DocumentCard(props: Props) {
  const { document, share, choice } = props;
  const { title, date_updated, templates_id: template } = document;
  const [isNaming, setIsNaming] = useState(false);
  const box = useId();
  const isRange = useRef(false);
  const address = documentAddress(document);
  const labels = labelsIn(document);
  const style = { "--ar": template ? pageRatio(template.page) : 210 / 297 };
  const sheet = <DocumentSheet document={document} />;
  // A click on a label toggles the checkbox without its modifier keys.
  const rememberKeys = (event: { shiftKey: boolean }) => {
    isRange.current = event.shiftKey;
  };
  return (
    <article className="template document" data-chosen={choice?.isChosen || undefined}>
      <div className="card-sheet" style={style}>
        {choice ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users toggle the checkbox it belongs to
          <label htmlFor={box} onClick={rememberKeys}>
            {sheet}
          </label>
        ) : address ? (
          <Link to={address} tabIndex={-1} aria-hidden="true">
            {sheet}
          </Link>
        ) : (
          sheet
        )}
      </div>
      <div className={choice ? "caption check" : "caption"}>
        {choice && (
          <input
            id={box}
            type="checkbox"
            aria-label={t`Select ${title}`}
            checked={choice.isChosen}
            // biome-ignore lint/a11y/noAutofocus: the selection was started here, from a menu that has closed
            autoFocus={choice.isLast}
            onChange={({ nativeEvent }) => {
              choice.onToggle(isRange.current || (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey));
              isRange.current = false;
            }}
          />
        )}
        <div>
          <div className="name-line">
            {isNaming ? (
              <TitleInput document={document} onDone={() => setIsNaming(false)} />
            ) : choice ? (
              <h2>
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
                <label htmlFor={box} onClick={rememberKeys}>
                  {title}
                </label>
              </h2>
            ) : (
              <h2 dir="auto">{address ? <Link to={address}>{title}</Link> : title}</h2>
            )}
            {!choice && <DocumentMenu {...props} onRename={() => setIsNaming(true)} />}
          </div>
          <p className="meta">
            <bdi>{template?.template_name ?? t`Template no longer available`}</bdi>
            {" · "}
            <time dateTime={date_updated}>{formatShortMoment(new Date(date_updated))}</time>
          </p>
          {hasNewerVersion(document) && <p className="meta">{t`New template version available`}</p>}
          {labels.length > 0 && (
            <p className={`meta ${styles.documentLabels}`}>{formatList(labels, "unit")}</p>
          )}
          {share && (
            <p className={`meta ${styles.shareMark}`}>
              <Icon of={linkIcon} />
              {formatShare(share)}
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

function formatShare(share: OwnShare): string {
  if (hasEnded(share, new Date())) return t`Link expired`;
  return share.opened > 0 ? formatOpened(share.opened) : t({ message: "Shared", context: "a document" });
}

function DocumentMenu({ document, onSelect, onLabel, onDownload, onRename }: Props & { onRename(): void }) {
  const [isSharing, setIsSharing] = useState(false);
  const address = documentAddress(document);
  const isOpenable = address !== undefined;
  const navigate = useNavigate();
  const choices: { label: string; run(): void; needsTemplate?: true }[] = [
    { label: t`Download PDF`, run: onDownload, needsTemplate: true },
    { label: t`Share`, run: () => setIsSharing(true), needsTemplate: true },
    {
      label: t`Other templates`,
      run: () => address && void navigate(`${address}&other-templates`),
      needsTemplate: true,
    },
    { label: t`Labels`, run: onLabel },
    { label: t`Rename`, run: onRename },
    { label: t`Duplicate`, run: () => void duplicate(document), needsTemplate: true },
    { label: t`Select`, run: onSelect },
    { label: t`Delete`, run: () => void removeDocuments([document]) },
  ];
  return (
    <div className={styles.documentMenu}>
      <MoreMenu
        name={document.title}
        choices={choices.filter(({ needsTemplate }) => isOpenable || !needsTemplate)}
        isSmall
      />
      <ShareDialog document={isSharing ? document : undefined} onClose={() => setIsSharing(false)} />
    </div>
  );
}

/** Enter or leaving the field saves the title, Escape discards it. */
function TitleInput({ document, onDone }: { document: DocumentRow; onDone(): void }) {
  const [typed, setTyped] = useState(document.title);
  const finish = () => {
    onDone();
    void rename(document, typed);
  };
  return (
    <input
      className="input"
      aria-label={t`Title`}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: the person has just chosen to rename it
      autoFocus
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish();
        if (event.key === "Escape") onDone();
      }}
    />
  );
}
