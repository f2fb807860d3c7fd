import download from "virtual:icon/download";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { lookQuery, type TriedLook } from "../../../../contract/templates/looks.ts";
import type { TemplateAuthor } from "../../../../contract/templates/submissions.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Rating } from "../../ratings/index.ts";
import { SaveHeart } from "../../saved/index.ts";
import type { TemplateDetail } from "./template-detail.ts";
import { TryOn } from "./try-on.tsx";
import { formatUses } from "./uses.ts";

type Props = { detail: TemplateDetail; look: TriedLook };

export function TemplateFacts({ detail, look }: Props) {
  const { id, name, url, link, rating, raters, used, format, pictures, author, description } = detail;
  const uses = formatUses(used);
  const pages = pictures.length;
  return (
    <div className="side">
      <h1 dir="auto" style={{ "--chars": Math.max(name.length, 6) }}>
        {name}
      </h1>
      <p className="facts">
        <Rating value={rating} people={raters} isLong />
        {uses && <span className="num">{uses}</span>}
        {!link && <span>{format}</span>}
        {author && <AuthorLink author={author} />}
        {pages > 1 && <span>{plural(pages, { one: "#-page sample", other: "#-page sample" })}</span>}
      </p>
      <div className="actions">
        <span className="phone-hidden contents">
          <UseLink url={url} link={link} look={look} />
          <SaveHeart template={{ id, name }} isButton />
        </span>
        {!link && (
          <a
            className="sample-link"
            href={`${url}/sample.pdf${lookQuery(look.language ? { language: look.language } : {})}`}
          >
            <Icon of={download} />
            <span className="link">{t`Open sample PDF`}</span>
          </a>
        )}
      </div>
      {description && (
        <p className="about" dir="auto">
          {description}
        </p>
      )}
      {!link && <FilledHere detail={detail} look={look} />}
    </div>
  );
}

/** What there is to say about a template that is filled in on this site. */
function FilledHere({ detail, look }: Props) {
  const { fields } = detail;
  return (
    <>
      <TryOn detail={detail} look={look} />
      <h2>{t`Fields`}</h2>
      <dl className="rows">
        {listRows().map(
          ({ name, label }) =>
            fields[name].length > 0 && (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{formatList(fields[name], "unit")}</dd>
              </div>
            ),
        )}
      </dl>
      <h2>{t({ message: "Details", context: "facts about a template" })}</h2>
      <dl className="rows">
        <div>
          <dt>{t`Formats`}</dt>
          <dd>{t`PDF (accessible, PDF/UA), PNG, SVG`}</dd>
        </div>
      </dl>
    </>
  );
}

const listRows = () =>
  [
    { name: "required", label: t({ message: "Required", context: "fields of a template" }) },
    { name: "recommended", label: t({ message: "Recommended", context: "fields of a template" }) },
    { name: "automatic", label: t({ message: "Filled in for you", context: "fields of a template" }) },
    { name: "optional", label: t({ message: "Optional", context: "fields of a template" }) },
  ] as const;

/** The author. An author whose account was deleted has no page. */
function AuthorLink({ author: { name, handle } }: { author: TemplateAuthor }) {
  if (handle === null) return <span>{t`by a former member`}</span>;
  return (
    <span>
      <Trans>
        by{" "}
        <Link className="link" to={`/authors/${handle}`}>
          {name}
        </Link>
      </Trans>
    </span>
  );
}

function UseLink({ url, link, look }: { url: string; link: string | null; look: TriedLook }) {
  if (link)
    return <a className="button primary large" href={link} rel="noopener noreferrer">{t`Open template`}</a>;
  return (
    <Link
      className="button primary large"
      to={`${url}/use${lookQuery(look)}`}
      data-prefetch
    >{t`Use this template`}</Link>
  );
}

/** The main actions at the bottom of a phone, as long as the template is in view. */
export function UseBar({ detail: { id, name, url, link }, look }: Props) {
  return (
    <div className="use-bar phone-only">
      <UseLink url={url} link={link} look={look} />
      <SaveHeart template={{ id, name }} isButton />
    </div>
  );
}
