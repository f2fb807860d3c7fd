// Loaded later: when the palette is first opened.

import searchIcon from "virtual:icon/search";
import close from "virtual:icon/x";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { knownTypes } from "../../lib/pages/page-data.ts";
import { DialogClose, DialogFrame } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ctrlKey, escapeKey } from "../../ui/keys.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { allTemplates, type Card, reportTemplateFailure, searchTemplates } from "../catalogue/index.ts";
import { useSaving } from "../saved/index.ts";
import { PaletteList } from "./palette-list.tsx";
import { createPaletteSearch, type Found } from "./palette-search.ts";

type Search = ReturnType<typeof createPaletteSearch>;

/** A pause in typing is longer than this. */
const PAUSE_MS = 120;

type Props = { isOpen: boolean; query: string; onClose(): void };

/** The search palette: Enter opens all results, or the result selected with the arrow keys. */
export default function Palette({ isOpen, query, onClose }: Props) {
  return (
    <DialogFrame isOpen={isOpen} className="palette" aria-label={t`Search templates`} onClose={onClose}>
      <PaletteBody initial={query} onClose={onClose} />
    </DialogFrame>
  );
}

function useSearch(onFailure: () => void): Search | undefined {
  const [search, setSearch] = useState<Search>();
  useEffect(() => {
    let left = false;
    allTemplates()
      .then((templates) => {
        if (!left) setSearch(() => createPaletteSearch(templates, knownTypes()));
      })
      .catch((error) => {
        reportTemplateFailure(error);
        onFailure();
      });
    return () => {
      left = true;
    };
  }, [onFailure]);
  return search;
}

/** The results, with the server's help if the browser's index lacks the query; undefined until known. */
function useFound(search: Search | undefined, query: string): Found | undefined {
  const [answer, setAnswer] = useState<{ query: string; ids: string[] }>();
  const wanted = query.trim();
  const here = search?.(query);
  const asks = here !== undefined && !here.isExact;
  useEffect(() => {
    if (!asks) return;
    let left = false;
    const timer = setTimeout(async () => {
      // If the server fails, the browser's results remain.
      const ids = await searchTemplates(wanted).catch(() => []);
      if (!left) setAnswer({ query: wanted, ids });
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asks, wanted]);
  if (!asks) return here;
  if (answer?.query === wanted) return search?.(query, answer.ids);
  return here.count > 0 ? here : undefined;
}

/** No result is selected: Enter opens the page with all of them. */
const NONE = -1;

function PaletteBody({ initial, onClose }: { initial: string; onClose(): void }) {
  const [query, setQuery] = useState(initial);
  const [place, setPlace] = useState(NONE);
  const navigate = useNavigate();
  const search = useSearch(onClose);
  const list = useId();
  const found = useFound(search, query);
  const corrected = found?.corrected;
  const everything = `/templates?q=${encodeURIComponent(corrected ?? query.trim())}`;
  const addresses = found
    ? [
        ...found.templates.map(({ card }) => card.url),
        ...found.types.map(({ slug }) => `/${slug}`),
        ...(found.count > found.templates.length ? [everything] : []),
      ]
    : [];
  const chosen = Math.min(place, addresses.length - 1);

  const go = (address: string) => {
    onClose();
    navigate(address);
  };
  const chosenCard = found?.templates[chosen]?.card;
  const saveChosen = useSaving(chosenCard ?? { id: "", name: "" });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (chosenCard) void saveChosen();
    }
    if (event.key === "u" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (chosenCard) go(`${chosenCard.url}/use`);
    }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && addresses.length > 0) {
      event.preventDefault();
      const last = addresses.length - 1;
      if (event.key === "ArrowDown") setPlace(chosen === last ? 0 : chosen + 1);
      else setPlace(chosen <= 0 ? last : chosen - 1);
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const address = addresses[chosen] ?? (query.trim() && everything);
    if (address) go(address);
  };

  // biome-ignore lint/suspicious/noShadowRestrictedNames: translators read it as the name of a placeholder
  const [ctrl, escape] = [ctrlKey(), escapeKey()];
  return (
    <>
      <div className="palette-query">
        <Icon of={searchIcon} />
        <input
          type="search"
          role="combobox"
          aria-label={t`Search templates`}
          aria-expanded={addresses.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={t`Search templates`}
          autoComplete="off"
          maxLength={200}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setPlace(NONE);
          }}
          onKeyDown={onKeyDown}
        />
        {corrected && <span className="corrected">{t`Showing results for “${corrected}”`}</span>}
        <DialogClose className="icon-button phone-only" aria-label={t`Close`}>
          <Icon of={close} />
        </DialogClose>
      </div>
      <PaletteList
        id={list}
        found={found}
        query={query}
        everything={everything}
        chosen={chosen}
        onChoose={setPlace}
        onGo={go}
      />
      <PaletteView found={found?.templates[chosen]?.card ?? found?.templates[0]?.card} />
      <div className="palette-foot" aria-hidden="true">
        <span>
          <Trans>
            <kbd>↑</kbd>
            <kbd>↓</kbd> select
          </Trans>
        </span>
        <span>
          {chosen === NONE ? (
            <Trans>
              <kbd>↵</kbd> all results
            </Trans>
          ) : (
            <Trans>
              <kbd>↵</kbd> open
            </Trans>
          )}
        </span>
        <span>
          <Trans>
            <kbd>{ctrl} U</kbd> use
          </Trans>
        </span>
        <span>
          <Trans>
            <kbd>{ctrl} S</kbd> save
          </Trans>
        </span>
        <span>
          <Trans>
            <kbd>{escape}</kbd> close
          </Trans>
        </span>
      </div>
      <p className="sr-only" role="status">
        {found && query ? formatCount(found.count + found.types.length) : ""}
      </p>
    </>
  );
}

function formatCount(count: number): string {
  return plural(count, { one: "# result", other: "# results" });
}

/** The selected sheet, large enough to recognise. */
function PaletteView({ found }: { found: Card | undefined }) {
  return (
    <div className="palette-view" aria-hidden="true">
      {found ? (
        <>
          <Sheet
            key={found.id}
            template={found.id}
            image={found.image}
            ratio={found.ratio}
            sizes="248px"
            eager
          />
          <p className="meta">{found.format}</p>
        </>
      ) : (
        <span className="ghost" />
      )}
    </div>
  );
}
