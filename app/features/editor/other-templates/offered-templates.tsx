import { plural, t } from "@lingui/core/macro";
import { useTypes } from "../../../lib/pages/page-data.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import type { Offer } from "./template-offers.ts";

type Props = {
  offers: readonly Offer[];
  /** The draft's template. */
  openId: string;
  /** The selected template: the draft's or the previewed one. */
  markedId: string;
  busyId: string | undefined;
  onChoose(offer: Offer): void;
};

/** Each offer's first page and name, and how many values don't fit. */
export function OfferedTemplates({ offers, openId, markedId, busyId, onChoose }: Props) {
  const singular = new Map(useTypes().map((type) => [type.slug, type.singular]));
  return (
    <ul className="template-panel-list">
      {offers.map((offer) => {
        const isOpen = offer.id === openId;
        const isMarked = offer.id === markedId;
        return (
          <li key={offer.id} data-open={isMarked || undefined}>
            <button
              type="button"
              aria-pressed={offer.isRelated && !isMarked ? undefined : isMarked}
              aria-busy={busyId === offer.id}
              disabled={busyId !== undefined}
              onClick={() => onChoose(offer)}
            >
              <span className="template-panel-sheet">
                <Sheet template={offer.id} image={offer.image} ratio={pageRatio(offer.page)} sizes="120px" />
              </span>
              <b>{offer.name}</b>
              <span>
                {isOpen && t`Current template`}
                {offer.isRelated && formatNew(singular.get(offer.type))}
                {!isOpen && !offer.isRelated && formatLeft(offer.left)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function formatLeft(left: number): string {
  return plural(left, { 0: "Everything fits", one: "# value doesn’t fit", other: "# values don’t fit" });
}

function formatNew(type: string | undefined): string {
  return type ? t`New: ${type}` : t`New document`;
}
