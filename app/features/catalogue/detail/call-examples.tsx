import { useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { TriedLook } from "../../../../contract/templates/looks.ts";
import { CALL_LANGUAGES, type CallLanguage, writeCall } from "./program-calls.ts";
import type { TemplateDetail } from "./template-detail.ts";

type Props = {
  detail: TemplateDetail;
  look: TriedLook;
  /** The site's own address as far as the server knows it. */
  site: { publicUrl: string | undefined; localUrl: string };
};

const LANGUAGES: CallLanguage[] = ["curl", "javascript", "python"];

/** The call a program makes for this template, with what one tried. The languages are radio buttons, so no script is needed. */
export function CallExamples({ detail, look, site }: Props) {
  const { id, url, call, text } = detail;
  const origin = useServedAt(site);
  const file = url.split("/").at(-1) ?? "page";
  const isTried = Object.keys(look).length > 0;
  return (
    <section className="calls" aria-labelledby="calls-title">
      <div className="calls-about">
        <h2 id="calls-title">From a program</h2>
        <p>
          The same page from your own data, without an account.{" "}
          {isTried ? "What you try above is in the call." : "What you try above comes into the call."}
        </p>
        <p>
          {formatFields(text)}:{" "}
          <a className="link" href={`/items/templates/${id}?fields=fields,sample`}>
            the schema
          </a>
          . All there is:{" "}
          <Link className="link" to="/docs/api">
            the API
          </Link>
          .
        </p>
      </div>
      <fieldset className="calls-code">
        <legend className="sr-only">Language</legend>
        {LANGUAGES.map((language) => (
          <label key={language}>
            <input type="radio" name="call" value={language} defaultChecked={language === "curl"} />
            {CALL_LANGUAGES[language]}
          </label>
        ))}
        {LANGUAGES.map((language) => (
          <Call
            key={language}
            language={language}
            words={writeCall(language, { origin, id, file, data: call, look })}
          />
        ))}
      </fieldset>
    </section>
  );
}

function Call({ language, words }: { language: CallLanguage; words: string }) {
  const [isCopied, setCopied] = useState(false);
  const name = CALL_LANGUAGES[language];
  const copy = () =>
    navigator.clipboard?.writeText(words).then(
      () => setCopied(true),
      () => setCopied(false), // not allowed: the text can be selected
    );
  return (
    <div className="call" data-call={language}>
      <button
        type="button"
        className="link needs-scripts"
        onClick={copy}
        aria-label={`Copy the call in ${name}`}
      >
        {isCopied ? "Copied" : "Copy"}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be focusable */}
      <section aria-label={`Call in ${name}`} tabIndex={0}>
        <pre>
          <code>{markTheme(words)}</code>
        </pre>
      </section>
    </div>
  );
}

/** What one tries is in yellow, where it stands in the call. */
function markTheme(words: string) {
  const [found] = /(?<="theme": \{ )[^}]+(?= \})/.exec(words) ?? [];
  if (!found) return words;
  const [before = "", after = ""] = words.split(found);
  return (
    <>
      {before}
      <mark>{found}</mark>
      {after}
    </>
  );
}

function formatFields({ count, required }: TemplateDetail["text"]): string {
  const fields = count === 1 ? "One field" : `${count} fields`;
  if (required === 0) return `${fields}, none of them required`;
  return `${fields}, ${required === 1 ? "one" : required} of them required`;
}

const never = () => () => {};

/** The server believes no request about its address, so where none is set only the browser knows where it is. */
function useServedAt({ publicUrl, localUrl }: Props["site"]): string {
  return useSyncExternalStore(
    never,
    () => publicUrl ?? location.origin,
    () => publicUrl ?? localUrl,
  );
}
