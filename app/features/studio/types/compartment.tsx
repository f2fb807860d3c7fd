import more from "virtual:icon/ellipsis";
import { Menu } from "@base-ui/react/menu";
import { useRef } from "react";
import { pageRatio } from "../../../lib/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { StudioCategory } from "../studio-types.ts";
import type { Lying } from "./drop-plan.ts";
import type { TypeSheet } from "./listed-types.ts";
import { useOrdered } from "./order.tsx";

/** So many sheets lie in a compartment; those that would come always do. */
const SHEETS_SHOWN = 4;

type Shown = {
  lying: readonly Lying<TypeSheet>[];
  /** How many templates it holds. */
  count: number;
  /** Whether it is asked whether to drop it. */
  isGoing: boolean;
};
type Props = Shown & { category: StudioCategory; onChange(): void; onDrop(): void };

/** A category with what lies in it. */
export function Compartment({ category, onChange, onDrop, ...shown }: Props) {
  const { slug, label, description } = category;
  const { ref, style, handle, isDragging } = useOrdered(slug, label);
  const isTarget = shown.lying.some(({ isComing }) => isComing);
  return (
    <li
      ref={ref}
      style={style}
      className="tray-part"
      data-category={slug}
      data-lifted={isDragging || undefined}
      data-going={shown.isGoing || undefined}
      data-target={isTarget || undefined}
    >
      <div className="tray-head">
        {handle}
        <h3>{label}</h3>
        <Count {...shown} />
        <CompartmentMenu label={label} onChange={onChange} onDrop={onDrop} />
      </div>
      <p>{description}</p>
      <Sheets {...shown} />
    </li>
  );
}

/** What is in no category: shown last, until somebody sorts it. */
export function Unsorted(shown: Shown) {
  return (
    <li
      className="tray-part unsorted"
      data-target={shown.lying.some(({ isComing }) => isComing) || undefined}
    >
      <div className="tray-head">
        <h3>Other</h3>
        <Count {...shown} />
      </div>
      <p>In no category, shown last.</p>
      <Sheets {...shown} />
    </li>
  );
}

function Count({ lying, count, isGoing }: Shown) {
  const coming = lying.filter(({ isComing }) => isComing).length;
  return (
    <span className="num">
      {count}
      {coming > 0 && ` + ${coming}`}
      {isGoing && ` − ${count}`}
      <span className="sr-only"> templates</span>
    </span>
  );
}

function Sheets({ lying }: Shown) {
  const coming = lying.filter(({ isComing }) => isComing);
  const own = lying.filter(({ isComing }) => !isComing).slice(0, Math.max(SHEETS_SHOWN - coming.length, 1));
  return (
    <div className="tray-sheets">
      {[...own, ...coming].map(({ template, isComing }) => (
        <span
          key={template.id}
          title={template.template_name}
          data-coming={isComing || undefined}
          data-state={template.state}
          style={{ "--ar": pageRatio(template.page) }}
        >
          <Sheet
            image={template.image}
            template={template.id}
            ratio={pageRatio(template.page)}
            sizes="64px"
          />
        </span>
      ))}
    </div>
  );
}

function CompartmentMenu({ label, onChange, onDrop }: { label: string; onChange(): void; onDrop(): void }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger className="icon-button small" aria-label={`More about ${label}`}>
          <Icon of={more} />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className="menu-place" positionMethod="fixed" sideOffset={4} align="end">
            <Menu.Popup className="panel choices">
              <Menu.Item className="choice" onClick={onChange}>
                Rename, describe, icon
              </Menu.Item>
              <Menu.Item className="choice" onClick={onDrop}>
                Drop it…
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
