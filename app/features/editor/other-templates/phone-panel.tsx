import filesIcon from "virtual:icon/files";
import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type LeftoverValues, leftoverEntries } from "../../../../shared/switching/leftover-values.ts";
import { pictureAddress } from "../../../lib/pictures/asset.ts";
import { useDrawnPage } from "../../../lib/pictures/drawn-page.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { formatLeftoverCount, LeftoverValuesList } from "./leftover-note.tsx";
import { OfferedTemplates } from "./offered-templates.tsx";
import type { Offer } from "./template-offers.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  offers: readonly Offer[];
  head: ReactNode;
  searchField: ReactNode;
  /** Shown while there is nothing to choose from. */
  state: ReactNode;
  busyId: string | undefined;
  onUse(offer: Offer): void;
  onBack(): void;
};

/** On a phone: the page on top and a row of templates to swipe. Nothing changes until one is used. */
export function PhonePanel({
  template,
  draft,
  offers,
  head,
  searchField,
  state,
  busyId,
  onUse,
  onBack,
}: Props) {
  const [previewedId, setPreviewedId] = useState<string>();
  const shown = offers.find(({ id }) => id === (previewedId ?? template.id));
  const isOther = shown !== undefined && shown.id !== template.id;
  const leftovers = isOther ? shown.kept : draft.kept;
  const row = useRef<HTMLDivElement>(null);
  const isListed = offers.some(({ id }) => id === template.id);
  // Scrolls the row to the current template.
  useEffect(() => {
    const marked = isListed ? row.current?.querySelector<HTMLElement>("[data-open]") : undefined;
    if (row.current && marked) row.current.scrollLeft = marked.offsetLeft - row.current.offsetLeft;
  }, [isListed]);
  return (
    <>
      <ShownPage template={template} draft={draft} offer={isOther ? shown : undefined} />
      {head}
      <Leftovers kept={leftovers} name={shown?.name ?? template.name} />
      {searchField && <div className="template-panel-search">{searchField}</div>}
      {state}
      <div className="template-panel-row" ref={row}>
        <OfferedTemplates
          offers={offers}
          openId={template.id}
          markedId={shown?.id ?? template.id}
          busyId={busyId}
          onChoose={({ id }) => setPreviewedId(id)}
        />
      </div>
      <footer className="template-panel-foot">
        <Button disabled={busyId !== undefined} onClick={onBack}>
          {t`Back to ${{ template: template.name }}`}
        </Button>
        {isOther && (
          <Button
            variant="primary"
            aria-busy={busyId !== undefined}
            disabled={busyId !== undefined}
            onClick={() => onUse(shown)}
          >
            {shown.isRelated ? t`Start with ${{ template: shown.name }}` : t`Use ${{ template: shown.name }}`}
          </Button>
        )}
      </footer>
    </>
  );
}

/** The first page with the draft's values; until it is drawn, the grey sample. */
function ShownPage({
  template,
  draft,
  offer,
}: Pick<Props, "template" | "draft"> & { offer: Offer | undefined }) {
  const { id, name, page } = offer ?? template;
  const theme = offer?.isRelated ? undefined : draft.theme;
  const drawn = useDrawnPage(id, offer?.data ?? draft.data, { orSample: true, theme });
  const isDrawn = drawn !== undefined && drawn.templateId === id;
  const ratio = isDrawn ? drawn.page.width / drawn.page.height : pageRatio(page);
  return (
    <div className="template-panel-page">
      <div className="paper" data-drawn={isDrawn} style={{ "--ar": ratio }}>
        {isDrawn ? (
          <img src={drawn.address} alt={t`${{ template: name }} with your text`} />
        ) : (
          offer?.image && <img className="waiting" src={pictureAddress(offer.image, 640)} alt="" />
        )}
      </div>
    </div>
  );
}

function Leftovers({ kept: leftovers, name }: { kept: LeftoverValues | undefined; name: string }) {
  const count = leftovers ? leftoverEntries(leftovers).length : 0;
  const [isOpen, setOpen] = useState(false);
  if (!leftovers || count === 0) return null;
  return (
    <div className="template-panel-leftovers">
      <Icon of={filesIcon} />
      <span>{formatLeftoverCount(count)}</span>
      <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t`Hide values` : t`Show values`}
      </button>
      {isOpen && <LeftoverValuesList kept={leftovers} name={name} />}
    </div>
  );
}
