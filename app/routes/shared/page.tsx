import copy from "virtual:icon/copy";
import download from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { data, Link, useNavigate } from "react-router";
import { SHARED_HEADERS, type SharedContent, type SharedDocument } from "../../../contract/people/shares.ts";
import { passDraft } from "../../lib/browser/passed-draft.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatDate, formatMoment } from "../../lib/format/moments.ts";
import { call } from "../../lib/http/http-client.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { shortFormat } from "../../lib/pictures/page-format.ts";
import { SkipLink } from "../../shell/frame-parts.tsx";
import { LanguageMenu } from "../../shell/language-menu.tsx";
import { Brand, ThemeSwitch } from "../../shell/site-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/page";
import styles from "./shared.module.css";
import { SharedPages } from "./shared-pages.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const shared = await context.get(pageServices).findShared(params.secret);
  return data({ shared }, { status: shared ? 200 : 404, headers: SHARED_HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return describePersonalPage(matches, loaderData?.shared?.title ?? t`This link no longer works`);
}

/** The current document, for anyone with the link. */
export default function Shared({ loaderData: { shared }, params: { secret } }: Route.ComponentProps) {
  const [count, setCount] = useState<number>();
  return (
    <div className="shared">
      <SkipLink />
      <header className={styles.sharedBar}>
        <Brand />
        <p className="phone-hidden">{t`Shared document, read-only`}</p>
        <LanguageMenu />
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1}>
        {shared ? (
          <>
            <SharedPages
              secret={secret}
              title={shared.title}
              page={shared.template.page}
              onCount={setCount}
            />
            <SharedFacts shared={shared} secret={secret} count={count} />
          </>
        ) : (
          <EndedLink />
        )}
      </main>
    </div>
  );
}

type FactsProps = { shared: SharedDocument; secret: string; count: number | undefined };

function SharedFacts({ shared, secret, count }: FactsProps) {
  const { title, by, singular, template, date_updated, ends } = shared;
  const { name } = template;
  const format = shortFormat(template.page);
  return (
    <aside className={styles.sharedFacts} aria-label={t`About this document`}>
      <div className={styles.sharedTitle}>
        <p>{singular}</p>
        <h1 dir="auto">{title}</h1>
        <p>
          <Trans>Shared by {by}</Trans>
        </p>
      </div>
      <div className={styles.sharedActions}>
        <a className="button primary" href={`/shared/${secret}/document.pdf`} download>
          <Icon of={download} />
          {t`Download PDF`}
        </a>
        <CopyButton secret={secret} />
      </div>
      <div className={styles.sharedAbout}>
        <dl>
          <div>
            <dt>{t`Last edited`}</dt>
            <dd>
              <time dateTime={date_updated} suppressHydrationWarning>
                {formatMoment(new Date(date_updated))}
              </time>
            </dd>
          </div>
          <div>
            <dt>{t`Pages`}</dt>
            <dd>{count ? t`${count}, ${format}` : format}</dd>
          </div>
          {ends && (
            <div>
              <dt>{t`Link expires`}</dt>
              <dd>
                <time dateTime={ends}>{formatDate(`${ends}T12:00:00Z`)}</time>
              </dd>
            </div>
          )}
        </dl>
        <p>
          {t`This page always shows the latest version. A copy is your own document: changes to it don’t affect this one.`}{" "}
          {template.isPublished && (
            <Trans>
              You can also start with an empty <Link to={template.url}>{name}</Link>.
            </Trans>
          )}
        </p>
        <p className={styles.sharedNote}>
          <Trans>
            {by} can see how often this page was opened, but not by whom. Search engines are asked not to list
            it. <Link to="/contact">Report a problem</Link>
          </Trans>
        </p>
      </div>
    </aside>
  );
}

/** Opens a copy in the editor: a visitor's is stored on the device, a person's among their documents. */
function CopyButton({ secret }: { secret: string }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const makeCopy = async () => {
    setIsBusy(true);
    try {
      const answer = await call(`shared/${secret}/content.json`, { isPublic: true });
      const { data: content }: { data: SharedContent } = await answer.json();
      passDraft(content.templateId, { title: content.title, data: content.data, theme: content.theme });
      await navigate(`${content.url}/use`);
    } catch (error) {
      console.error("Shared document copy failed", error);
      notify({
        kind: "failure",
        message: t`We couldn’t make a copy. The link may have expired. Try again.`,
      });
    }
    setIsBusy(false);
  };
  return (
    <Button disabled={isBusy} onClick={() => void makeCopy()}>
      <Icon of={copy} />
      {t`Make a copy`}
    </Button>
  );
}

function EndedLink() {
  return (
    <div className={styles.sharedEnded}>
      <span className="ghost" />
      <div>
        <h1>{t`This link no longer works`}</h1>
        <p>{t`The link was turned off or has expired. Ask the person who shared it for a new one.`}</p>
        <Link className="button" to="/templates">{t`Browse templates`}</Link>
      </div>
    </div>
  );
}
