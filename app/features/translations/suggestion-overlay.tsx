// Loaded later: when a person wants to suggest a translation.
import languages from "virtual:icon/languages";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { withQueries } from "../../lib/http/query-client.tsx";
import { pageLanguage } from "../../lib/i18n/i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { createMessageMatcher } from "./message-matcher.ts";
import { findPageTexts, type PageText } from "./page-texts.ts";
import { SuggestionDialog } from "./suggestion-dialog.tsx";
import styles from "./translations.module.css";

/** Smaller boxes are texts for screen readers only. */
const SMALLEST_PX = 4;

export const SuggestionOverlay = withQueries(Overlay);

/** A button over each text of the page that is a message; the page itself is not changed. */
function Overlay({ onEnd }: { onEnd(): void }) {
  const root = useRef<HTMLElement>(null);
  const [texts, setTexts] = useState<PageText[]>([]);
  const [chosen, setChosen] = useState<PageText>();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  useFocusWhileOpen(root);

  useEffect(() => {
    const update = () => {
      const matcher = createMessageMatcher(globalThis.typecaseMessages ?? {});
      setTexts(findPageTexts(document.body, matcher, pageLanguage()));
    };
    document.documentElement.dataset.suggesting = "";
    const stop = watchPage(update);
    update();
    return () => {
      stop();
      delete document.documentElement.dataset.suggesting;
    };
  }, []);

  useLayoutEffect(() => {
    const place = () => {
      const buttons = root.current?.querySelectorAll<HTMLElement>(":scope > button");
      for (const [at, text] of texts.entries()) {
        const button = buttons?.[at];
        if (button) placeOver(button, text);
      }
    };
    place();
    addEventListener("resize", place);
    addEventListener("scroll", place, { capture: true, passive: true });
    return () => {
      removeEventListener("resize", place);
      removeEventListener("scroll", place, { capture: true });
    };
  }, [texts]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !chosen) onEnd();
  };
  const count = sent.size;
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={styles.overlay}
      aria-label={t`Suggest a better translation`}
      data-suggesting=""
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar}>
        <div className="wrap">
          <Icon of={languages} />
          <p>
            <Trans>
              <b>Select any text</b> to suggest a better translation.
            </Trans>
          </p>
          <span role="status">
            {count > 0 && plural(count, { one: "# suggestion sent", other: "# suggestions sent" })}
          </span>
          <Button size="small" onClick={onEnd}>{t`Done`}</Button>
        </div>
      </div>
      {texts.map((each) => (
        <Spot
          key={each.key}
          text={each.text}
          isChosen={each.key === chosen?.key}
          isSent={sent.has(each.id)}
          onFocus={() => showInView(each)}
          onClick={() => setChosen(each)}
        />
      ))}
      {chosen && (
        <SuggestionDialog
          key={chosen.key}
          chosen={chosen}
          onSent={() => setSent(new Set([...sent, chosen.id]))}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

type SpotProps = { text: string; isChosen: boolean; isSent: boolean; onFocus(): void; onClick(): void };

function Spot({ text, isChosen, isSent, onFocus, onClick }: SpotProps) {
  return (
    <button
      type="button"
      className={styles.spot}
      aria-label={t`Suggest a translation: ${text}`}
      aria-haspopup="dialog"
      data-chosen={isChosen || undefined}
      data-sent={isSent || undefined}
      onFocus={onFocus}
      onClick={onClick}
    />
  );
}

/** Focus is in the overlay while it is open, and then where it was before. */
function useFocusWhileOpen(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    root.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [root]);
}

/** Calls back once per frame in which the page has changed, but not for our own changes. */
function watchPage(onChange: () => void): () => void {
  let frame = 0;
  const isOwn = ({ target }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest("[data-suggesting]") !== null &&
    target !== document.body;
  const observer = new MutationObserver((records) => {
    if (frame || records.every((record) => isOwn(record) || isDialog(record))) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Dialogs and toasts are added at the end of the body, outside of the page. */
function isDialog({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (target !== document.body) return false;
  return [...addedNodes, ...removedNodes].every(
    (node) => node instanceof Element && node.querySelector("[data-suggesting]"),
  );
}

function placeOver(button: HTMLElement, { range, element }: PageText): void {
  const box = (range ?? element).getBoundingClientRect();
  const isShown =
    Math.min(box.width, box.height) >= SMALLEST_PX &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  button.hidden = !isShown;
  if (!isShown) return;
  button.style.translate = `${box.left}px ${box.top}px`;
  button.style.width = `${box.width}px`;
  button.style.height = `${box.height}px`;
  button.toggleAttribute("data-covered", isCovered(box, element));
}

/** Whether something else is in front of a text, such as the bar at the top of a scrolled page. */
function isCovered(box: DOMRect, element: Element): boolean {
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const front = document.elementsFromPoint(x, y).find((each) => !each.closest("section[data-suggesting]"));
  return front !== undefined && !front.contains(element) && !element.contains(front);
}

function showInView({ element }: PageText): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center" });
}
