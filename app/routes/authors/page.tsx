import { plural } from "@lingui/core/macro";
import { TemplateCard, toCard } from "../../features/catalogue/index.ts";
import { pathOf } from "../../lib/i18n/addresses.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import { notFound } from "../../shell/not-found.ts";
import { Avatar } from "../../ui/icon.tsx";
import type { Route } from "./+types/page";
import styles from "./authors.module.css";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { catalogue } = context.get(pageServices);
  const author = await catalogue.findAuthor(params.handle);
  if (!author) throw await notFound(catalogue, pathOf(url));
  const types = await catalogue.listTypes();
  const singular = new Map(types.map((type) => [type.slug, type.singular]));
  const { name, handle, bio, photo, avatar, templates } = author;
  const cards = templates.map((template) => toCard(template, singular.get(template.type)));
  return { name, handle, bio, photo, avatar, cards };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, handle, bio, cards } = loaderData;
  const path = `/authors/${handle}`;
  const count = cards.length;
  return describePage(matches, {
    title: name,
    description: bio ?? plural(count, { one: `# template by ${name}.`, other: `# templates by ${name}.` }),
    path,
    image: cards[0]?.image ?? null,
    about: {
      "@type": "ProfilePage",
      mainEntity: { "@type": "Person", name, ...(bio ? { description: bio } : {}) },
    },
  });
}

/** The page of an author with published templates. */
export default function Author({ loaderData: { name, bio, photo, avatar, cards } }: Route.ComponentProps) {
  const count = cards.length;
  return (
    <>
      <header className={`wrap ${styles.author}`}>
        <Avatar photo={photo} avatar={avatar} className={styles.authorPhoto} />
        <div>
          <h1 dir="auto">{name}</h1>
          {bio && <p className={styles.authorBio}>{bio}</p>}
        </div>
      </header>
      <section className={`wrap section ${styles.authorTemplates}`}>
        <h2>
          {plural(count, {
            one: "# template in this library",
            other: "# templates in this library",
          })}
        </h2>
        <div className="sheets">
          {cards.map((card, place) => (
            <TemplateCard key={card.id} card={card} eager={place < 4} />
          ))}
        </div>
      </section>
    </>
  );
}
