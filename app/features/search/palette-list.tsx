import heart from "virtual:icon/heart";
import searchIcon from "virtual:icon/search";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon, Mark } from "../../ui/icon.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { NamedIcon } from "../icons/index.ts";
import { Rating } from "../ratings/index.ts";
import { useMark, useSaving } from "../saved/index.ts";
import { type Found, foldTerm } from "./palette-search.ts";

type Props = {
  id: string;
  found: Found | undefined;
  query: string;
  /** Address of the page with all results. */
  everything: string;
  chosen: number;
  onChoose(place: number): void;
  onGo(address: string): void;
};

const WAITING = ["a", "b", "c", "d", "e"];

export function PaletteList({ id, found, query, everything, chosen, onChoose, onGo }: Props) {
  const isEmpty = found && found.templates.length === 0 && found.types.length === 0;
  const row = (place: number) => ({
    id: `${id}-${place}`,
    place,
    isChosen: place === chosen,
    onChoose,
    onGo,
  });
  return (
    <div className="palette-list">
      {!found && WAITING.map((key) => <span key={key} className="skeleton palette-coming" />)}
      {isEmpty && (
        <p className="palette-empty">
          <Trans>
            No templates match “{query}”. Try a type of document, such as invoice, letter or poster.
          </Trans>
        </p>
      )}
      <div id={id} role="listbox" aria-label={t`Results`}>
        {found && found.templates.length > 0 && (
          <Named id={`${id}-templates`} title={t`Templates`}>
            {found.templates.map(({ card, kind, marks }, place) => (
              <Row key={card.id} {...row(place)} address={card.url}>
                <span className="thumb">
                  <Sheet template={card.id} image={card.image} ratio={card.ratio} sizes="36px" />
                </span>
                <span>
                  <b>
                    <Marked text={card.name} marks={marks} />
                  </b>
                  <small>
                    <Marked text={kind} marks={marks} />
                  </small>
                </span>
                <span className="end">
                  <RowHeart template={card} />
                  {place === chosen ? (
                    <kbd className="phone-hidden">↵</kbd>
                  ) : (
                    <Rating value={card.rating} people={card.raters} />
                  )}
                </span>
              </Row>
            ))}
          </Named>
        )}
        {found && found.types.length > 0 && (
          <Named id={`${id}-types`} title={t`Types`}>
            {found.types.map(({ slug, plural, icon, count, marks }, at) => (
              <Row key={slug} {...row(found.templates.length + at)} address={`/${slug}`} short>
                <span className="thumb">
                  <NamedIcon name={icon} />
                </span>
                <b>
                  <Marked text={plural} marks={marks} />
                </b>
                <span className="end muted num">{count}</span>
              </Row>
            ))}
          </Named>
        )}
        {found && found.count > found.templates.length && (
          <Row {...row(found.templates.length + found.types.length)} address={everything} short>
            <span className="thumb">
              <Icon of={searchIcon} />
            </span>
            <span>{t`All results`}</span>
            <span className="end muted num">{found.count}</span>
          </Row>
        )}
      </div>
    </div>
  );
}

/**
 * Results contain no buttons for screen readers: Ctrl-S saves the selected one, and the heart in the row is
 * for pointers.
 */
function RowHeart({ template }: { template: { id: string; name: string } }) {
  const state = useMark(template.id);
  const onPress = useSaving(template);
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (state !== "busy") onPress();
  };
  return (
    <span className="heart heart-small" data-state={state} aria-hidden="true" onClick={onClick}>
      {state === "busy" ? (
        <span className="turning">
          <Mark />
        </span>
      ) : (
        <Icon of={heart} />
      )}
    </span>
  );
}

function Named({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand inside a listbox
    <div role="group" aria-labelledby={id}>
      <h2 id={id} role="presentation">
        {title}
      </h2>
      {children}
    </div>
  );
}

type RowProps = {
  id: string;
  place: number;
  address: string;
  isChosen: boolean;
  short?: boolean;
  onChoose(place: number): void;
  onGo(address: string): void;
  children: ReactNode;
};

/** A real link, so that it can be opened in a new tab; the arrows choose it without moving the focus. */
function Row({ id, place, address, isChosen, short = false, onChoose, onGo, children }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onGo(address);
  };
  return (
    <a
      ref={link}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      href={address}
      className={short ? "palette-row short" : "palette-row"}
      onPointerMove={() => !isChosen && onChoose(place)}
      onClick={onClick}
    >
      {children}
    </a>
  );
}

/** Text with the matches highlighted. */
function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  const pieces = text.split(/(\s+)/);
  return pieces.map((word, i) => {
    const length = matchedLength(word, marks);
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one unchanging text have no other name
    if (length === 0) return <span key={i}>{word}</span>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={i}>
        <mark>{word.slice(0, length)}</mark>
        {word.slice(length)}
      </span>
    );
  });
}

function matchedLength(word: string, marks: readonly string[]): number {
  const bare = foldTerm(word);
  return Math.max(0, ...marks.filter((mark) => bare.startsWith(mark)).map((mark) => mark.length));
}
