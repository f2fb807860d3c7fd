import { useState } from "react";
import { Link } from "react-router";
import { ContactForm } from "../../features/contact/index.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

export function meta({ matches }: Route.MetaArgs) {
  const description = "Contact the operator of this site.";
  return describePage(matches, { title: "Contact", description, path: "/contact" });
}

export default function Contact() {
  const [answerTo, setAnswerTo] = useState("");
  return (
    <div className="wrap columns join">
      {answerTo ? (
        <div className="join-form">
          <h1>Message sent</h1>
          <p role="status">Thank you. We’ll reply to {answerTo}.</p>
          <Link className="button large" to="/templates">
            Browse templates
          </Link>
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
      <h2 id="before-you-write">Before you write</h2>
      <dl className="rows">
        <div>
          <dt>Problem</dt>
          <dd>Tell us which template you used and what you entered, so we can reproduce it.</dd>
        </div>
        <div>
          <dt>Template</dt>
          <dd>Tell us what it’s for and which paper size you need.</dd>
        </div>
        <div>
          <dt>Password</dt>
          <dd>
            <Link className="link" to="/forgot-password">
              Get a link
            </Link>{" "}
            to choose a new one.
          </dd>
        </div>
        <div>
          <dt>Your data</dt>
          <dd>
            Download or delete it in{" "}
            <Link className="link" to="/dashboard/account">
              your account
            </Link>
            .
          </dd>
        </div>
        <div>
          <dt>API</dt>
          <dd>
            Send JSON to{" "}
            <Link className="link" to="/docs/api">
              the API
            </Link>{" "}
            and get the same PDF.
          </dd>
        </div>
      </dl>
    </aside>
  );
}
