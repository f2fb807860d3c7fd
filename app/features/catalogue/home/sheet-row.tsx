import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Ruler, Sheet } from "../../../ui/sheet.tsx";
import type { Card } from "../card.ts";
import type { SheetRow as Row, RowEntry } from "./ruler-row.ts";

const SHOWN_FROM: Record<RowEntry["from"], string> = {
  phone: "",
  tablet: "phone-hidden",
  desktop: "desktop-only",
};
const EAGER = 2; // what a phone shows above the fold

/** Real sheets on a millimetre ruler, all at one scale. */
export function SheetRow({ row: { entries, sums } }: { row: Row }) {
  if (entries.length === 0) return null;
  const gaps = (from: RowEntry["from"][]) => entries.filter((each) => from.includes(each.from)).length - 1;
  const style = {
    "--sum-desktop": sums.desktop,
    "--sum-tablet": sums.tablet,
    "--sum-phone": sums.phone,
    "--gaps-desktop": entries.length - 1,
    "--gaps-tablet": gaps(["phone", "tablet"]),
    "--gaps-phone": gaps(["phone"]),
  };
  return (
    <>
      {/* Like its ruler, it runs from left to right in every language. */}
      <div className="lineup" dir="ltr" style={style}>
        <div className="lineup-row">
          {entries.map(({ cards, width, from }, place) => (
            <div
              key={cards[0]?.id}
              className={`${SHOWN_FROM[from]} ${cards.length > 1 ? "pile" : ""}`}
              style={{ "--w": width }}
            >
              {cards.map((card) => (
                <RowSheet key={card.id} card={card} millimetres={width} eager={place < EAGER} />
              ))}
            </div>
          ))}
        </div>
        <Ruler />
      </div>
      <p className="scale-note">
        <span className="off">{t`All templates at the same scale`}</span>
        <span className="on">{t`All templates at the same scale. Grey text is sample text.`}</span>
      </p>
    </>
  );
}

function RowSheet({ card, millimetres, eager }: { card: Card; millimetres: number; eager: boolean }) {
  const share = Math.round(millimetres / 15);
  const sizes = `(min-width: 1100px) ${share}vw, (min-width: 720px) ${Math.round(share * 1.5)}vw, ${Math.round(share * 2.4)}vw`;
  return (
    <Link to={card.url} data-prefetch aria-label={`${card.name}, ${card.format}`}>
      <Sheet template={card.id} image={card.image} ratio={card.ratio} sizes={sizes} eager={eager} />
    </Link>
  );
}
