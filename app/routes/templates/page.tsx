import searchIcon from "virtual:icon/search";
import { Form } from "react-router";
import {
  ListingBands,
  ListingTools,
  listAll,
  loadTemplateData,
  readSelection,
  shelfOf,
  stayOnPage,
} from "../../features/catalogue/index.ts";
import { fitsInBrowser, knownTypes, pageServices } from "../../lib/page-data.ts";
import { describePage } from "../../lib/page-meta.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/page";

/** Nobody looks further down a list of finds. */
const MOST_FOUND = 1_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const selection = readSelection(url.searchParams);
  const [types, total] = await Promise.all([catalogue.listTypes(), catalogue.countTemplates({})]);
  const found = selection.words ? await catalogue.searchTemplates(selection.words, MOST_FOUND) : undefined;
  return { types, total, selection, listing: await listAll(types, catalogue, selection, found) };
}

/** In the browser the list is asked for once, unless it is too long for that; filters and sorting then need no server. */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  if (!fitsInBrowser()) return serverLoader();
  const selection = readSelection(url.searchParams);
  const types = knownTypes().filter(({ count }) => count > 0);
  const { allTemplates, searchTemplates } = await loadTemplateData();
  const [templates, ids] = await Promise.all([
    allTemplates(),
    selection.words ? searchTemplates(selection.words) : undefined,
  ]).catch(stayOnPage);
  const byId = new Map(templates.map((template) => [template.id, template]));
  const found = ids?.flatMap((id) => byId.get(id) ?? []);
  const listing = await listAll(types, shelfOf(templates), selection, found);
  return { types, total: templates.length, selection, listing };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const words = loaderData?.selection.words;
  return [
    ...describePage(matches, {
      title: words ? `“${words}”` : "Templates",
      description: `All ${loaderData?.total ?? ""} templates by type: resumes, invoices, letters, posters and more.`,
      path: "/templates",
      image: loaderData?.listing.bands[0]?.[0]?.cards[0]?.image ?? null,
    }),
    ...(words ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

const TITLE = "Templates";

export default function Templates({
  loaderData: { types, total, selection, listing },
}: Route.ComponentProps) {
  const facets = types.map(({ slug, plural, count }) => ({ value: slug, label: plural, count }));
  return (
    <>
      <div className="wrap columns listing-head">
        <h1 style={{ "--chars": TITLE.length }}>
          {TITLE}
          <sup>
            <span className="sr-only">, </span>
            {total}
          </sup>
        </h1>
        <Form key={selection.words} action="/templates" role="search" className="listing-search">
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={selection.words}
            aria-label="Search templates"
            placeholder="Search templates"
            maxLength={200}
          />
          <button type="submit" className="button">
            <Icon of={searchIcon} />
            Search
          </button>
        </Form>
      </div>
      <ListingTools
        facet={{ name: "type", title: "Type", values: facets, all: total }}
        selection={selection}
        papers={listing.papers}
      />
      {selection.words && (
        <p className="wrap found" role="status">
          {listing.count} found for “{selection.words}”
        </p>
      )}
      <ListingBands listing={listing} selection={selection} />
    </>
  );
}
