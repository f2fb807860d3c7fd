import { t } from "@lingui/core/macro";
import { Link, useLocation } from "react-router";
import { TemplateCard } from "../features/catalogue/index.ts";
import { inPageLanguage } from "../lib/i18n/addresses.ts";
import { useProductName } from "../lib/pages/page-data.ts";
import { describeError } from "./described-error.ts";
import { SiteFrame } from "./site-frame.tsx";

export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const productName = useProductName();
  const shown = describeError(error, pathname);
  return (
    <SiteFrame searchable variant="error">
      <title>{[`${shown.status} ${shown.message}`, productName].filter(Boolean).join(" · ")}</title>
      <div className="wrap columns error-body" data-error-page>
        <Plates status={shown.status} />
        <div className="error-text">
          <h1>{shown.message}</h1>
          {shown.path === undefined ? (
            <p>{shown.description}</p>
          ) : (
            <p>
              {"Page not found: "}
              <code>{shown.path}</code>
            </p>
          )}
          {shown.path === undefined ? (
            <p className="way-out">
              <a className="link" href={inPageLanguage(pathname)}>{t`Try again`}</a>
              <Link className="link" to="/">{t`Home`}</Link>
            </p>
          ) : (
            <Nearest error={shown} />
          )}
        </div>
      </div>
    </SiteFrame>
  );
}

/** The status in four colours that are shifted against each other; one of them is read out. */
function Plates({ status }: { status: number }) {
  return (
    <p className="plates">
      <span className="cyan" aria-hidden="true">
        {status}
      </span>
      <span className="magenta" aria-hidden="true">
        {status}
      </span>
      <span className="yellow" aria-hidden="true">
        {status}
      </span>
      <span className="key">{status}</span>
    </p>
  );
}

function Nearest({ error: { near, all } }: { error: ReturnType<typeof describeError> }) {
  return (
    <>
      {near.length > 0 && (
        <>
          <p>{t`The page may have been renamed, or the address may have a typo. These templates have similar names:`}</p>
          <h2 className="sr-only">{t`Similar templates`}</h2>
          <div className="sheets across-3">
            {near.map((card) => (
              <TemplateCard key={card.id} card={card} />
            ))}
          </div>
        </>
      )}
      <p className="way-out">
        <Link className="link" to={all.href}>
          {all.label}
        </Link>
      </p>
    </>
  );
}
