import { Sheet } from "../../ui/sheet.tsx";
import type { Card } from "../catalogue/card.ts";

/** The chosen sheet, large enough to recognise. */
export function PaletteView({ found }: { found: Card | undefined }) {
  return (
    <div className="palette-view" aria-hidden="true">
      {found ? (
        <>
          <Sheet key={found.id} image={found.image} ratio={found.ratio} sizes="248px" eager />
          <p className="meta">{found.format}</p>
        </>
      ) : (
        <span className="ghost" />
      )}
    </div>
  );
}
