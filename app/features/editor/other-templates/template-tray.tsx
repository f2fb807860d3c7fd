// Loaded later: with the first look at other templates.
import close from "virtual:icon/x";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pageRatio } from "../../../lib/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { DraftStatus } from "../autosave/status.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { KeptNote } from "./kept-note.tsx";
import { chooseTemplate } from "./switch-draft.ts";
import { type Offer, useDrawnOffers, useOffers } from "./template-offers.ts";
import "./template-tray.css";

type Props = { template: EditorTemplate; store: DraftStore; status: DraftStatus; onClose(): void };

/** In the form's place: the templates of this type, each with the words of this draft. */
export default function TemplateTray({ template, store, status, onClose }: Props) {
  // As it is when the tray opens: nothing is typed meanwhile.
  const [draft] = useState(store.read);
  const offers = useOffers(template, draft);
  const drawn = useDrawnOffers(offers, draft.theme);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = async (offer: Offer) => {
    setChosen(offer.id);
    await chooseTemplate({ template, draft, status, navigate }, offer);
    setChosen(undefined);
  };
  return (
    <section
      className="tray"
      aria-labelledby="tray-title"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header>
        <h2 id="tray-title" ref={heading} tabIndex={-1}>
          Other templates
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon of={close} />
        </button>
      </header>
      <div className="tray-scroll">
        <p>Your own words, set in each. What is left over is kept.</p>
        <KeptNote kept={draft.kept} name={template.name} />
        {!offers && <p role="status">Looking for templates</p>}
        {offers?.length === 1 && <p>There is no other template for this yet.</p>}
        <ul className="tray-sheets">
          {offers?.map((offer) => {
            const isOpen = offer.id === template.id;
            const picture = drawn.get(offer.id);
            return (
              <li key={offer.id} data-open={isOpen || undefined}>
                <button
                  type="button"
                  aria-pressed={isOpen}
                  aria-busy={chosen === offer.id}
                  disabled={chosen !== undefined}
                  onClick={() => (isOpen ? onClose() : void choose(offer))}
                >
                  <span className="tray-sheet" style={{ "--ar": pageRatio(offer.page) }}>
                    {picture ? <img src={picture} alt="" /> : <span className="skeleton" />}
                  </span>
                  <b>{offer.name}</b>
                  <span>{isOpen ? "This one" : sayLeft(offer.left)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function sayLeft(left: number): string {
  return left === 0 ? "Everything fits" : `${left} left over`;
}
