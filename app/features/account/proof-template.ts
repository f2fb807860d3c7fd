import type { Catalogue } from "../../../contract/page-services.ts";
import { pageRatio } from "../../lib/page-format.ts";

/** The sheet beside the form: a page that a person's own name stands on. */
export type ProofTemplate = { id: string; name: string; image: string | null; ratio: number; path: string };

const FAVOURITE = "/resumes/margin";
const TRIED = 8;

export async function pickProof(catalogue: Catalogue): Promise<ProofTemplate | undefined> {
  const templates = await catalogue.listTemplates();
  const resumes = templates.filter(({ type }) => type === "resumes");
  const addresses = [FAVOURITE, ...resumes.map(({ url }) => url), ...templates.map(({ url }) => url)];
  for (const url of [...new Set(addresses)].slice(0, TRIED)) {
    const template = await catalogue.findTemplate(url);
    const named = Object.entries(template?.fields.properties ?? {}).find(
      ([, field]) => "x-profile" in field && field["x-profile"] === "name",
    );
    if (!template || !named) continue;
    const { id, template_name, image, page } = template;
    return { id, name: template_name, image, ratio: pageRatio(page), path: named[0] };
  }
  return undefined;
}
