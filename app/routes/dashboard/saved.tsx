import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { TemplateCard, toCard } from "../../features/catalogue/index.ts";
import { type SavedTemplate, useMark, useSavedTemplates, useSaving } from "../../features/saved/index.ts";
import { useTypes } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import { Button } from "../../ui/button.tsx";
import { PendingPart } from "../../ui/pending.tsx";
import type { Route } from "./+types/saved";
import { NoSavedTemplates } from "./empty-states.tsx";
import "../../features/saved/saved.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t({ message: "Saved", context: "saved templates" }));
}

export default function Saved() {
  const { profile } = usePerson();
  const { saved, ...of } = useSavedTemplates(profile.id);
  const types = useTypes();
  const [query, setQuery] = useState("");
  const search = useId();
  const typed = query.trim();
  const wanted = typed.toLowerCase();
  const labelOf = (slug: string) => types.find((type) => type.slug === slug);
  const fits = ({ template_name, type }: SavedTemplate) =>
    `${template_name} ${labelOf(type)?.singular ?? type}`.toLowerCase().includes(wanted);
  const fitting = saved?.filter(fits) ?? [];
  const [available, unavailable] = [true, false].map((isShown) =>
    fitting.filter(({ state }) => (state === "published") === isShown),
  ) as [SavedTemplate[], SavedTemplate[]];
  const groups = Map.groupBy(available, ({ type }) => type);
  const known = types.map(({ slug }) => slug).filter((slug) => groups.has(slug));
  const order = [...new Set([...known, ...groups.keys()])]; // a type may be newer than this tab

  return (
    <>
      <div className="dashboard-head">
        <h1>{t({ message: "Saved", context: "saved templates" })}</h1>
        {saved && saved.length > 0 && (
          <div className="dashboard-search">
            <label className="sr-only" htmlFor={search}>{t`Search saved templates`}</label>
            <input
              id={search}
              type="search"
              className="input"
              placeholder={t`Search saved templates`}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
        )}
      </div>
      {!saved && (
        <div className="dashboard-section">
          <PendingPart failure={t`We couldn’t load your saved templates.`} of={of} height="16rem" />
        </div>
      )}
      {saved?.length === 0 && (
        <div className="dashboard-section">
          <NoSavedTemplates />
        </div>
      )}
      {saved && saved.length > 0 && fitting.length === 0 && (
        <p className="dashboard-lead">
          <Trans>
            No saved templates match “{typed}”.{" "}
            <button type="button" className="link" onClick={() => setQuery("")}>
              Show all
            </button>
          </Trans>
        </p>
      )}
      <div className="saved-groups">
        {order.map((slug) => (
          <Compartment
            key={slug}
            slug={slug}
            label={labelOf(slug)?.plural ?? slug}
            templates={groups.get(slug)}
          />
        ))}
      </div>
      {unavailable.length > 0 && <Unavailable templates={unavailable} />}
    </>
  );
}

const WIDEST = 6;

type CompartmentProps = {
  slug: string;
  label: string;
  templates: readonly SavedTemplate[] | undefined;
};

function Compartment({ slug, label, templates = [] }: CompartmentProps) {
  const style = { "--span": Math.min(templates.length, WIDEST) };
  return (
    <section style={style} aria-labelledby={`saved-${slug}`}>
      <h2 id={`saved-${slug}`}>
        {label} <span className="muted num">{templates.length}</span>
      </h2>
      <div className="sheets">
        {templates.map((template) => (
          <TemplateCard key={template.id} card={toCard(template)} />
        ))}
      </div>
    </section>
  );
}

/** Templates that were hidden after they were saved: they have no page any more. */
function Unavailable({ templates }: { templates: readonly SavedTemplate[] }) {
  return (
    <section className="dashboard-section" aria-labelledby="saved-unavailable">
      <div className="section-head">
        <h2 id="saved-unavailable">{t`No longer available`}</h2>
      </div>
      <p className="muted">{t`These templates are no longer in the library. Documents you made with them still work.`}</p>
      <ul className="saved-unavailable">
        {templates.map((template) => (
          <UnavailableRow key={template.id} template={template} />
        ))}
      </ul>
    </section>
  );
}

function UnavailableRow({ template: { id, template_name: name } }: { template: SavedTemplate }) {
  const isBusy = useMark(id) === "busy";
  const remove = useSaving({ id, name });
  return (
    <li>
      <span>{name}</span>
      <Button
        size="small"
        aria-label={t`Remove ${name}`}
        disabled={isBusy}
        onClick={() => void remove()}
      >{t`Remove`}</Button>
    </li>
  );
}
