import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Catalogue } from "../../../contract/page-services.ts";
import { profileFieldOf } from "../../../contract/templates/field-meaning.ts";
import { pictureAddress } from "../../lib/pictures/asset.ts";
import { placeOnPage, useDrawnPage } from "../../lib/pictures/drawn-page.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";

/** The template shown next to a form; `path` is its field for a person's name. */
export type SampleTemplate = { id: string; name: string; image: string | null; ratio: number; path: string };

const FAVOURITE = "/resumes/margin";
const TRIED = 8;

export async function pickSample(catalogue: Catalogue): Promise<SampleTemplate | undefined> {
  const templates = await catalogue.listFirstOfEach(TRIED);
  const resumes = templates.filter(({ type }) => type === "resumes");
  const addresses = [FAVOURITE, ...resumes.map(({ url }) => url), ...templates.map(({ url }) => url)];
  for (const url of [...new Set(addresses)].slice(0, TRIED)) {
    const template = await catalogue.findTemplate(url);
    const named = Object.entries(template?.fields.properties ?? {}).find(
      ([, field]) => profileFieldOf(field) === "name",
    );
    if (!template || !named) continue;
    const { id, template_name, image, page } = template;
    return { id, name: template_name, image, ratio: pageRatio(page), path: named[0] };
  }
  return undefined;
}

type AccountPageProps = { sample: SampleTemplate | undefined; children: ReactNode };

/** A page about an account: a form or a message, next to the picture of a template. */
export function AccountPage({ sample, children }: AccountPageProps) {
  return (
    <div className="wrap columns join">
      {children}
      {sample && <SamplePicture sample={sample} />}
    </div>
  );
}

/** A real page with the name on it that is being typed. */
export function SamplePreview({
  sample,
  name,
  isHighlighted,
}: {
  sample: SampleTemplate;
  name: string;
  isHighlighted: boolean;
}) {
  const drawn = useDrawnPage(sample.id, { [sample.path]: name });
  const { name: template } = sample;
  const place = isHighlighted && drawn && name.trim() ? placeOnPage(drawn, sample.path) : undefined;
  const address = drawn?.address ?? (sample.image ? pictureAddress(sample.image, 960) : undefined);
  return (
    <div className="proof">
      <div className="proof-page" style={{ "--ar": sample.ratio }}>
        {address && <img src={address} alt={t`${template} with your name`} />}
        {place && (
          <>
            <span className="proof-light" data-highlight="" style={place} />
            <span
              className="proof-note"
              style={{ top: `calc(${place.top} + ${place.height} / 2)` }}
            >{t`Name`}</span>
          </>
        )}
      </div>
      <p>{t`Enter your name once and templates fill it in for you.`}</p>
    </div>
  );
}

/** The page with its sample, next to forms without a name field. */
function SamplePicture({ sample: { image, ratio } }: { sample: SampleTemplate }) {
  if (!image) return null;
  return (
    <div className="proof waiting">
      <div className="proof-page" style={{ "--ar": ratio }}>
        <img src={pictureAddress(image, 960)} alt="" />
      </div>
      <p>{t`Your documents are right where you left them.`}</p>
    </div>
  );
}
