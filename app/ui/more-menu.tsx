import more from "virtual:icon/ellipsis";
import { Menu } from "@base-ui/react/menu";
import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Icon } from "./icon.tsx";

type Props = {
  /** What it is about: its label is "More actions for …". */
  name: string;
  choices: readonly { label: string; run(): void }[];
  /** As small as the label next to it. */
  isSmall?: boolean;
};

/** Three dots, and behind them what else can be done with something. */
export function MoreMenu({ name, choices, isSmall = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu.Root>
        <Menu.Trigger
          className={isSmall ? "icon-button small" : "icon-button"}
          aria-label={t`More actions for ${name}`}
        >
          <Icon of={more} />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className="menu-place" positionMethod="fixed" sideOffset={4} align="end">
            <Menu.Popup className="panel choices">
              {choices.map(({ label, run }) => (
                <Menu.Item key={label} className="choice" onClick={run}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
