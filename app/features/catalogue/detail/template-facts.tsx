import download from "virtual:icon/download";
import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import { SaveHeart } from "../../saved/index.ts";
import { Rating } from "../template-card.tsx";
import type { TemplateDetail } from "./template-detail.ts";

export function TemplateFacts({ detail }: { detail: TemplateDetail }) {
  const { id, name, url, rating, used, format, description, asked, pictures, accent } = detail;
  return (
    <div className="side">
      <h1 style={{ "--chars": Math.max(name.length, 6) }}>{name}</h1>
      <p className="facts">
        <Rating value={rating} />
        {used > 0 && (
          <span className="num">Used {used === 1 ? "once" : `${used.toLocaleString("en")} times`}</span>
        )}
        <span>{format}</span>
      </p>
      {description && <p className="described">{description}</p>}
      <div className="actions">
        <UseLink url={url} className="phone-hidden" />
        <span className="phone-hidden contents">
          <SaveHeart template={{ id, name }} isButton />
        </span>
        <a className="sample-link" href={`${url}/sample.pdf`}>
          <Icon of={download} />
          <span className="link">Download the sample PDF</span>
        </a>
      </div>
      {asked.length > 0 && <Asked asked={asked} />}
      <dl className="rows">
        <div>
          <dt>Pages</dt>
          <dd>
            {pictures.length > 1 ? `${pictures.length} in the sample` : "1, more when the text needs it"}
          </dd>
        </div>
        {accent && (
          <div>
            <dt>Accent</dt>
            <dd className="accent">
              <span className="swatch" style={{ "--swatch": accent }} />
              <span className="num">{accent}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>PDF</dt>
          <dd>Tagged: to be read aloud, searched and copied</dd>
        </div>
      </dl>
    </div>
  );
}

function UseLink({ url, className = "" }: { url: string; className?: string }) {
  return (
    <Link className={`button primary large ${className}`} to={`${url}/use`} prefetch="intent">
      Use this template
    </Link>
  );
}

/** The main actions at the bottom of a phone, as long as the template is in view. */
export function UseBar({ detail: { id, name, url } }: { detail: TemplateDetail }) {
  return (
    <div className="use-bar phone-only">
      <UseLink url={url} />
      <SaveHeart template={{ id, name }} isButton />
    </div>
  );
}

function Asked({ asked }: { asked: TemplateDetail["asked"] }) {
  const fromProfile = asked.filter((field) => field.fromProfile).length;
  return (
    <section className="asks">
      <h2>
        It asks for
        <span>
          {asked.length} {asked.length === 1 ? "field" : "fields"}
          {fromProfile > 0 && `, ${fromProfile} from a profile`}
        </span>
      </h2>
      <ul>
        {asked.map(({ path, label, fromProfile }) => (
          <li key={path}>
            {label}
            {fromProfile && <b>profile</b>}
          </li>
        ))}
      </ul>
    </section>
  );
}
