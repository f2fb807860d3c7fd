import { t } from "@lingui/core/macro";
import { Link, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { MAX_STARS } from "../../../contract/people/ratings.ts";
import { readTriedLook, withoutDefaults } from "../../../contract/templates/looks.ts";
import {
  CallExamples,
  loadTemplateDetail,
  SamplePages,
  TemplateCard,
  TemplateFacts,
  UseBar,
} from "../../features/catalogue/index.ts";
import { TemplateRatings } from "../../features/ratings/index.ts";
import { pathOf } from "../../lib/i18n/addresses.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage, describeWay } from "../../lib/pages/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";

export async function loader({ context, url }: Route.LoaderArgs) {
  const path = pathOf(url);
  const { catalogue, publicUrl, localUrl } = context.get(pageServices);
  const detail = await loadTemplateDetail(catalogue, path);
  if (!detail) throw await notFound(catalogue, path);
  return { ...detail, site: { publicUrl, localUrl } };
}

/** The chosen look is in the address and needs no new data. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = change;
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, url, description, image, type, rating, raters, created, changed } = loaderData;
  const kind = type.singular;
  const sentence = description ?? t`${kind} template: ${name}.`;
  return describePage(matches, {
    title: t`${name} (${kind} template)`,
    description: sentence,
    path: url,
    image,
    imageText: t`First page of ${name}`,
    about: {
      "@type": "CreativeWork",
      name,
      description: sentence,
      datePublished: created,
      dateModified: changed,
      mainEntityOfPage: {
        "@type": "WebPage",
        breadcrumb: describeWay(matches, [
          { name: t`Templates`, path: "/templates" },
          { name: type.plural, path: `/${type.slug}` },
          { name, path: url },
        ]),
      },
      genre: type.singular,
      isAccessibleForFree: true,
      ...(rating === null || raters === 0
        ? {}
        : {
            aggregateRating: {
              "@type": "AggregateRating",
              ratingValue: rating,
              ratingCount: raters,
              worstRating: 1,
              bestRating: MAX_STARS,
            },
          }),
    },
  });
}

export default function Template({ loaderData: detail }: Route.ComponentProps) {
  const { type, category, related, site } = detail;
  const { plural: typeName } = type;
  const { search } = useLocation();
  const look = withoutDefaults(readTriedLook(new URLSearchParams(search)), detail.own);
  return (
    <>
      <div className="wrap detail">
        <nav aria-label={t`Breadcrumb`}>
          <ol className="crumbs">
            <li>
              <Link to="/templates">{t`Templates`}</Link>
            </li>
            <li>
              <Link to={`/${type.slug}`} data-prefetch>
                {type.plural}
              </Link>
            </li>
            {category && (
              <li>
                <Link to={`/${type.slug}?category=${category.slug}`}>{category.label}</Link>
              </li>
            )}
          </ol>
        </nav>
        <div className="columns">
          <SamplePages detail={detail} look={look} />
          <TemplateFacts detail={detail} look={look} />
        </div>
        <UseBar detail={detail} look={look} />
      </div>
      <div className="wrap section columns below-sheet">
        <TemplateRatings template={detail} given={detail.given} />
      </div>
      {related.length > 0 && (
        <section className="wrap section">
          <div className="section-head">
            <h2>{t`Similar templates`}</h2>
            <Link className="link" to={`/${type.slug}`} data-prefetch>
              {t`All templates: ${typeName}`}
            </Link>
          </div>
          <div className="sheets across-6">
            {related.map((card) => (
              <TemplateCard key={card.id} card={card} />
            ))}
          </div>
        </section>
      )}
      {!detail.link && (
        <div className="wrap section">
          <CallExamples detail={detail} look={look} site={site} />
        </div>
      )}
    </>
  );
}
