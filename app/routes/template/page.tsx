import { Link } from "react-router";
import { listAsked, pickRelated, TemplateCard, toCard } from "../../features/catalogue/index.ts";
import { pageServices } from "../../lib/page-context.ts";
import { longFormat, pageRatio } from "../../lib/page-format.ts";
import { describePage } from "../../lib/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import type { Route } from "./+types/page";
import { Facts, UseBar } from "./facts.tsx";
import { Stage } from "./stage.tsx";

export async function loader({ context, url: { pathname } }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const template = await catalogue.findTemplate(pathname);
  if (!template) throw await notFound(catalogue, pathname);
  const [types, templates] = await Promise.all([catalogue.listTypes(), catalogue.listTemplates()]);
  const type = types.find(({ slug }) => slug === template.type);
  if (!type) throw await notFound(catalogue, pathname);
  const singular = new Map(types.map(({ slug, singular }) => [slug, singular]));
  const { template_name, url, rating, used, description, pictures, theme, image } = template;
  return {
    id: template.id,
    name: template_name,
    url,
    rating,
    used,
    description,
    image,
    pictures,
    accent: theme.accent,
    ratio: pageRatio(template.page),
    format: longFormat(template.page),
    asked: listAsked(template.fields),
    type: { slug: type.slug, singular: type.singular, plural: type.plural },
    category: type.categories.find(({ slug }) => slug === template.category),
    related: pickRelated(template, templates).map((each) => toCard(each, singular.get(each.type))),
  };
}

export type Detail = Awaited<ReturnType<typeof loader>>;

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
          <Stage detail={detail} />
          <Facts detail={detail} />
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
