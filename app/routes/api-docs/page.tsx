import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { pageServices, useSiteOrigin } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";
import styles from "./api-docs.module.css";
import { type ApiDescription, listGroups, type ShownOperation } from "./groups.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { describeApi, productName, publicUrl, localUrl } = context.get(pageServices);
  const description = describeApi() as ApiDescription; // our own document; the page shows these parts
  return {
    productName,
    publicUrl,
    localUrl,
    about: description.info.description,
    groups: listGroups(description),
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { productName } = loaderData;
  return describePage(matches, {
    title: "API",
    description: t`The API of ${productName}: templates, documents and PDFs.`,
    path: "/docs/api",
  });
}

/** The OpenAPI description as a page. */
export default function ApiDocs({ loaderData }: Route.ComponentProps) {
  const { publicUrl, localUrl, about, groups } = loaderData;
  const origin = useSiteOrigin({ publicUrl, localUrl });
  return (
    <div className={`wrap ${styles.apiDocs}`}>
      <header className={styles.apiIntro}>
        <h1>API</h1>
        <p className="api-about">{about}</p>
        <p>
          <Trans>
            This reference is also available as <a href="/openapi.json">openapi.json</a>.
          </Trans>
        </p>
      </header>
      <nav className={styles.apiContents} aria-label={t`On this page`}>
        <ul>
          {groups.map(({ name, operations }) => (
            <li key={name}>
              <a href={`#${name}`}>{name}</a> <span className={styles.apiCount}>{operations.length}</span>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.apiBody}>
        <section aria-labelledby="first-calls">
          <h2 id="first-calls">{t`Getting started`}</h2>
          <p>{t`List the templates of one type, most used first:`}</p>
          <Code
            label={t`Example: list templates of one type`}
          >{`curl -g '${origin}/items/templates?filter[type][_eq]=invoices&fields=id,template_name,used,rating,rating_count&sort=-used'`}</Code>
          <p>{t`Read the fields of a template, then make a PDF from JSON:`}</p>
          <Code
            label={t`Example: make a PDF from JSON`}
          >{`curl '${origin}/items/templates/TEMPLATE_ID?fields=fields,sample'
curl -X POST '${origin}/render/TEMPLATE_ID.pdf' \\
  -H 'content-type: application/json' -d '{ "data": { … } }' -o invoice.pdf`}</Code>
        </section>
        {groups.map(({ name, fields, operations }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name}>{name}</h2>
            {fields.length > 0 && <Fields group={name} fields={fields} />}
            {operations.map((operation) => (
              <Operation key={`${operation.method} ${operation.path}`} {...operation} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Each is a landmark, so each has a name of its own. */
function Code({ label, children }: { label: string; children: string }) {
  return (
    // A long line scrolls, so a keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be focusable
    <section className={styles.apiCode} aria-label={label} tabIndex={0}>
      <pre>
        <code>{children}</code>
      </pre>
    </section>
  );
}

function Fields({
  group,
  fields,
}: {
  group: string;
  fields: { name: string; type: string; description: string }[];
}) {
  return (
    <table className={styles.apiFields}>
      <caption className="sr-only">
        <Trans>Fields of {group}</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t`Field`}</th>
          <th scope="col">{t({ message: "Type", context: "data type of a field" })}</th>
          <th scope="col">{t`Description`}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{type}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Operation({ method, path, summary, description, parameters }: ShownOperation) {
  return (
    <article className={styles.apiOperation}>
      <h3>
        <code>
          <span className={styles.apiMethod}>{method}</span> {path}
        </code>
      </h3>
      <p>
        {summary}. {description}
      </p>
      {parameters.length > 0 && (
        <p className={styles.apiParameters}>
          {parameters.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      )}
    </article>
  );
}
