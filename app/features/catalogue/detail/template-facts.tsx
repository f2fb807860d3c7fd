import download from "virtual:icon/download";
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
  const { id, name, url, rating, raters, used, format, pictures, author } = detail;
  const uses = formatUses(used);
  return (
    <div className="side">
      <h1 style={{ "--chars": Math.max(name.length, 6) }}>{name}</h1>
      <p className="facts">
        <Rating value={rating} people={raters} isLong />
        {uses && <span className="num">{uses}</span>}
        <span>{format}</span>
        {author && <AuthorLink author={author} />}
        {pictures.length > 1 && <span>{pictures.length} pages in the sample</span>}
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
          <span className="link">Download the sample PDF</span>
        </a>
      </div>
      <Described detail={detail} />
      <TryOn detail={detail} look={look} />
      <dl className="rows">
        <div>
          <dt>Leaves as</dt>
          <dd>PDF, tagged (PDF/UA-1), PNG or SVG</dd>
        </div>
      </dl>
    </div>
  );
}

/** Who handed it in; somebody whose account is gone has no page. */
function AuthorLink({ author: { name, handle } }: { author: TemplateAuthor }) {
  if (handle === null) return <span>by {name.toLowerCase()}</span>;
  return (
    <span>
      by{" "}
      <Link className="link" to={`/authors/${handle}`}>
        {name}
      </Link>
    </span>
  );
}

/** What it is, and what one has to do for it. */
function Described({ detail: { description, text } }: { detail: TemplateDetail }) {
  return (
    <div className="reads">
      {description && <p>{description}</p>}
      {text.parts.length > 0 && (
        <p>
          {text.parts.map(({ words, kind }) => {
            if (kind === "needed") return <b key={words}>{words}</b>;
            return kind === "profile" ? <mark key={words}>{words}</mark> : words;
          })}
        </p>
      )}
    </div>
  );
}

function UseLink({ url, look }: { url: string; look: TriedLook }) {
  const query = lookQuery(look);
  return (
    <Link className="button primary large" to={`${url}/use${query}`} data-prefetch>
      {query ? "Use it like this" : "Use this template"}
    </Link>
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
