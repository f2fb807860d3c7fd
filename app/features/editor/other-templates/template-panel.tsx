// Loaded when other templates are opened for the first time.

import close from "virtual:icon/x";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTypes } from "../../../lib/pages/page-data.ts";
import { IconButton } from "../../../ui/button.tsx";
import type { DraftStatus } from "../autosave/status.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { LeftoverNote } from "./leftover-note.tsx";
import { OfferedTemplates } from "./offered-templates.tsx";
import { PhonePanel } from "./phone-panel.tsx";
import { chooseTemplate } from "./switch-draft.ts";
import { MAX_OFFERED, type Offer, useDrawnOffers, useOffers, useRelatedOffers } from "./template-offers.ts";
import "./template-panel.css";

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  status: DraftStatus;
  isPhone: boolean;
  onClose(): void;
};

/** Templates of this type filled with the draft, then templates of other types that use its letterhead. */
export default function TemplatePanel({ template, store, status, isPhone, onClose }: Props) {
  // A snapshot: nothing is typed while the panel is open.
  const [draft] = useState(store.read);
  const [search, setSearch] = useState("");
  const query = useDeferredValue(search.trim());
  const offers = useOffers(template, draft, query);
  const related = useRelatedOffers(template, draft);
  const type = useTypes().find(({ slug }) => slug === template.type.slug);
  const all = useMemo(() => [...(offers ?? []), ...related], [offers, related]);
  useDrawnOffers(all, draft.theme);
  const navigate = useNavigate();
  const [busyId, setBusy] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = async (offer: Offer) => {
    if (offer.id === template.id) return onClose();
    setBusy(offer.id);
    await chooseTemplate({ template, draft, status, navigate }, offer);
    setBusy(undefined);
  };
  const head = (
    <header>
      <h2 id="template-panel-title" ref={heading} tabIndex={-1}>{t`Other templates`}</h2>
      <IconButton label={t`Close`} icon={close} onClick={onClose} />
    </header>
  );
  const searchField = type && type.count > MAX_OFFERED && (
    <input
      type="search"
      className="input"
      data-own-undo
      aria-label={t`Search templates: ${{ type: type.plural }}`}
      placeholder={plural(
        { count: type.count },
        { one: "Search # template", other: "Search all # templates" },
      )}
      maxLength={200}
      value={search}
      onChange={(event) => setSearch(event.target.value)}
    />
  );
  const state = (
    <>
      {!offers && <p role="status">{t`Loading templates…`}</p>}
      {offers && <NoTemplates query={query} count={offers.length} />}
    </>
  );
  const sheets = { openId: template.id, busyId };
  return (
    <section
      className="template-panel"
      aria-labelledby="template-panel-title"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      {isPhone ? (
        <PhonePanel
          template={template}
          draft={draft}
          offers={all}
          head={head}
          searchField={searchField}
          state={state}
          busyId={busyId}
          onUse={(offer) => void choose(offer)}
          onBack={onClose}
        />
      ) : (
        <>
          {head}
          <div className="template-panel-scroll">
            <p>{t`See your document in other templates. Anything that doesn’t fit is still saved.`}</p>
            <LeftoverNote kept={draft.kept} name={template.name} />
            {searchField}
            {state}
            {offers && (
              <OfferedTemplates
                offers={offers}
                {...sheets}
                markedId={template.id}
                onChoose={(offer) => void choose(offer)}
              />
            )}
            {related.length > 0 && (
              <>
                <h3>
                  <Trans>
                    Start a new document <span>with your name and contact details</span>
                  </Trans>
                </h3>
                <OfferedTemplates
                  offers={related}
                  {...sheets}
                  markedId={template.id}
                  onChoose={(offer) => void choose(offer)}
                />
              </>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function NoTemplates({ query, count }: { query: string; count: number }) {
  if (query && count === 0) return <p role="status">{t`No templates match “${query}”.`}</p>;
  return !query && count === 1 ? <p>{t`There are no other templates of this type yet.`}</p> : null;
}
