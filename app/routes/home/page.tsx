import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { loadHomeContent, SheetRow, TemplateCard, TypeGrid } from "../../features/catalogue/index.ts";
import { PersonalGallerySwitch } from "../../features/personal-gallery/index.ts";
import { useShownProfile } from "../../features/profile/index.ts";
import { HomeSearch } from "../../features/search/index.ts";
import { lazyPart, useLazyPart } from "../../lib/pages/lazy-part.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage, siteDataIn } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

const knownDocuments = lazyPart(() => import("./known-documents.tsx"));

export async function loader({ context }: Route.LoaderArgs) {
  return loadHomeContent(context.get(pageServices).catalogue);
}

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
  const description = t`Choose a document template, fill in the form and download the PDF. You see the finished page as you type.`;
  return describePage(matches, { description, path: "/", about });
}

export default function Home({
  loaderData: { count, hint, row, tiles, others, searches },
}: Route.ComponentProps) {
  if (count === 0) return <EmptyLibrary />;
  return (
    <>
      <section className="wrap hero">
        <h1>{t`What do you want to make?`}</h1>
        <div className="columns hero-search">
          <HomeSearch hint={hint} />
          <p className="lead">
            <Trans>
              Choose a template, fill in the form, download the PDF. You see the finished page as you type.{" "}
              <Plural value={count} one="# template." other="# templates." /> No account needed.
            </Trans>
          </p>
        </div>
        {searches.length > 0 && (
          <p className="recent-search">
            <span>
              {t({ message: "Try", comment: "Followed by links to categories: Studio (Invoices)" })}
            </span>
            {searches.map(({ text, href }) => (
              <Link key={href} className="link" to={href} data-prefetch>
                {text}
              </Link>
            ))}
          </p>
        )}
        <PersonalGallerySwitch place="line" />
        <SheetRow row={row} />
        <ContinueStrip />
      </section>
      <section className="wrap section">
        <div className="section-head">
          <h2>{t`Browse by type`}</h2>
          <Link className="link" to="/templates" data-prefetch>
            {plural(count, { one: "# template", other: "All # templates" })}
          </Link>
        </div>
        <TypeGrid tiles={tiles} />
      </section>
      {others.length > 0 && (
        <section className="wrap section">
          <div className="section-head">
            <h2>{t`More templates`}</h2>
            <Link className="link" to="/templates?sort=newest" data-prefetch>{t`Newest templates`}</Link>
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
      <h1>{t`No templates yet`}</h1>
      <div className="nothing">
        <span className="ghost" />
        <p>{t`Templates appear here as soon as an operator adds them.`}</p>
      </div>
    </section>
  );
}

/** The person's recent documents. The stylesheet reserves the space, so that nothing moves when they load. */
function ContinueStrip() {
  const userId = useShownProfile()?.id;
  const KnownDocuments = useLazyPart(knownDocuments, userId !== undefined);
  return (
    <section
      className="continue-strip"
      aria-label={t({ message: "Continue", context: "heading: documents to continue working on" })}
    >
      {userId && KnownDocuments && <KnownDocuments userId={userId} />}
    </section>
  );
}
