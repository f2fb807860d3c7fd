import type { CardTemplate } from "../../../contract/collections/records.ts";
import { useTypes } from "../../lib/pages/page-data.ts";
import { pageSize } from "../../lib/pictures/page-format.ts";
import { Ruler } from "../../ui/sheet.tsx";
import { toCard } from "./card.ts";
import { TemplateCard } from "./template-card.tsx";

const MILLIMETRES = 1_350; // what a desk has room for
const NARROWEST = 155;
const MAX = 8;

/** Sheets on a ruler, all at one scale, as many as fit; on a smaller screen the same sheets in columns. */
export function TemplateShelf({ templates }: { templates: readonly CardTemplate[] }) {
  const singular = new Map(useTypes().map((type) => [type.slug, type.singular]));
  const shown = takeFitting(templates);
  const left = MILLIMETRES - shown.reduce((sum, { page }) => sum + placeOf(page), 0);
  const tracks = [...shown.map(({ page }) => placeOf(page)), Math.max(left, 1)];
  const style = {
    "--sum": MILLIMETRES,
    "--gaps": shown.length,
    "--tracks": tracks.map((width) => `minmax(0, ${width}fr)`).join(" "),
  };
  return (
    <div className="shelf">
      <div className="sheets across-6" dir="ltr" style={style}>
        {shown.map((template) => (
          <TemplateCard
            key={template.id}
            card={{ ...toCard(template), format: singular.get(template.type) ?? "" }}
            millimetres={pageSize(template.page).width}
          />
        ))}
        <Ruler />
      </div>
    </div>
  );
}

/** The width a sheet takes on the ruler; a card takes at least that of its name. */
function placeOf(page: CardTemplate["page"]): number {
  return Math.max(pageSize(page).width, NARROWEST);
}

function takeFitting(templates: readonly CardTemplate[]): CardTemplate[] {
  let sum = 0;
  return templates
    .filter(({ page }) => {
      if (sum + placeOf(page) > MILLIMETRES) return false;
      sum += placeOf(page);
      return true;
    })
    .slice(0, MAX);
}
