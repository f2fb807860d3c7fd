import { t } from "@lingui/core/macro";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { followArrows } from "../../../lib/browser/arrow-keys.ts";
import { findGaps } from "../../documents/index.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { isLongForm, listSections, type Section, sectionInView, sectionOf } from "../form/sections.ts";
import styles from "./section-jumps.module.css";

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  /** The scrolling panel. */
  panel: RefObject<HTMLElement | null>;
};

/** Above a long form: its sections, the current one, and those with empty recommended fields. */
export function SectionJumps({ template, store, panel }: Props) {
  const { fields, type } = template;
  const sections = useMemo(() => listSections(fields, type.singular), [fields, type]);
  return isLongForm(fields, sections) && <Jumps {...{ template, store, panel, sections }} />;
}

function Jumps({ template, store, panel, sections }: Props & { sections: readonly Section[] }) {
  const { data } = useDraft(store);
  const [current, goTo] = useCurrentSection(panel, sections);
  const list = useRef<HTMLUListElement>(null);
  const empty = useMemo(
    () => new Set(findGaps(template.fields, data).map(({ path }) => sectionOf(sections, path)?.name)),
    [template, data, sections],
  );
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>(`[data-jump="${CSS.escape(current)}"]`);
    if (button && list.current) bringIntoView(list.current, button);
  }, [current]);

  return (
    <nav className={styles.jumps} aria-label={t`Sections`}>
      <ul
        ref={list}
        onKeyDown={(event) => followArrows(event, [...event.currentTarget.querySelectorAll("button")])}
      >
        {sections.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              data-jump={name}
              tabIndex={name === current ? 0 : -1}
              aria-current={name === current ? "true" : undefined}
              onClick={() => goTo(name)}
            >
              <span>{label}</span>
              {empty.has(name) && (
                <>
                  <i aria-hidden="true" />
                  <span className="sr-only">
                    {t({ message: "– has empty fields", comment: "Read out after the name of a section" })}
                  </span>
                </>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls horizontally only; the page must not move. */
function bringIntoView(list: HTMLElement, button: HTMLElement): void {
  const over = button.offsetLeft + button.offsetWidth + EDGE - (list.scrollLeft + list.clientWidth);
  const under = list.scrollLeft - (button.offsetLeft - EDGE);
  if (over > 0) list.scrollLeft += over;
  else if (under > 0) list.scrollLeft -= under;
}

const EDGE = 32; // pixels: part of the next name shows that there is more

/** The section that was chosen or has the focus; after scrolling, the section in view. */
function useCurrentSection(
  panel: RefObject<HTMLElement | null>,
  sections: readonly Section[],
): [current: string, goTo: (name: string) => void] {
  const [current, setCurrent] = useState(sections[0]?.name ?? "");
  const settledAt = useRef<number>(undefined);
  useEffect(() => {
    const box = panel.current;
    if (!box) return;
    const onScroll = () => {
      if (box.clientHeight === 0 || Math.abs(box.scrollTop - (settledAt.current ?? -9)) < 2) return;
      settledAt.current = undefined;
      const top = box.getBoundingClientRect().top - box.scrollTop;
      const tops = sections.map(({ name }) => (find(box, name)?.getBoundingClientRect().top ?? 0) - top);
      const { scrollTop: scrolled, clientHeight: seen, scrollHeight: whole } = box;
      const inView = sections[sectionInView({ tops, scrolled, seen, whole })];
      if (inView) setCurrent(inView.name);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const name =
        target instanceof Element && target.closest<HTMLElement>("[data-section]")?.dataset.section;
      if (!name) return;
      setCurrent(name);
      // The position to which the browser scrolls for the focus.
      requestAnimationFrame(() => {
        settledAt.current = box.scrollTop;
      });
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    box.addEventListener("focusin", onFocus);
    return () => {
      box.removeEventListener("scroll", onScroll);
      box.removeEventListener("focusin", onFocus);
    };
  }, [panel, sections]);

  const goTo = (name: string) => {
    const box = panel.current;
    const place = box && find(box, name);
    if (!place) return;
    setCurrent(name);
    // Not its first field: that would open a phone's keyboard. The next Tab leads there.
    const section = place.matches("fieldset")
      ? place
      : (place.querySelector<HTMLElement>("fieldset") ?? place);
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
    place.scrollIntoView({ block: "start", behavior: "auto" });
    settledAt.current = box.scrollTop;
  };
  return [current, goTo];
}

function find(box: HTMLElement, name: string): HTMLElement | null {
  return box.querySelector(`[data-section="${CSS.escape(name)}"]`);
}
