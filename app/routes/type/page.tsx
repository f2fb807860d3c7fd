import { plural, t } from "@lingui/core/macro";
import { Link, useNavigate } from "react-router";
import { DEFAULT_ORDER } from "../../../contract/templates/template-order.ts";
import {
  CategoryRuns,
  formatCategory,
  inPageLanguage,
  ListingTools,
  listType,
  loadTemplateData,
  readSelection,
  recountType,
  selectionQuery,
  shelfOf,
  stayOnPage,
} from "../../features/catalogue/index.ts";
import { PersonalGallerySwitch } from "../../features/personal-gallery/index.ts";
import { passFile } from "../../lib/browser/passed-file.ts";
import { isCatalogueStale } from "../../lib/http/catalogue-version.ts";
import { pathOf } from "../../lib/i18n/addresses.ts";
import { fitsInBrowser, knownTypes, pageServices } from "../../lib/pages/page-data.ts";
import { describePage, describeWay, siteDataIn } from "../../lib/pages/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import { FileDropTarget } from "../../ui/file-drop-target.tsx";
import type { Route } from "./+types/page";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const type = (await catalogue.listTypes()).find(({ slug }) => slug === params.templates);
  if (!type) throw await notFound(catalogue, pathOf(url));
  const selection = readSelection(url.searchParams);
  return { type, selection, listing: await listType(type, catalogue, selection) };
}

/** The browser loads a type's list once, unless it is too long; filters and sorting then need no server. */
export async function clientLoader({ params, url, serverLoader }: Route.ClientLoaderArgs) {
  const known = knownTypes().find(({ slug }) => slug === params.templates);
  if (!known || !fitsInBrowser(known.slug)) return serverLoader();
  const { templatesOfType } = await loadTemplateData();
  const shelf = shelfOf(await templatesOfType(known.slug).catch(stayOnPage));
  // The categories may have changed, too.
  if (isCatalogueStale()) return serverLoader();
  const type = await recountType(known, shelf);
  const selection = readSelection(url.searchParams);
  return { type, selection, listing: await listType(type, shelf, selection) };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { type, selection, listing } = loaderData;
  const category = type.categories.map(inPageLanguage).find(({ slug }) => slug === selection.category);
  const { count, description } = type;
  const cards = listing.bands.flat().flatMap((group) => group.cards);
  const name = cards[0]?.name;
  return describePage(matches, {
    title: category ? formatCategory(type, category) : type.plural,
    description: plural(count, {
      one: `${description} # template with a sample PDF.`,
      other: `${description} Choose from # templates, each with a sample PDF.`,
    }),
    // Order and paper show the same things; category and page are pages of their own.
    path: `/${type.slug}${selectionQuery({ ...selection, query: "", type: undefined, papers: [], sort: DEFAULT_ORDER }, { page: selection.page })}`,
    image: cards[0]?.image ?? null,
    imageText: name && t`Preview of ${name}`,
    about: {
      "@type": "CollectionPage",
      name: type.plural,
      breadcrumb: describeWay(matches, [
        { name: t`Templates`, path: "/templates" },
        { name: type.plural, path: `/${type.slug}` },
      ]),
      mainEntity: {
        "@type": "ItemList",
        numberOfItems: listing.count,
        itemListElement: cards.slice(0, 30).map((card, i) => ({
          "@type": "ListItem",
          position: i + 1,
          name: card.name,
          url: `${siteDataIn(matches)?.publicUrl ?? ""}${card.url}`,
        })),
      },
    },
  });
}

export default function Type({ loaderData: { type, selection, listing } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const facets = type.categories
    .map(inPageLanguage)
    .map(({ slug, label, count }) => ({ value: slug, label, count }));
  const page = (
    <>
      <div className="type-label">
        <nav aria-label={t`Breadcrumb`}>
          <ol className="crumbs">
            <li>
              <Link to="/templates">{t`Templates`}</Link>
            </li>
            <li aria-current="page">{type.plural}</li>
          </ol>
        </nav>
        <h1 style={{ "--chars": longestWord(type.plural) }}>{type.plural}</h1>
        <p dir="auto">{type.description}</p>
        {type.slug === "invoices" && (
          <p>
            <Link className="link" to={RECEIVED}>{t`Open an e-invoice you received`}</Link>
          </p>
        )}
        <PersonalGallerySwitch place="label" />
        <ListingTools
          facet={{ name: "category", title: t`Category`, values: facets, all: type.count }}
          selection={selection}
          papers={listing.papers}
        />
      </div>
      <CategoryRuns listing={listing} selection={selection} />
    </>
  );
  const className = "wrap columns type-page";
  if (type.slug !== "invoices") return <div className={className}>{page}</div>;
  return (
    <FileDropTarget
      className={className}
      onFile={(file) => {
        passFile(file);
        void navigate(RECEIVED);
      }}
    >
      {page}
    </FileDropTarget>
  );
}

const RECEIVED = "/e-invoices/open";

/** A name may break between words, never inside one. */
function longestWord(name: string): number {
  return Math.max(...name.split(/\s+/).map((word) => word.length));
}
