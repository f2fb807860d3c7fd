import download from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { lookQuery, type TriedLook } from "../../../../contract/templates/looks.ts";
import type { TemplateAuthor } from "../../../../contract/templates/submissions.ts";
import { formatUses } from "../../../../shared/filling/use-count.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Rating } from "../../ratings/index.ts";
import { SaveHeart } from "../../saved/index.ts";
import type { TemplateDetail } from "./template-detail.ts";
import { TryOn } from "./try-on.tsx";

type Props = { detail: TemplateDetail; look: TriedLook };

export function TemplateFacts({ detail, look }: Props) {
  const { id, name, url, rating, raters, used, format, pictures, author, description, fields } = detail;
  const uses = formatUses(used);
  return (
    <div className="side">
      <h1 style={{ "--chars": Math.max(name.length, 6) }}>{name}</h1>
      <p className="facts">
        <Rating value={rating} people={raters} isLong />
        {uses && <span className="num">{uses}</span>}
        <span>{format}</span>
        {author && <AuthorLink author={author} />}
        {pictures.length > 1 && (
          <span>
            <Trans>{pictures.length}-page sample</Trans>
          </span>
        )}
      </p>
      <div className="actions">
        <span className="phone-hidden contents">
          <UseLink url={url} look={look} />
          <SaveHeart template={{ id, name }} isButton />
        </span>
        <a
          className="sample-link"
          href={`${url}/sample.pdf${lookQuery(look.language ? { language: look.language } : {})}`}
        >
          <Icon of={download} />
          <span className="link">{t`Open sample PDF`}</span>
        </a>
      </div>
      {description && <p className="about">{description}</p>}
      <TryOn detail={detail} look={look} />
      <h2>{t`What you fill in`}</h2>
      <dl className="rows">
        {ROWS.map(
          ({ name, label }) =>
            fields[name].length > 0 && (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{fields[name].join(", ")}</dd>
              </div>
            ),
        )}
      </dl>
      <h2>{t`Details`}</h2>
      <dl className="rows">
        <div>
          <dt>{t`Formats`}</dt>
          <dd>{t`PDF (accessible, PDF/UA), PNG, SVG`}</dd>
        </div>
      </dl>
    </div>
  );
}

const ROWS = [
  { name: "required", label: "Required" },
  { name: "recommended", label: "Recommended" },
  { name: "automatic", label: "Filled in for you" },
  { name: "optional", label: "Optional" },
] as const;

/** The author. An author whose account was deleted has no page. */
function AuthorLink({ author: { name, handle } }: { author: TemplateAuthor }) {
  if (handle === null)
    return (
      <span>
        <Trans>by {name.toLowerCase()}</Trans>
      </span>
    );
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

function UseLink({ url, look }: { url: string; look: TriedLook }) {
  return (
    <Link
      className="button primary large"
      to={`${url}/use${lookQuery(look)}`}
      data-prefetch
    >{t`Use this template`}</Link>
  );
}

/** The main actions at the bottom of a phone, as long as the template is in view. */
export function UseBar({ detail: { id, name, url }, look }: Props) {
  return (
    <div className="use-bar phone-only">
      <UseLink url={url} look={look} />
      <SaveHeart template={{ id, name }} isButton />
    </div>
  );
}
