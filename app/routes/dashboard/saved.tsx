import { useId, useState } from "react";
import { Link } from "react-router";
import { TemplateCard } from "../../catalogue/template-card.tsx";
import { toCard } from "../../data/card.ts";
import { useTypes } from "../../data/known-types.ts";
import { type SavedTemplate, useSavedTemplates } from "../../data/saved-templates-cards.ts";
import { usePerson } from "../../layouts/dashboard.tsx";
import { EmptySheet } from "../../ui/empty-sheet.tsx";
import type { Route } from "./+types/saved";
import { titled } from "./page-title.ts";

export function meta({ matches }: Route.MetaArgs) {
  return titled(matches, "Saved");
}

export default function Saved() {
  const { profile } = usePerson();
  const saved = useSavedTemplates(profile.id);
  const types = useTypes();
  const [words, setWords] = useState("");
  const search = useId();
  const wanted = words.trim().toLowerCase();
  const labelOf = (slug: string) => types.find((type) => type.slug === slug);
  const fits = ({ template_name, type }: SavedTemplate) =>
    `${template_name} ${labelOf(type)?.singular ?? type}`.toLowerCase().includes(wanted);
  const groups = Map.groupBy(saved?.filter(fits) ?? [], ({ type }) => type);
  const order = types.map(({ slug }) => slug).filter((slug) => groups.has(slug));

  return (
    <>
      <div className="desk-head">
        <h1>Saved</h1>
        {saved && saved.length > 0 && (
          <div className="desk-search">
            <label className="sr-only" htmlFor={search}>
              Search what you saved
            </label>
            <input
              id={search}
              type="search"
              className="input"
              placeholder="Search what you saved"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        )}
      </div>
      {!saved && <span className="skeleton desk-section" style={{ height: "16rem" }} />}
      {saved?.length === 0 && (
        <div className="desk-section">
          <EmptySheet
            title="No saved templates yet"
            action={
              <Link className="button primary" to="/templates">
                Find a template
              </Link>
            }
          >
            Press the heart on a sheet and it lies here the next time.
          </EmptySheet>
        </div>
      )}
      {saved && saved.length > 0 && groups.size === 0 && (
        <p className="desk-lead">
          Nothing you saved is called “{words.trim()}”.{" "}
          <button type="button" className="link" onClick={() => setWords("")}>
            Show everything
          </button>
        </p>
      )}
      {order.map((slug) => (
        <section key={slug} className="desk-section" aria-labelledby={`saved-${slug}`}>
          <div className="section-head">
            <h2 id={`saved-${slug}`}>
              {labelOf(slug)?.plural} <span className="muted num">{groups.get(slug)?.length}</span>
            </h2>
          </div>
          <div className="sheets across-6 whole">
            {groups.get(slug)?.map((template) => (
              <TemplateCard key={template.id} card={toCard(template)} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
