import copy from "virtual:icon/copy";
import download from "virtual:icon/download";
import { useState } from "react";
import { data, Link, useNavigate } from "react-router";
import { SHARED_HEADERS, type SharedContent, type SharedDocument } from "../../../contract/people/shares.ts";
import { handDraft } from "../../lib/browser/handed-draft.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatMoment } from "../../lib/format/moments.ts";
import { call } from "../../lib/http/http-client.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { shortFormat } from "../../lib/pictures/page-format.ts";
import { SkipLink } from "../../shell/frame-parts.tsx";
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
  return describePersonalPage(matches, loaderData?.shared?.title ?? "This link has ended");
}

/** A document as its owner has it now, for whoever has the link. */
export default function Shared({ loaderData: { shared }, params: { secret } }: Route.ComponentProps) {
  const [count, setCount] = useState<number>();
  return (
    <div className="shared">
      <SkipLink />
      <header className={styles.sharedBar}>
        <Brand />
        <p className="phone-hidden">A shared document, to read</p>
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
  return (
    <aside className={styles.sharedFacts} aria-label="About this document">
      <div className={styles.sharedTitle}>
        <p>{singular}</p>
        <h1>{title}</h1>
        <p>Shared by {by}</p>
      </div>
      <div className={styles.sharedActions}>
        <a className="button primary" href={`/shared/${secret}/document.pdf`} download>
          <Icon of={download} />
          Download PDF
        </a>
        <CopyButton secret={secret} />
      </div>
      <div className={styles.sharedAbout}>
        <dl>
          <div>
            <dt>Changed</dt>
            <dd>
              <time dateTime={date_updated} suppressHydrationWarning>
                {formatMoment(new Date(date_updated))}
              </time>
              , as it is now
            </dd>
          </div>
          <div>
            <dt>Pages</dt>
            <dd>
              {count ? `${count}, ` : ""}
              {shortFormat(template.page)}
            </dd>
          </div>
          {ends && (
            <div>
              <dt>Link ends</dt>
              <dd>
                <time dateTime={ends}>{formatDate(ends)}</time>
              </dd>
            </div>
          )}
        </dl>
        <p>
          A copy is a document of your own, with these words in it. Nothing you do with it comes back here.
          {template.isPublished && (
            <>
              {" "}
              Or begin with an empty <Link to={template.url}>{template.name}</Link>.
            </>
          )}
        </p>
        <p className={styles.sharedNote}>
          {by} sees how often this page was opened, not by whom. Search engines are asked to stay away.{" "}
          <Link to="/contact">Something wrong with it?</Link>
        </p>
      </div>
    </aside>
  );
}

/** A copy is opened in the editor as somebody's own: a visitor's on this device, a person's among their documents. */
function CopyButton({ secret }: { secret: string }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const makeCopy = async () => {
    setIsBusy(true);
    try {
      const answer = await call(`shared/${secret}/content.json`, { isPublic: true });
      const { data: content }: { data: SharedContent } = await answer.json();
      handDraft(content.templateId, { title: content.title, data: content.data, theme: content.theme });
      await navigate(`${content.url}/use`);
    } catch (error) {
      console.error("Shared document copy failed", error);
      notify({
        kind: "failure",
        message: "The copy was not made. The link may have ended; please try again.",
      });
    }
    setIsBusy(false);
  };
  return (
    <Button disabled={isBusy} onClick={() => void makeCopy()}>
      <Icon of={copy} />
      <span>
        Make a copy<span className="phone-hidden"> for yourself</span>
      </span>
    </Button>
  );
}

function EndedLink() {
  return (
    <div className={styles.sharedEnded}>
      <span className="ghost" />
      <div>
        <h1>This link has ended</h1>
        <p>Whoever sent it has switched it off, or its day has passed. Ask them for a new one.</p>
        <Link className="button" to="/templates">
          See the library
        </Link>
      </div>
    </div>
  );
}

function formatDate(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
