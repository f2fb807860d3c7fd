import { useState } from "react";
import { Link } from "react-router";
import { ContactForm } from "../../features/contact/index.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

export function meta({ matches }: Route.MetaArgs) {
  const description = "Write to the people who run this library.";
  return describePage(matches, { title: "Contact", description, path: "/contact" });
}

export default function Contact() {
  const [answerTo, setAnswerTo] = useState("");
  return (
    <div className="wrap columns join">
      {answerTo ? (
        <div className="join-form">
          <h1>Message kept</h1>
          <p role="status">Thank you. Whoever runs this library will answer to {answerTo}.</p>
          <Link className="button large" to="/templates">
            Back to the templates
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

/** What can be done at once, without waiting for anybody. */
function BeforeYouWrite() {
  return (
    <aside className="beside" aria-labelledby="before-you-write">
      <h2 id="before-you-write">Before you write</h2>
      <dl className="rows">
        <div>
          <dt>A fault</dt>
          <dd>Say which template it was and what you typed: then it can be seen again.</dd>
        </div>
        <div>
          <dt>A template</dt>
          <dd>Say what it is for and on which paper.</dd>
        </div>
        <div>
          <dt>A password</dt>
          <dd>
            <Link className="link" to="/forgot-password">
              Ask for a link
            </Link>{" "}
            and choose a new one.
          </dd>
        </div>
        <div>
          <dt>Your data</dt>
          <dd>
            <Link className="link" to="/dashboard/account">
              Your account
            </Link>{" "}
            hands out all of it, and deletes it.
          </dd>
        </div>
        <div>
          <dt>A program</dt>
          <dd>
            <Link className="link" to="/docs/api">
              The API
            </Link>{" "}
            takes JSON and answers with the same PDF.
          </dd>
        </div>
      </dl>
    </aside>
  );
}
