import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import { ContactForm } from "../../features/contact/index.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

export function meta({ matches }: Route.MetaArgs) {
  const description = t`Contact the operator of this site.`;
  return describePage(matches, { title: t`Contact`, description, path: "/contact" });
}

export default function Contact() {
  const [answerTo, setAnswerTo] = useState("");
  return (
    <div className="wrap columns join">
      {answerTo ? (
        <div className="join-form">
          <h1>{t`Message sent`}</h1>
          <p role="status">
            <Trans>Thank you. We’ll reply to {answerTo}.</Trans>
          </p>
          <Link className="button large" to="/templates">{t`Browse templates`}</Link>
        </div>
      ) : (
        <>
          <ContactForm onSent={setAnswerTo} />
          <BeforeYouWrite />
        </>
      )}
    </div>
  );
}

/** Answers that need no message. */
function BeforeYouWrite() {
  return (
    <aside className="beside" aria-labelledby="before-you-write">
      <h2 id="before-you-write">{t`Before you write`}</h2>
      <dl className="rows">
        <div>
          <dt>{t`Problem`}</dt>
          <dd>{t`Tell us which template you used and what you entered, so we can reproduce the problem.`}</dd>
        </div>
        <div>
          <dt>{t`Template request`}</dt>
          <dd>{t`Tell us what the template is for and which paper size you need.`}</dd>
        </div>
        <div>
          <dt>{t`Password`}</dt>
          <dd>
            <Trans>
              <Link className="link" to="/forgot-password">
                Get a link
              </Link>{" "}
              to choose a new password.
            </Trans>
          </dd>
        </div>
        <div>
          <dt>{t`Your data`}</dt>
          <dd>
            <Trans>
              Download or delete your data in{" "}
              <Link className="link" to="/dashboard/account">
                your account
              </Link>
              .
            </Trans>
          </dd>
        </div>
        <div>
          <dt>API</dt>
          <dd>
            <Trans>
              To make PDFs from your own data, see the{" "}
              <Link className="link" to="/docs/api">
                API documentation
              </Link>
              .
            </Trans>
          </dd>
        </div>
      </dl>
    </aside>
  );
}
