import searchIcon from "virtual:icon/search";
import { plural, t } from "@lingui/core/macro";
import { data, Form } from "react-router";
import { privateKindOf } from "../../../contract/site/private-pages.ts";
import {
  countTypes,
  ListingBands,
  ListingTools,
  listAll,
  loadTemplateData,
  NearestTypes,
  readSelection,
  shelfOf,
  stayOnPage,
  toNearTile,
} from "../../features/catalogue/index.ts";
import { PersonalGallerySwitch, PrivateGalleryNotice } from "../../features/personal-gallery/index.ts";
import { isCatalogueStale } from "../../lib/http/catalogue-version.ts";
import { fitsInBrowser, knownTypes, pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/page";

/** More results are never looked at. */
const MAX_FOUND = 1_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const selection = readSelection(url.searchParams);
  const [types, total] = await Promise.all([catalogue.listTypes(), catalogue.countTemplates({})]);
  const found = selection.query ? await catalogue.searchTemplates(selection.query, MAX_FOUND) : undefined;
  const isPrivate = privateKindOf(url) !== undefined;
  const page = { isPrivate, total, selection, types: countTypes(types, found), found: found?.length };
  const listing = await listAll(types, catalogue, selection, found);
  if (!found || found.length > 0) return data({ ...page, listing, near: undefined });
  catalogue.countMissedSearch(selection.query);
  const near = (await catalogue.nearestTypes(selection.query)).map(toNearTile);
  // A cached response would be counted only once.
  return data({ ...page, listing, near }, { headers: { "cache-control": "no-store" } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/**
 * The browser loads the list once, unless it is too long; filters and sorting then need no server. The server
 * finds the nearest types for a query without results.
 */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  if (!fitsInBrowser()) return serverLoader();
  const selection = readSelection(url.searchParams);
  const known = knownTypes().filter(({ count }) => count > 0);
  const { allTemplates, searchTemplates } = await loadTemplateData();
  const [templates, ids] = await Promise.all([
    allTemplates(),
    selection.query ? searchTemplates(selection.query) : undefined,
  ]).catch(stayOnPage);
  if (isCatalogueStale()) return serverLoader(); // types may have changed, too
  const byId = new Map(templates.map((template) => [template.id, template]));
  const found = ids?.flatMap((id) => byId.get(id) ?? []);
  if (found?.length === 0) return serverLoader();
  const types = countTypes(known, found);
  const listing = await listAll(known, shelfOf(templates), selection, found);
  const page = { isPrivate: false, total: templates.length, selection, types, found: found?.length };
  return { ...page, listing, near: undefined };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const query = loaderData?.selection.query;
  const total = loaderData?.total;
  return [
    ...describePage(matches, {
      title: query ? t`“${query}”` : t`Templates`,
      description:
        total === undefined
          ? t`Browse all document templates by type: resumes, invoices, letters, posters and more.`
          : plural(total, {
              one: "Browse # document template by type: resumes, invoices, letters, posters and more.",
              other: "Browse # document templates by type: resumes, invoices, letters, posters and more.",
            }),
      path: "/templates",
      image: loaderData?.listing.bands[0]?.[0]?.cards[0]?.image ?? null,
    }),
    ...(query ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

export default function Templates({
  loaderData: { isPrivate, types, total, selection, found, listing, near },
}: Route.ComponentProps) {
  const title = t`Templates`;
  return (
    <>
      <div className="wrap columns listing-head">
        <h1 style={{ "--chars": title.length }}>
          {title}
          <sup>
            <span className="sr-only">, </span>
            {found === undefined ? total : listing.count}
          </sup>
        </h1>
        {/* What is typed into a search goes to the server. */}
        {isPrivate ? (
          <PrivateGalleryNotice />
        ) : (
          <Form key={selection.query} action="/templates" role="search" className="listing-search">
            <input
              className="input"
              type="search"
              name="q"
              defaultValue={selection.query}
              aria-label={t`Search templates`}
              placeholder={t`Search templates`}
              maxLength={200}
            />
            <Button type="submit">
              <Icon of={searchIcon} />
              {t`Search`}
            </Button>
          </Form>
        )}
      </div>
      <div className="wrap">
        <PersonalGallerySwitch place="label" />
      </div>
      {near ? (
        <NearestTypes query={selection.query} tiles={near} total={total} />
      ) : (
        <>
          <ListingTools
            facet={{ name: "type", title: t`Type`, values: types, all: found ?? total }}
            selection={selection}
            papers={listing.papers}
          />
          {selection.query && (
            <p className="wrap found" role="status">
              {formatFound(listing.count, selection.query)}
            </p>
          )}
          <ListingBands listing={listing} selection={selection} />
        </>
      )}
    </>
  );
}

function formatFound(count: number, query: string): string {
  return plural(count, { one: `# template for “${query}”`, other: `# templates for “${query}”` });
}
