import { Link } from "react-router";
import {
  loadTemplateDetail,
  SamplePages,
  TemplateCard,
  TemplateFacts,
  UseBar,
} from "../../features/catalogue/index.ts";
import { pageServices } from "../../lib/page-data.ts";
import { describePage } from "../../lib/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";

export async function loader({ context, url: { pathname } }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const detail = await loadTemplateDetail(catalogue, pathname);
  if (!detail) throw await notFound(catalogue, pathname);
  return detail;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, url, description, image, type, rating } = loaderData;
  const sentence = description ?? `${name}, a template of the type ${type.singular.toLowerCase()}.`;
  return describePage(matches, {
    title: `${name}, ${type.singular.toLowerCase()} template`,
    description: sentence,
    path: url,
    image,
    about: {
      "@type": "CreativeWork",
      name,
      description: sentence,
      genre: type.singular,
      isAccessibleForFree: true,
      ...(rating === null
        ? {}
        : {
            review: {
              "@type": "Review",
              reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5 },
              author: { "@type": "Organization", name: "Editors" },
            },
          }),
    },
  });
}

export default function Template({ loaderData: detail }: Route.ComponentProps) {
  const { type, category, related } = detail;
  return (
    <>
      <div className="wrap detail">
        <nav aria-label="Breadcrumb">
          <ol className="crumbs">
            <li>
              <Link to="/templates">Templates</Link>
            </li>
            <li>
              <Link to={`/${type.slug}`} prefetch="intent">
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
          <SamplePages detail={detail} />
          <TemplateFacts detail={detail} />
        </div>
        <UseBar detail={detail} />
      </div>
      {related.length > 0 && (
        <section className="wrap section">
          <div className="section-head">
            <h2>Beside it in the case</h2>
            <Link className="link" to={`/${type.slug}`} prefetch="intent">
              All {type.plural.toLowerCase()}
            </Link>
          </div>
          <div className="sheets across-6">
            {related.map((card) => (
              <TemplateCard key={card.id} card={card} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
