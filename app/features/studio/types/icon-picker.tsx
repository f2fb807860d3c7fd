import { Popover } from "@base-ui/react/popover";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { NamedIcon } from "../../../features/icons/index.ts";
import { call } from "../../../lib/http/http-client.ts";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import styles from "./types.module.css";

const MAX_SHOWN = 60;

/** The first search, before anything is typed. */
const FIRST_QUERY = "file";

const iconsFor = (query: string) => ({
  queryKey: ["icons", "search", query],
  queryFn: async (): Promise<string[]> => {
    const answer = await call(`icons/lucide/search?query=${encodeURIComponent(query)}`);
    const { icons }: { icons: string[] } = await answer.json();
    return icons.slice(0, MAX_SHOWN);
  },
});

type Props = { icon: string; onPick(icon: string): void };

/** The current icon, with a panel to choose another. */
export function IconPicker({ icon, onPick }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const name = formatIcon(icon);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={styles.iconPick} aria-label={t`Change icon: ${name}`}>
        <span className={styles.iconLarge}>
          <NamedIcon name={icon} />
        </span>
        <span className="link" aria-hidden="true">{t`Change icon`}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="menu-place" sideOffset={6} align="start">
          <Popover.Popup className={`panel ${styles.iconPanel}`} aria-label={t`Icons`}>
            <IconSearch
              icon={icon}
              onPick={(name) => {
                setIsOpen(false);
                onPick(name);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const formatIcon = (icon: string) => icon.replace(/^[^:]+:/, "").replaceAll("-", " ");

function IconSearch({ icon, onPick }: Props) {
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query.trim() || FIRST_QUERY);
  const found = useQuery(iconsFor(wanted));
  return (
    <>
      <input
        type="search"
        className="input"
        aria-label={t`Search icons`}
        placeholder={t`Envelope, calendar, music…`}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {!found.data && (
        <PendingPart failure={t`We couldn’t load the icons.`} of={pendingOf(found)} height="10rem" />
      )}
      {found.data?.length === 0 && <p className="muted">{t`No icons found. Search in English.`}</p>}
      <ul className={styles.iconGrid}>
        {found.data?.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="icon-button"
              aria-label={formatIcon(name)}
              title={formatIcon(name)}
              aria-pressed={name === icon}
              onClick={() => onPick(name)}
            >
              <NamedIcon name={name} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
