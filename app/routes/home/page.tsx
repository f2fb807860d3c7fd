import { Link } from "react-router";
import { loadHomeContent, SheetRow, TemplateCard, TypeGrid } from "../../features/catalogue/index.ts";
import { InMyName } from "../../features/personal-gallery/index.ts";
import { useShownProfile } from "../../features/profile/index.ts";
import { HomeSearch } from "../../features/search/index.ts";
import { latePart, useLatePart } from "../../lib/pages/late-part.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage, siteDataIn } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

const knownDocuments = latePart(() => import("./known-documents.tsx"));

export async function loader({ context }: Route.LoaderArgs) {
  return loadHomeContent(context.get(pageServices).catalogue);
}

const DESCRIPTION =
  "Document and design templates with real pages to look at: find one, and leave with a perfect PDF.";

export function meta({ matches }: Route.MetaArgs) {
  const { productName, publicUrl = "" } = siteDataIn(matches) ?? {};
  const about = {
    "@type": "WebSite",
    name: productName,
    url: `${publicUrl}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${publicUrl}/templates?q={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
  return describePage(matches, { description: DESCRIPTION, path: "/", about });
}

export default function Home({
  loaderData: { count, hint, row, tiles, others, searches },
}: Route.ComponentProps) {
  if (count === 0) return <EmptyLibrary />;
  return (
    <>
      <section className="wrap hero">
        <h1>What do you need on paper?</h1>
        <div className="columns ask">
          <HomeSearch hint={hint} />
          <p className="lead">
            The page is typeset anew with every key you press, and the PDF is that very page.{" "}
            {count === 1 ? "One template" : `${count} templates`}, no account needed.
          </p>
        </div>
        {searches.length > 0 && (
          <p className="looked-for">
            <span>Try</span>
            {searches.map(({ words, href }) => (
              <Link key={href} className="link" to={href} data-prefetch>
                {words}
              </Link>
            ))}
          </p>
        )}
        <InMyName place="line" />
        <SheetRow row={row} />
        <ContinueStrip />
      </section>
      <section className="wrap section">
        <div className="section-head">
          <h2>Every kind in its compartment</h2>
          <Link className="link" to="/templates" data-prefetch>
            All {count} templates
          </Link>
        </div>
        <TypeGrid tiles={tiles} />
      </section>
      {others.length > 0 && (
        <section className="wrap section">
          <div className="section-head">
            <h2>More to choose from</h2>
            <Link className="link" to="/templates?sort=newest" data-prefetch>
              All, newest first
            </Link>
          </div>
          <div className="sheets across-6">
            {others.map((card) => (
              <TemplateCard key={card.id} card={card} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function EmptyLibrary() {
  return (
    <section className="wrap hero">
      <h1>Nothing set in type yet</h1>
      <div className="nothing">
        <span className="ghost" />
        <div>
          <h2>No templates yet</h2>
          <p>Whoever runs this library can add templates as files; they will stand here.</p>
        </div>
      </div>
    </section>
  );
}

/** What a known person was working on. The style sheet keeps its place, so that nothing moves when it has loaded. */
function ContinueStrip() {
  const userId = useShownProfile()?.id;
  const KnownDocuments = useLatePart(knownDocuments, userId !== undefined);
  return (
    <section className="continue-strip" aria-label="Continue">
      {userId && KnownDocuments && <KnownDocuments userId={userId} />}
    </section>
  );
}
