import chevron from "virtual:icon/chevron-down";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import type { TriedLook } from "../../../../contract/templates/looks.ts";
import { useSiteOrigin } from "../../../lib/pages/page-data.ts";
import { Icon } from "../../../ui/icon.tsx";
import { CALL_LANGUAGES, type CallLanguage, writeCall } from "./program-calls.ts";
import type { TemplateDetail } from "./template-detail.ts";

type Props = {
  detail: TemplateDetail;
  look: TriedLook;
  /** The site's own address as far as the server knows it. */
  site: { publicUrl: string | undefined; localUrl: string };
};

const LANGUAGES: CallLanguage[] = ["curl", "javascript", "python", "mcp"];

/**
 * The request that makes this document, with the chosen look. Closed until someone asks for it; it opens, and the languages change,
 * without scripts.
 */
export function CallExamples({ detail, look, site }: Props) {
  const { id, url, call, fields } = detail;
  const origin = useSiteOrigin(site);
  const file = url.split("/").at(-1) ?? "page";
  const counts = formatCounts(fields.counts);
  return (
    <details className="calls">
      <summary>
        <h2>{t`Use with code`}</h2>
        <span>{t`curl, JavaScript, Python and MCP, ready to paste`}</span>
        <Icon of={chevron} />
      </summary>
      <div className="calls-about">
        <p>{t`Make this document from your own data with one request, no account needed. The request includes the colour, font and language you choose above.`}</p>
        <p>
          <Trans>
            {counts}{" "}
            <a className="link" href={`/items/templates/${id}?fields=fields,sample`}>
              View the schema
            </a>{" "}
            or read the{" "}
            <Link className="link" to="/docs/api">
              API documentation
            </Link>
            .
          </Trans>
        </p>
      </div>
      <fieldset className="calls-code">
        <legend className="sr-only">{t`Programming language`}</legend>
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
            code={writeCall(language, { origin, id, file, data: call, look })}
          />
        ))}
      </fieldset>
    </details>
  );
}

function Call({ language, code }: { language: CallLanguage; code: string }) {
  const [isCopied, setCopied] = useState(false);
  const name = CALL_LANGUAGES[language];
  const copy = () =>
    navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false), // not allowed: the text can be selected
    );
  return (
    <div className="call" data-call={language}>
      <button
        type="button"
        className="link needs-scripts"
        onClick={copy}
        aria-label={t`Copy the ${name} example`}
      >
        {isCopied ? t`Copied` : t`Copy`}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be focusable */}
      <section aria-label={t`${name} example`} tabIndex={0}>
        <pre>
          <code>{markTheme(code)}</code>
        </pre>
      </section>
    </div>
  );
}

/** Highlights the chosen look in the request. */
function markTheme(code: string) {
  const [found] = /(?<="theme": \{ )[^}]+(?= \})/.exec(code) ?? [];
  if (!found) return code;
  const [before = "", after = ""] = code.split(found);
  return (
    <>
      {before}
      <mark>{found}</mark>
      {after}
    </>
  );
}

function formatCounts({ all, required }: TemplateDetail["fields"]["counts"]): string {
  return plural(all, { one: `# field (${required} required).`, other: `# fields (${required} required).` });
}
